import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail data:text/html,hello
 */
export function thumbnailUriType(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
