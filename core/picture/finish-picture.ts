/** Turns light into a file: averages pixels, adds a background, and encodes a small PNG. */
import { decode, encode } from 'fast-png'
import { choosePalette } from './choose-palette.ts'

/** The origin of a picture, in the text that PNG calls `Software` (W3C PNG, 11.3.3.2). */
export const pictureOrigin = 'specimen thumbnail'

/**
 * Returns a PNG of (size / factor)² pixels in at most 256 colours, made of linear RGBA pixels of `size`² on a
 * dark background that is lighter in the middle. `factor` divides `size`. Equal pixels give equal bytes.
 */
export function finishPicture(
  pixels: Float32Array,
  size: number,
  factor: number,
  { exposure = 1 }: { readonly exposure?: number } = {},
): Uint8Array {
  const edge = size / factor
  const rgb = new Uint8Array(edge * edge * 3)
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const backdrop = toBackdrop(x / edge, y / edge)
      const sum = [0, 0, 0]
      for (let k = 0; k < factor * factor; k++) {
        const p = 4 * ((y * factor + Math.floor(k / factor)) * size + x * factor + (k % factor))
        const alpha = pixels[p + 3] ?? 0
        for (const [c, behind] of backdrop.entries())
          sum[c] = (sum[c] ?? 0) + compress((pixels[p + c] ?? 0) * exposure) + behind * (1 - alpha)
      }
      for (const [c, value] of sum.entries())
        rgb[3 * (y * edge + x) + c] = Math.round(255 * Math.min(1, value / factor ** 2) ** (1 / 2.2))
    }
  }
  const { palette, indices } = choosePalette(rgb, 256)
  const text = { Software: pictureOrigin }
  return encode({ width: edge, height: edge, data: indices, channels: 1, depth: 8, palette, text })
}

/** Returns true for pictures made by this program. */
export function isOwnPicture(bytes: Uint8Array): boolean {
  try {
    return decode(bytes).text.Software === pictureOrigin
  } catch {
    return false // the decoder's errors have no class: anything but a PNG is a foreign file
  }
}

/** Bends bright light gently towards white instead of cutting it. */
function compress(value: number): number {
  return value < 0.6 ? value : 0.6 + 0.4 * (1 - Math.exp(-(value - 0.6) / 0.4))
}

function toBackdrop(x: number, y: number): [number, number, number] {
  const distance = Math.min(1, Math.hypot(x - 0.5, y - 0.45) / 0.75)
  const light = 0.022 * (1 - distance) ** 1.5 + 0.006
  return [light * 0.72, light * 0.9, light * 1.35]
}
