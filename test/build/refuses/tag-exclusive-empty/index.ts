import type { Mesh } from 'specimen-host/plugin'

export function tagExclusiveEmpty(
  /**
   * @exclusiveMinimum 2
   * @maximum 2
   */
  x: number,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
