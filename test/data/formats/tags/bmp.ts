import { expect } from 'vitest'
import { toBytes } from '../files.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'the text of BITMAPINFOHEADER; Pillow 9.4 reads the same but for runs, which it misplaces'

interface BmpParts {
  readonly width?: number
  readonly height?: number
  readonly bits: number
  readonly compression?: number
  readonly headBytes?: number
  readonly resolution?: number
  readonly colors?: number
  /** Behind 40 bytes: masks and what a longer head has. */
  readonly more?: Uint8Array
  readonly palette?: readonly number[]
  readonly pixels: readonly number[]
}

function toBmp(parts: BmpParts): Uint8Array {
  const { width = 2, height = 1, bits, compression = 0, headBytes = 40, resolution = 0, colors = 0 } = parts
  const { more = new Uint8Array(), palette = [], pixels } = parts
  const head =
    headBytes === 12
      ? toBytes(new Uint32Array([12]), new Uint16Array([width, height, 1, bits]))
      : toBytes(
          new Int32Array([headBytes, width, height]),
          new Uint16Array([1, bits]),
          new Uint32Array([compression, 0, resolution, resolution, colors, 0]),
          more,
        )
  const start = 14 + head.length + palette.length
  return toBytes(
    'BM',
    new Uint32Array([start + pixels.length, 0, start]),
    head,
    new Uint8Array([...palette, ...pixels]),
  )
}

function sample(parts: BmpParts, channels: number, data: readonly number[], size = [2, 1]): TagSample {
  const [width, height] = size
  return {
    name: 'a.bmp',
    from,
    bytes: () => toBmp(parts),
    check: (result) => expect(result).toMatchObject({ width, height, channels, data: new Uint8Array(data) }),
  }
}

/** Blue, green and red of two pixels, and two bytes that fill the row. */
const twoPixels = [50, 100, 200, 3, 2, 1, 0, 0]
const twoColors = [200, 100, 50, 1, 2, 3]
const masks = (...bits: readonly number[]): Uint8Array => toBytes(new Uint32Array(bits))
const palette = [50, 100, 200, 0, 3, 2, 1, 0]
/** Sixteen colours, of which the reds count up. */
const sixteen = Array.from({ length: 16 }, (_, i) => [0, 1, i, 0]).flat()
const reds = (...values: readonly number[]): number[] => values.flatMap((red) => [red, 1, 0])

const inRuns = { width: 6, height: 2, bits: 8, compression: 1, colors: 16, palette: sixteen }
/** Three of color 5, 1, 2 and 3 as they are, and the end of the row. */
const firstRow = [3, 5, 0, 3, 1, 2, 3, 0, 0, 0]

/** Returns the masks of a longer head, and its colour space. */
function toLongHead(headBytes: number, space: string): Uint8Array {
  const more = new Uint8Array(headBytes - 40)
  more.set(masks(0xff_0000, 0xff00, 0xff, 0xff00_0000))
  more.set(Buffer.from([...space].reverse().join(''), 'latin1'), 16)
  return more
}

function ofLongHead(headBytes: number, space = 'sRGB'): TagSample {
  const pixels = [50, 100, 200, 128, 3, 2, 1, 255]
  const parts = { bits: 32, compression: 3, headBytes, more: toLongHead(headBytes, space), pixels }
  return {
    ...sample(parts, 4, [200, 100, 50, 128, 1, 2, 3, 255]),
    without: () => toBmp({ ...parts, more: toLongHead(headBytes, '\0\0\0\0') }),
  }
}

