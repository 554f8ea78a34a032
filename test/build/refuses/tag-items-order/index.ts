import type { Mesh } from 'specimen-host/plugin'

export function tagItemsOrder(
  /**
   * @minItems 3
   * @maxItems 2
   */
  x: number[],
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
