import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail ../type-any/ball.png
 */
export function thumbnailOutside(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
