import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail data:image/png
 */
export function thumbnailUriForm(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
