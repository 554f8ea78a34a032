import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail ballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballballball.png
 */
export function thumbnailLongName(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
