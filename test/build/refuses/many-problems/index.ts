import type { Integer, Mesh, Range } from 'specimen-host/plugin'

export function manyProblemsA(a: any, b: Integer = 0.5, ...c: number[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

export function manyProblemsB(d: Range<3, 1>, e: Missing = Math.random()): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
