import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail index.ts/ball.png
 */
export function thumbnailBelowFile(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
