import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @minimum 5
 * @maximum 2
 */
export function tagEmptyBounds(x: number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
