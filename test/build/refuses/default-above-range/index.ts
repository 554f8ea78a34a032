import type { Mesh, Range } from 'specimen-host/plugin'

export function defaultAboveRange(x: Range<1, 5> = 5 + 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
