import type { Mesh, Range } from 'specimen-host/plugin'

export function tagsAndRange(/** @multipleOf 0.5 */ x: Range<0, 2> = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
