import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x - In metres.
 * @minimum 0
 * @param x - Again.
 * @minimum 1
 */
export function tagTwiceByTwoParams(x: number): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
