import type { Mesh, Range } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @minimum 2
 */
export function tagGivenTwice(x: Range<0, 5> = 2): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
