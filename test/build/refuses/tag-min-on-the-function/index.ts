import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @min 0
 */
export function tagMinOnTheFunction(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
