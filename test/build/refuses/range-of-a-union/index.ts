import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeOfAUnion(x: Range<0, 1 | 2>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
