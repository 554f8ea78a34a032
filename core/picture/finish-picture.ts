/** Turns pixels into a file: averages them, adds the ground, and encodes a small PNG. */
import { decode, encode } from 'fast-png'
import { choosePalette } from './choose-palette.ts'
import { toParts } from './srgb.ts'

/** The origin of a picture, in the text that PNG calls `Software` (W3C PNG, 11.3.3.2). */
export const pictureOrigin = 'specimen thumbnail'

/** The ground of the page's pictures: `--stage` of its colours. */
const ground = toParts(0x1b1e25)

/**
 * Returns a PNG of (size / factor)² pixels in at most 256 colours. `pixels` are `size`² of sRGB with opacity,
 * multiplied by it; `factor` divides `size`. Equal pixels give equal bytes.
 */
export function finishPicture(pixels: Float32Array, size: number, factor: number): Uint8Array {
  const edge = size / factor
  const rgb = new Uint8Array(edge * edge * 3)
  for (let i = 0; i < edge * edge; i++) {
    const sum = [0, 0, 0, 0]
    for (let k = 0; k < factor * factor; k++) {
      const row = Math.floor(i / edge) * factor + Math.floor(k / factor)
      const p = 4 * (row * size + (i % edge) * factor + (k % factor))
      for (let c = 0; c < 4; c++) sum[c] = (sum[c] ?? 0) + (pixels[p + c] ?? 0) / factor ** 2
    }
    const [red = 0, green = 0, blue = 0, alpha = 0] = sum
    for (const [c, part] of [red, green, blue].entries())
      rgb[3 * i + c] = Math.round(255 * Math.min(1, part + (ground[c] ?? 0) * (1 - alpha)))
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
