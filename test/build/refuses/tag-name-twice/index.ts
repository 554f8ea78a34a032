import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @displayName A
 * @displayName B
 */
export function tagNameTwice(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
