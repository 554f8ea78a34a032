import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @needs net, disk
 */
export function tagNeedsUnknown(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

/**
 * Text.
 * @needs fs net
 */
export function withoutCommas(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
