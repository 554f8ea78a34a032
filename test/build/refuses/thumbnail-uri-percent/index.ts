import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail data:image/svg+xml,%3Csvg%3E%
 */
export function thumbnailUriPercent(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
