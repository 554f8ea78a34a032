import type { Mesh } from 'specimen-host/plugin'

/**
 * Draws.
 *
 * @param resolution - Of the drawing.
 * @preview 24
 */
export function tagPreviewTwice(/** @preview 12 */ resolution: number = 48): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
