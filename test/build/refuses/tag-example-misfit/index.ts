import type { Mesh, Range } from 'specimen-host/plugin'

export function tagExampleMisfit(/** @example 7 */ x: Range<0, 5>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
