import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param x.sise - text
 */
export function paramOfAMissingProperty(x: { size: bigint }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
