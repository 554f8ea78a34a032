import { decode } from 'fast-png'

/** The colours of a picture in sRGB: three bytes a pixel, row by row from the top. */
export interface PictureColors {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** Returns the colours of a PNG with eight bits a channel or a palette, without its alpha. */
export function readColors(png: Uint8Array): PictureColors {
  const { width, height, channels, data, palette } = decode(png)
  const rgb = new Uint8Array(3 * width * height)
  for (let at = 0; at < width * height; at++) {
    const color = palette?.[data[at] ?? 0]
    for (let c = 0; c < 3; c++) rgb[3 * at + c] = (color ? color[c] : data[channels * at + c]) ?? 0
  }
  return { width, height, rgb }
}
