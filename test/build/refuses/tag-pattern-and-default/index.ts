import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @pattern ^a$
 */
export function tagPatternAndDefault(x = 'b'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
