import type { DecodeContext } from '../../format.ts'
import { applyTag } from '../../tag-table.ts'
import type { BmpHead } from './bmp-head.ts'
import { bmpTags } from './bmp-tags.ts'

/** Codes behind a zero: the end of a row, that of the picture, and a move. */
const [endOfRow, endOfPicture, move] = [0, 1, 2]

/** Returns the indices of runs of 4 or 8 bits, rows from the top. Pixels that no run has are of color 0. */
export function unpackRuns(
  { width, height, bits, isFromTop }: BmpHead,
  packed: Uint8Array,
  context: Pick<DecodeContext, 'onNote'>,
): Uint8Array {
  const indices = new Uint8Array(width * height)
  let [x, y, at] = [0, 0, 0]
  let missing = indices.length
  const put = (index: number): void => {
    if (x < width && y < height) {
      indices[(isFromTop ? y : height - 1 - y) * width + x] = index
      missing--
    }
    x++
  }
  const pick = (bytes: number, i: number): number => {
    if (bits === 8) return packed[bytes + i] ?? 0
    return ((packed[bytes + (i >> 1)] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 15
  }
  while (y < height && at + 1 < packed.length) {
    const [count = 0, code = 0] = packed.subarray(at, at + 2)
    at += 2
    if (count > 0) for (let i = 0; i < count; i++) put(bits === 8 ? code : pick(at - 1, i % 2))
    else if (code === endOfPicture) break
    else if (code === endOfRow) {
      x = 0
      y++
    } else if (code === move) {
      x += packed[at] ?? 0
      y += packed[at + 1] ?? 0
      at += 2
    } else {
      for (let i = 0; i < code; i++) put(pick(at, i))
      at += 2 * Math.ceil((code * bits) / 16)
    }
  }
  if (missing > 0) applyTag(bmpTags, 'pixels of no run', context, `${missing} of ${indices.length}`)
  return indices
}
