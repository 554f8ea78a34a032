import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param raduis - text
 */
export function paramMisspelt(radius: any): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
