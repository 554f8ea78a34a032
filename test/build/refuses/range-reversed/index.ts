import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeReversed(x: Range<10, 0>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
