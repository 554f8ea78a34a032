import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @pattern (a)\1
 */
export function tagPatternBackReference(x = ''): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
