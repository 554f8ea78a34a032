import type { ImageResult } from '../../../domain/result/result.ts'
import type { PreparedImage, ValueRange } from '../prepared.ts'

/** Returns an image with bounds, and the range of its samples. */
export function prepareImage(result: ImageResult): PreparedImage {
  const { width, height } = result
  return {
    type: 'image',
    result,
    bounds: { low: [0, 0, 0], high: [width, height, 0] },
    range: findColorRange(result),
  }
}

/** Returns the range of all channels but alpha, which is the last of two and of four. */
function findColorRange({ data, channels }: ImageResult): ValueRange {
  const colors = channels % 2 === 0 ? channels - 1 : channels
  let [low, high] = [Infinity, -Infinity]
  for (let pixel = 0; pixel < data.length; pixel += channels) {
    for (let i = pixel; i < pixel + colors; i++) {
      const value = data[i] ?? 0
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return low <= high ? [low, high] : [0, 0]
}
