import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x - Some.
 * @min 0
 * @max 5
 * @param s
 * @min 2
 */
export function tagMinAndMax(x: number, s: string, /** @max 3 */ list: number[]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
