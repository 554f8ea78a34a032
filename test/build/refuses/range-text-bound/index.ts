import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeTextBound(x: Range<'a', 3>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
