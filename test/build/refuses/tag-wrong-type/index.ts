import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @minLength 2
 */
export function tagWrongType(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
