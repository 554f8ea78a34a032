import type { Mesh } from 'specimen-host/plugin'

export function tagItemsOnNumber(/** @minItems 1 */ x: number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
