import type { Mesh } from 'specimen-host/plugin'

export function tagInAPlaceNobodyReads(
  tuple: [/** @minimum 0 */ a: number, b: number],
  map: { /** @minLength 1 */ [key: string]: string },
  /** @minimum 1 */
  /** In metres. */
  size: number,
  mode: /** @format date */ string,
  last: number /** @maximum 3 */,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
