import type { Mesh } from 'specimen-host/plugin'

export function tagOnPropertyEmptyRange(x: {
  /**
   * @minimum 3
   * @maximum 2
   */
  a: number
}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
