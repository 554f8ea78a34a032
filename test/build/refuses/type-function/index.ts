import type { Mesh } from 'specimen-host/plugin'

export function typeFunction(x: (x: number) => number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
