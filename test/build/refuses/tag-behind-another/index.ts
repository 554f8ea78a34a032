import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number /** @minimum 0 */
  label: string /** @minLength 1 */
}

export function tagBehindAnother(
  options: Options,
  a: number, /** @maximum 5 */
  b: number,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
