import { chooseColormap, colormapSize, sampleColormap } from '../../contract/look/colormaps.ts'
import type { Display } from '../../contract/look/display.ts'
import type { PreparedImage } from '../prepared/prepared.ts'
import { type Frame, findImagePixels } from './camera.ts'

/** Returns sRGB with opacity, multiplied by it, of `size`² pixels, with the image in the middle. */
export function drawImage(image: PreparedImage, display: Display, frame: Frame): Float32Array {
  const { size } = frame
  const { width, height } = image.result
  const read = createImageReading(image, display)
  const step = 1 / findImagePixels(image, frame)
  const pixels = new Float32Array(size * size * 4)
  for (let p = 0; p < size * size; p++) {
    const column = Math.floor(width / 2 + ((p % size) + 0.5 - size / 2) * step)
    const row = Math.floor(height / 2 + (Math.floor(p / size) + 0.5 - size / 2) * step)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const [red, green, blue, alpha] = read(row * width + column)
    pixels.set([red * alpha, green * alpha, blue * alpha, alpha], 4 * p)
  }
  return pixels
}

/** Returns the sRGB colour and the opacity of a pixel. */
export type ImageReading = (pixel: number) => readonly [number, number, number, number]

/** Returns the function from a pixel to its colour. */
export function createImageReading({ result, range }: PreparedImage, display: Display): ImageReading {
  const { channels, dtype, data } = result
  const most = dtype === 'uint8' ? 255 : 65535
  const map = sampleColormap(chooseColormap(display.colormap, result), display.isInverted)
  const [low, high] = display.window ?? range
  return (pixel) => {
    const at = pixel * channels
    const part = (c: number): number => (data[at + c] ?? 0) / most
    const alpha = channels % 2 === 0 ? part(channels - 1) : 1
    if (channels > 2) return [part(0), part(1), part(2), alpha]
    const fraction = Math.max(0, Math.min(1, ((data[at] ?? 0) - low) / (high - low || Number.EPSILON)))
    const entry = 4 * Math.round(fraction * (colormapSize - 1))
    const color = (c: number): number => (map[entry + c] ?? 0) / 255
    return [color(0), color(1), color(2), alpha]
  }
}
