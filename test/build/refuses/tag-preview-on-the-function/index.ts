import type { Mesh } from 'specimen-host/plugin'

/**
 * Draws.
 *
 * @preview 24
 */
export function tagPreviewOnTheFunction(resolution: number = 48): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
