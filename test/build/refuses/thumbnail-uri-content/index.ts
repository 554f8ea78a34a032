import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail data:image/jpeg;base64,iVBORw0KGgo=
 */
export function thumbnailUriContent(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
