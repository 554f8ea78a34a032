import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @displayName
 */
export function tagEmptyText(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
