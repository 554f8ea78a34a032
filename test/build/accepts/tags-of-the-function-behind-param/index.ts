import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 *
 * @param a - First.
 * @deprecated use b
 * @param b - Second.
 * @deprecated use another function
 * @example
 * tagsOfTheFunctionBehindParam(1)
 * @tags round
 * @displayName Old ball
 */
export function tagsOfTheFunctionBehindParam(a = 1, b = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
