import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import { exifOfRotation, xmpOfRotation } from './exif.ts'
import { type JpegParts, toJpeg, writeNumber } from './jpeg-file.ts'
import type { TagSample, TagSamples } from './sample.ts'

const pillow = 'Pillow 9.4 (libjpeg-turbo 2.1.5) of the same bytes'

/** Expects the first pixel, and the same in all others. */
function isFlat(...pixel: readonly number[]): (result: Result) => void {
  return (result) => {
    if (result.type !== 'image') throw new Error(`It is a ${result.type}.`)
    expect(result.channels).toBe(pixel.length)
    const pixels = result.data.length / pixel.length
    expect(Array.from(result.data)).toEqual(Array.from({ length: pixels }, () => pixel).flat())
  }
}

function sample(parts: JpegParts, ...pixel: readonly number[]): TagSample {
  return { name: 'a.jpg', from: pillow, bytes: () => toJpeg(parts), check: isFlat(...pixel) }
}

/** Returns a grey picture of the level 77 with a segment of a program. */
function withSegment(marker: number, content: string | Uint8Array): TagSample {
  const levels = [77]
  return {
    ...sample({ levels, segments: [[marker, content]] }, 77),
    without: () => toJpeg({ levels }),
  }
}

const jfif = 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'
const adobe = (transform: number): string => `Adobe\0\x64\0\0\0\0${String.fromCharCode(transform)}`
const yCbCr = [124, 86, 182]
const asRgb = [200, 100, 50]

export const jpegSamples: TagSamples = {
  SOF0: sample({ levels: [77] }, 77),
  SOF1: sample({ levels: [77], marker: 0xc1 }, 77),
  'SOF1 of 12 bits': sample({ levels: [77], marker: 0xc1, depth: 12 }),
  SOF2: {
    ...sample({ levels: yCbCr, marker: 0xc2 }, ...asRgb),
    from: 'ISO/IEC 10918-1, annex G: the first scan has the levels of all blocks',
  },
  SOF3: sample({ levels: [77], marker: 0xc3 }),
  'SOF5 to SOF7': sample({ levels: [77], marker: 0xc6 }),
  'SOF9 to SOF15': sample({ levels: [77], marker: 0xc9 }),
  SOF55: sample({ levels: [77], marker: 0xf7 }),
  'SOF sampling': {
    name: 'a.jpg',
    from: pillow,
    // Two blocks of luminance, and one of each chroma, for 16×8 pixels.
    bytes: () =>
      toJpeg({
        levels: [],
        ids: [1, 2, 3],
        sampling: [0x21, 0x11, 0x11],
        width: 16,
        scan: [8 * (124 - 128), 0, 8 * (86 - 128), 8 * (182 - 128)]
          .map((value) => `${writeNumber(value)}1010`)
          .join(''),
      }),
    check: isFlat(...asRgb),
  },
  'SOF of 1 component': sample({ levels: [77], sampling: [0x22] }, 77),
  'SOF of 2 components': sample({ levels: [77, 78] }),
  'SOF components R, G, B': sample({ levels: yCbCr, ids: [82, 71, 66] }, ...yCbCr),
  'SOF of 4 components': sample({ levels: [10, 20, 30, 40] }, 2, 3, 5),
  DHT: {
    name: 'a.jpg',
    from: 'ISO/IEC 10918-1, annex C: the code 0 of one bit for nine bits of a level, and 0 for the end of a block',
    bytes: () => {
      const table = (place: number, symbol: number): Uint8Array =>
        new Uint8Array([place, 1, ...new Uint8Array(15), symbol])
      const segments = [
        [0xc4, table(0, 9)],
        [0xc4, table(16, 0)],
      ] as const
      return toJpeg({ levels: [77], segments, scan: '00011001110' })
    },
    check: isFlat(77),
  },
  'without DHT': sample({ levels: yCbCr }, ...asRgb),
  DQT: {
    name: 'a.jpg',
    from: 'ISO/IEC 10918-1, B.2.4.1: 16 bits; the level -51 by a quantizer of 8, so 128 - 51',
    bytes: () => {
      const steps = toBytes(
        '\x11',
        new Uint8Array(128).map((_, i) => (i === 1 ? 8 : i % 2)),
      )
      const quantized = toJpeg({ levels: [128 - 51 / 8], segments: [[0xdb, steps]] })
      // The component takes the table number 1.
      const at = Buffer.from(quantized).indexOf(Buffer.from([1, 0x11, 0]))
      quantized[at + 2] = 1
      return quantized
    },
    check: isFlat(77),
  },
  DRI: {
    name: 'a.jpg',
    from: 'ISO/IEC 10918-1, B.2.4.4: levels begin anew behind each restart',
    bytes: () =>
      toBytes(
        toJpeg({ levels: [77], width: 16, segments: [[0xdd, '\0\x01']], end: '' }),
        '\xff\xd0',
        toJpeg({ levels: [77] }).subarray(-5),
      ),
    check: isFlat(77),
  },
  DNL: sample({ levels: [77], height: 0 }),
  'APP0 JFIF': sample(
    {
      levels: yCbCr,
      segments: [
        [0xe0, jfif],
        [0xee, adobe(0)],
      ],
    },
    ...asRgb,
  ),
  'APP0 JFIF density': withSegment(0xe0, 'JFIF\0\x01\x01\x01\0\x48\0\x48\0\0'),
  'APP1 Exif Orientation': {
    name: 'a.jpg',
    from: 'TIFF 6.0, Orientation 6: the first row is the right column',
    bytes: () =>
      toJpeg({ levels: [77, 30], ids: [1], width: 16, segments: [[0xe1, `Exif\0\0${exifOfRotation}`]] }),
    check: (result) => {
      if (result.type !== 'image') throw new Error(`It is a ${result.type}.`)
      expect([result.width, result.height, result.data[0], result.data[64]]).toEqual([8, 16, 77, 30])
    },
  },
  'APP1 XMP Orientation': withSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmpOfRotation}`),
  'APP1 of another kind': withSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>'),
  'APP2 ICC_PROFILE': withSegment(0xe2, 'ICC_PROFILE\0\x01\x01Adobe RGB'),
  'APP2 ICC_PROFILE of sRGB': withSegment(0xe2, 'ICC_PROFILE\0\x01\x01sRGB IEC61966-2.1'),
  'APP2 MPF': withSegment(0xe2, 'MPF\0II*\0'),
  APP13: withSegment(0xed, 'Photoshop 3.0\0'),
  'APP14 Adobe transform 0': sample({ levels: yCbCr, segments: [[0xee, adobe(0)]] }, ...yCbCr),
  'APP14 Adobe transform 1': sample({ levels: yCbCr, segments: [[0xee, adobe(1)]] }, ...asRgb),
  'APP14 Adobe transform 2': sample({ levels: [...yCbCr, 215], segments: [[0xee, adobe(2)]] }, 46, 131, 173),
  'APPn of other programs': withSegment(0xe9, 'mystery\0'),
  COM: withSegment(0xfe, 'a comment'),
}
