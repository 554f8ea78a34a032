import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @multipleOf
 */
export function tagWithoutNumber(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
