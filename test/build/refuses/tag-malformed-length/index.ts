import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @maxLength 1.5
 */
export function tagMalformedLength(x = ''): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
