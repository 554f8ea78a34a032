import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail data:image/png;base64,iVBORw0K*
 */
export function thumbnailUriBase64(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
