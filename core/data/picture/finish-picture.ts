/** Turns pixels into a file: adds the ground, and encodes a small PNG. */
import { decode, encode } from 'fast-png'
import { choosePalette } from './choose-palette.ts'
import { toParts } from './srgb.ts'

/** The origin of a picture, in the text that PNG calls `Software` (W3C PNG, 11.3.3.2). */
export const pictureOrigin = 'specimen thumbnail'

/** Pixels of a thumbnail. */
const mostIndexed = 256 ** 2

/** The ground of the page's pictures: `--stage` of its colours. */
const ground = toParts(0x1b1e25)

/** A picture without opacity: sRGB, 8 bits, row by row from the top. */
export interface Colors {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** Returns `edge`² pixels with ground around. `pixels` are sRGB with opacity, multiplied by it. */
export function addGround(
  pixels: Float32Array,
  edge: number,
  { width, height }: { readonly width: number; readonly height: number },
): Colors {
  const first = Math.floor((height - edge) / 2) * width + Math.floor((width - edge) / 2)
  const rgb = new Uint8Array(width * height * 3)
  for (let i = 0; i < rgb.length; i++) rgb[i] = Math.round(255 * (ground[i % 3] ?? 0))
  for (let i = 0; i < edge * edge; i++) {
    const at = 3 * (first + Math.floor(i / edge) * width + (i % edge))
    const clear = 1 - (pixels[4 * i + 3] ?? 0)
    for (let c = 0; c < 3; c++) {
      const part = (pixels[4 * i + c] ?? 0) + (ground[c] ?? 0) * clear
      rgb[at + c] = Math.round(255 * Math.min(1, part))
    }
  }
  return { width, height, rgb }
}

/** Returns a PNG, for a thumbnail of at most 256 colours. Equal colours give equal bytes. */
export function encodePng({ width, height, rgb }: Colors): Uint8Array {
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
