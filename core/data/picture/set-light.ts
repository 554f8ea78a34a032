import { toSrgb } from './srgb.ts'
import type { Light } from './volume/matter.ts'

/** Less is not to be seen. */
const leastOpacity = 0.004

/** Writes the light of a ray as a pixel: sRGB with opacity, multiplied by it. */
export function setLight(pixels: Float32Array, p: number, [red, green, blue, opacity]: Light): void {
  if (opacity < leastOpacity) return
  pixels[4 * p] = toSrgb(red / opacity) * opacity
  pixels[4 * p + 1] = toSrgb(green / opacity) * opacity
  pixels[4 * p + 2] = toSrgb(blue / opacity) * opacity
  pixels[4 * p + 3] = opacity
}
