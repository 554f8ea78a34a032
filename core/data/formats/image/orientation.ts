import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { toView } from '../number-readers.ts'

/** The rows and columns of a picture, channels side by side. */
interface Grid {
  readonly width: number
  readonly height: number
  readonly channels: number
}

const orientationTag = 274

/**
 * Returns the orientation (1 to 8) that an Exif block names, which begins with the byte order of a TIFF; 1
 * where it names none. A damaged block, which every viewer leaves alone, is undefined.
 */
export function readExifOrientation(block: Uint8Array): number | undefined {
  const view = toView(block)
  const isLittle = block[0] === 0x49
  if (block.length < 8 || view.getUint16(2, isLittle) !== 42) return undefined
  const start = view.getUint32(4, isLittle)
  if (start + 2 > block.length) return undefined
  const count = view.getUint16(start, isLittle)
  if (start + 2 + 12 * count > block.length) return undefined
  for (let at = start + 2; at < start + 2 + 12 * count; at += 12) {
    if (view.getUint16(at, isLittle) !== orientationTag) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return 1
}

/** The note on an orientation that is written where only some programs look. */
export const otherOrientationNote = 'It says that it is turned, though not in Exif: this is not applied.'

/** Returns the orientation (1 to 8) that a text of XMP names; 1 where it names none. */
export function readXmpOrientation(text: Uint8Array): number {
  const found = /tiff:Orientation(?:\s*=\s*["']|>)\s*([1-8])/.exec(new TextDecoder().decode(text))
  return Number(found?.[1] ?? 1)
}

/**
 * Returns a picture upright: `orientation` says which corner its first row and column belong to (TIFF 6.0,
 * tag 274). The array is the same where nothing changes, else of the same class.
 */
export function turnUpright<Data extends ElementArray>(
  { width, height, channels }: Grid,
  data: Data,
  orientation: number,
): { readonly width: number; readonly height: number; readonly data: Data } {
  if (orientation < 2 || orientation > 8) return { width, height, data }
  const isTurned = orientation > 4
  const [across, down] = isTurned ? [height, width] : [width, height]
  const isFromRight = [2, 3, 7, 8].includes(orientation)
  const isFromBottom = [3, 4, 6, 7].includes(orientation)
  const turned = data.slice() as Data // what slice makes is of the same class
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const [column, row] = isTurned ? [y, x] : [x, y]
      const from =
        ((isFromBottom ? height - 1 - row : row) * width + (isFromRight ? width - 1 - column : column)) *
        channels
      const to = (y * across + x) * channels
      for (let i = 0; i < channels; i++) turned[to + i] = data[from + i] ?? 0
    }
  }
  return { width: across, height: down, data: turned }
}
