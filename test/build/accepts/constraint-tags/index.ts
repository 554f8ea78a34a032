import type { Integer, Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param a - first
 * @minimum -1.5
 * @exclusiveMaximum 2
 * @param n - second
 * @multipleOf 4
 */
export function constraintTags(
  a = 1,
  n: Integer = 8,
  /**
   * third
   * @minLength 2
   * @maxLength 4
   * @pattern ^[a-z]{2,}$
   */
  s = 'abc',
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
