import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @displayname A
 * @param y - text
 */
export function tagMisspelt(x: bigint): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
