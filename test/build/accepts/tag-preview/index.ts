import type { Integer, Mesh, Range } from 'specimen-host/plugin'

interface Detail {
  /** @preview coarse */
  grain?: 'coarse' | 'fine'
}

/**
 * Values for while another parameter is dragged.
 *
 * @param sides - How many.
 * @preview 3
 */
export function tagPreview(
  sides: Integer & Range<3, 64>,
  /** @preview 24 */ resolution: Integer & Range<8, 96> = 48,
  /** @preview [8, 8] */ size: [number, number] = [64, 64],
  /** @preview null */ tolerance: number | null = 0.01,
  { grain = 'fine' }: Detail = {},
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