export const bmpSamples: TagSamples = {
  'biSize = 12': sample(
    { bits: 1, headBytes: 12, palette: [50, 100, 200, 3, 2, 1], pixels: [0x40, 0, 0, 0] },
    3,
    twoColors,
  ),
  'biSize = 40': sample({ bits: 24, pixels: twoPixels }, 3, twoColors),
  'biSize = 64': sample(
    { bits: 24, headBytes: 64, more: new Uint8Array(24), pixels: twoPixels },
    3,
    twoColors,
  ),
  'biSize = 108': ofLongHead(108),
  'biSize = 124': ofLongHead(124),
  'biHeight < 0': sample(
    { width: 1, height: -2, bits: 24, pixels: [50, 100, 200, 0, 3, 2, 1, 0] },
    3,
    twoColors,
    [1, 2],
  ),
  'biBitCount = 1': sample(
    { bits: 1, palette: [7, 7, 7, 0, 9, 9, 9, 0], pixels: [0x40, 0, 0, 0] },
    1,
    [7, 9],
  ),
  'biBitCount = 4': sample({ bits: 4, palette: sixteen, pixels: [0x5a, 0, 0, 0] }, 3, reds(5, 10)),
  'biBitCount = 8': sample({ bits: 8, colors: 16, palette: sixteen, pixels: [5, 10, 0, 0] }, 3, reds(5, 10)),
  'biBitCount = 16': sample({ bits: 16, pixels: [0x1f, 0x7c, 0x64, 0] }, 3, [255, 0, 255, 0, 24, 32]),
  'biBitCount = 24': sample(
    { width: 1, height: 2, bits: 24, pixels: [3, 2, 1, 0, 50, 100, 200, 0] },
    3,
    twoColors,
    [1, 2],
  ),
  'biBitCount = 32': sample({ bits: 32, pixels: [50, 100, 200, 9, 3, 2, 1, 9] }, 3, twoColors),
  'biCompression = 1': sample(
    // Three of color 5; 1, 2 and 3 as they are; the end of the row; six of color 7; the end.
    { ...inRuns, pixels: [...firstRow, 6, 7, 0, 1] },
    3,
    reds(7, 7, 7, 7, 7, 7, 5, 5, 5, 1, 2, 3),
    [6, 2],
  ),
  'pixels of no run': {
    // A move by four and no row; two of color 7; the end.
    ...sample(
      { ...inRuns, pixels: [...firstRow, 0, 2, 4, 0, 2, 7, 0, 1] },
      3,
      reds(0, 0, 0, 0, 7, 7, 5, 5, 5, 1, 2, 3),
      [6, 2],
    ),
    without: () => toBmp({ ...inRuns, pixels: [...firstRow, 4, 0, 2, 7, 0, 1] }),
  },
  'biCompression = 2': sample(
    {
      ...{ width: 6, height: 1, bits: 4, compression: 2, palette: sixteen },
      pixels: [3, 0x5a, 0, 3, 0x12, 0x30, 0, 1],
    },
    3,
    reds(5, 10, 5, 1, 2, 3),
    [6, 1],
  ),
  'biCompression = 3': sample(
    { bits: 16, compression: 3, more: masks(0xf800, 0x07e0, 0x1f), pixels: [0x1f, 0xf8, 0xe0, 0x07] },
    3,
    [255, 0, 255, 0, 255, 0],
  ),
  'biCompression = 6': sample(
    { bits: 16, compression: 6, more: masks(0x0f00, 0xf0, 0x0f, 0xf000), pixels: [0x0f, 0x8f, 0xf0, 0xf0] },
    4,
    [255, 0, 255, 136, 0, 255, 0, 255],
  ),
  'biCompression = 4': sample({ bits: 24, compression: 4, pixels: twoPixels }, 3, []),
  'biCompression = 5': sample({ bits: 24, compression: 5, pixels: twoPixels }, 3, []),
  'biCompression = 11': sample({ bits: 32, compression: 11, pixels: twoPixels }, 3, []),
  biXPelsPerMeter: {
    ...sample({ bits: 24, resolution: 2835, pixels: twoPixels }, 3, twoColors),
    without: () => toBmp({ bits: 24, pixels: twoPixels }),
  },
  biClrUsed: sample({ bits: 8, colors: 2, palette, pixels: [0, 1, 0, 0] }, 3, twoColors),
  'bV5CSType = sRGB': ofLongHead(124),
  'bV5CSType = MBED': ofLongHead(124, 'MBED'),
}
