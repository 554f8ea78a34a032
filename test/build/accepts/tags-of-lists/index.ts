import type { Mesh } from 'specimen-host/plugin'

export function tagsOfLists(
  /**
   * @minItems 2
   * @maxItems 3
   * @uniqueItems
   */
  x: ('a' | 'b' | 'c')[] = ['a', 'b'],
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
