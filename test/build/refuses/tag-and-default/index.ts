import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @minimum 5
 */
export function tagAndDefault(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
