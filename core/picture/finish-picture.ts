/** Turns pixels into a file: averages them, adds the ground, and encodes a small PNG. */
import { decode, encode } from 'fast-png'
import { choosePalette } from './choose-palette.ts'
import { toParts } from './srgb.ts'

/** The origin of a picture, in the text that PNG calls `Software` (W3C PNG, 11.3.3.2). */
export const pictureOrigin = 'specimen thumbnail'

/** Pixels of a thumbnail. */
const mostIndexed = 256 ** 2

/** The ground of the page's pictures: `--stage` of its colours. */
const ground = toParts(0x1b1e25)

/**
 * Returns a PNG, for a thumbnail of at most 256 colours, with (size / factor)² pixels in its middle and
 * ground around. `pixels` are `size`² of sRGB with opacity, multiplied by it; `factor` divides `size`. Equal
 * pixels give equal bytes.
 */
export function finishPicture(
  pixels: Float32Array,
  shape: {
    readonly size: number
    readonly factor: number
    readonly width: number
    readonly height: number
  },
): Uint8Array {
  const { size, factor, width, height } = shape
  const edge = size / factor
  const first = Math.floor((height - edge) / 2) * width + Math.floor((width - edge) / 2)
  const plain = ground.map((part) => Math.round(255 * part))
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => plain[i % 3] ?? 0)
  for (let i = 0; i < edge * edge; i++) {
    const sum = [0, 0, 0, 0]
    for (let k = 0; k < factor * factor; k++) {
      const row = Math.floor(i / edge) * factor + Math.floor(k / factor)
      const p = 4 * (row * size + (i % edge) * factor + (k % factor))
      for (let c = 0; c < 4; c++) sum[c] = (sum[c] ?? 0) + (pixels[p + c] ?? 0) / factor ** 2
    }
    const [red = 0, green = 0, blue = 0, alpha = 0] = sum
    const at = 3 * (first + Math.floor(i / edge) * width + (i % edge))
    for (const [c, part] of [red, green, blue].entries())
      rgb[at + c] = Math.round(255 * Math.min(1, part + (ground[c] ?? 0) * (1 - alpha)))
  }
  const text = { Software: pictureOrigin }
  // A palette takes longer than drawing where there are more pixels.
  if (width * height > mostIndexed) return encode({ width, height, data: rgb, channels: 3, depth: 8, text })
  const { palette, indices } = choosePalette(rgb, 256)
  return encode({ width, height, data: indices, channels: 1, depth: 8, palette, text })
}

/** Returns true for pictures made by this program. */
export function isOwnPicture(bytes: Uint8Array): boolean {
  try {
    return decode(bytes).text.Software === pictureOrigin
  } catch {
    return false // the decoder's errors have no class: anything but a PNG is a foreign file
  }
}
