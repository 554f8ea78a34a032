import type { Mesh } from 'specimen-host/plugin'

const CORNER = [0, 'x'] as const

export function typeofTuple(x: typeof CORNER): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
