import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @thumbnail index.ts
 */
export function thumbnailFormat(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
