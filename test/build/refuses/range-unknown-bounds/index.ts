import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeUnknownBounds(x: Range<number, 3>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
