import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @param a - in metres,
 *   outer
 * @param b – with an en dash
 * @param c no dash
 * @param {number} d typed
 */
export function descriptionParam(a = 1, b = 1, c = 1, d = 1, /** inline wins */ e = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
