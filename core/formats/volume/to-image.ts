import type { ElementArray } from '../../domain/result/elements.ts'
import type { ImageResult } from '../../domain/result/result.ts'

/** Returns unsigned samples of 8 or 16 bits as an image; undefined for others. */
export function toImage(
  size: Pick<ImageResult, 'width' | 'height' | 'channels'>,
  data: ElementArray,
): ImageResult | undefined {
  if (data instanceof Uint8Array) return { type: 'image', ...size, dtype: 'uint8', data }
  return data instanceof Uint16Array ? { type: 'image', ...size, dtype: 'uint16', data } : undefined
}
