import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeMissingBound(x: Range<1>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
