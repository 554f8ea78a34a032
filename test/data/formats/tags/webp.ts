import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { readRaster, toBytes } from '../files.ts'
import { exifOfRotation, xmpOfRotation } from './exif.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'Pillow 9.4 (libwebp 1.2.4), which also wrote the pictures'

/** The picture of two pixels, 200 100 50 and 1 2 3, as Pillow writes it. */
const picture = Buffer.from('2f010000000f7001b13d26c8b60d6d3bd0e73fd80f19d1ff00', 'hex')

/** Returns a WebP of these chunks. */
function toWebp(...chunks: readonly (readonly [type: string, content: string | Uint8Array])[]): Uint8Array {
  const parts = chunks.map(([type, content]) => {
    const bytes = toBytes(content)
    return toBytes(type, new Uint32Array([bytes.length]), bytes, bytes.length % 2 ? '\0' : '')
  })
  const body = toBytes('WEBP', ...parts)
  return toBytes('RIFF', new Uint32Array([body.length]), body)
}

const canvas = (flags: number): Uint8Array => new Uint8Array([flags, 0, 0, 0, 1, 0, 0, 0, 0, 0])
const isPicture = (result: Result): void =>
  expect(result).toMatchObject({
    width: 2,
    height: 1,
    channels: 3,
    data: new Uint8Array([200, 100, 50, 1, 2, 3]),
  })

function withChunk(type: string, content: string): TagSample {
  return {
    name: 'a.webp',
    from,
    bytes: () => toWebp(['VP8X', canvas(0x20)], [type, content], ['VP8L', picture]),
    check: isPicture,
    without: () => toWebp(['VP8X', canvas(0)], ['VP8L', picture]),
  }
}

/** Expects the sum of all samples, and the pixel in the 12th row and the 18th column of 23×37. */
function hasSamples(pixel: readonly number[], sum: number): (result: Result) => void {
  return (result) => {
    if (result.type !== 'image') throw new Error(`It is a ${result.type}.`)
    expect([result.width, result.height, result.channels]).toEqual([37, 23, pixel.length])
    const at = (11 * 37 + 17) * pixel.length
    expect(Array.from(result.data.subarray(at, at + pixel.length))).toEqual(pixel)
    expect(Array.from(result.data).reduce((total, value) => total + value, 0)).toBe(sum)
  }
}

function ofFile(name: string, pixel: readonly number[], sum: number): TagSample {
  return { name, from, bytes: () => readRaster(name), check: hasSamples(pixel, sum) }
}

export const webpSamples: TagSamples = {
  'VP8 ': ofFile('lossy.webp', [152, 86, 97], 268_793),
  VP8L: ofFile('lossless-alpha.webp', [152, 85, 99, 152], 376_161),
  VP8X: {
    name: 'a.webp',
    from,
    bytes: () => toWebp(['VP8X', canvas(0)], ['VP8L', picture]),
    check: isPicture,
  },
  ALPH: ofFile('lossy-alpha.webp', [154, 84, 94, 152], 377_175),
  ANIM: ofFile('animated.webp', [152, 85, 99], 268_500),
  ICCP: withChunk('ICCP', 'Adobe RGB'),
  'ICCP of sRGB': withChunk('ICCP', 's\0R\0G\0B\0'),
  EXIF: {
    name: 'a.webp',
    from: 'TIFF 6.0, Orientation 6: the first row is the right column',
    bytes: () => toWebp(['VP8X', canvas(8)], ['VP8L', picture], ['EXIF', exifOfRotation]),
    check: (result) =>
      expect(result).toMatchObject({ width: 1, height: 2, data: new Uint8Array([200, 100, 50, 1, 2, 3]) }),
  },
  'XMP Orientation': withChunk('XMP ', xmpOfRotation),
  'XMP ': withChunk('XMP ', '<x/>'),
}
