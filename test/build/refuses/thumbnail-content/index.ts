import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail ball.png
 */
export function thumbnailContent(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
