import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x
 * @minimum low
 */
export function tagMalformedNumber(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
