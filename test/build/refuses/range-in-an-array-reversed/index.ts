import type { Mesh, Range } from 'specimen-host/plugin'

export function rangeInAnArrayReversed(x: Range<3, 1>[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
