import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import { exifOfRotation, xmpOfRotation } from './exif.ts'
import { type PngChunk, pngEnd, toHead, toPng, toRows } from './png-file.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'PNG, third edition: two grey pixels of 7 and 9 without a filter'
const grey = [toHead(2, 1, 8, 0), toRows(0, 7, 9), pngEnd] as const
const isGrey = (result: Result): void =>
  expect(result).toMatchObject({ width: 2, height: 1, channels: 1, data: new Uint8Array([7, 9]) })

/** Returns the two pixels with a further chunk behind the head. */
function withChunk(...chunk: PngChunk): TagSample {
  const [head, ...others] = grey
  return {
    name: 'a.png',
    from,
    bytes: () => toPng(head, chunk, ...others),
    check: isGrey,
    without: () => toPng(...grey),
  }
}

/** Returns a red pixel with further chunks behind the head. */
export function toColorPng(...chunks: readonly PngChunk[]): Uint8Array {
  return toPng(toHead(1, 1, 8, 2), ...chunks, toRows(0, 200, 0, 0), pngEnd)
}
const isRed = (result: Result): void =>
  expect(result).toMatchObject({ channels: 3, data: new Uint8Array([200, 0, 0]) })
/** Numbers as parts of 100,000, the highest byte first. */
export function toPlaces(...numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * numbers.length)
  const view = new DataView(bytes.buffer)
  for (const [i, number] of numbers.entries()) view.setUint32(4 * i, Math.round(100_000 * number))
  return bytes
}

const zlib = (text: string): string => Buffer.from(deflateSync(text)).toString('latin1')
const actl = new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0])

export const pngSamples: TagSamples = {
  IHDR: {
    name: 'a.png',
    from: 'PNG 11.2.1: 16 bits, the highest byte first',
    bytes: () => toPng(toHead(1, 2, 16, 0), toRows(0, 1, 2, 0, 255, 255), pngEnd),
    check: (result) =>
      expect(result).toMatchObject({ width: 1, height: 2, data: new Uint16Array([0x102, 0xffff]) }),
  },
  PLTE: {
    name: 'a.png',
    from: 'PNG 11.2.2',
    bytes: () =>
      toPng(toHead(2, 1, 1, 3), ['PLTE', '\x01\x02\x03\xc8\x64\x32'], toRows(0, 0b0100_0000), pngEnd),
    check: (result) =>
      expect(result).toMatchObject({ channels: 3, data: new Uint8Array([1, 2, 3, 200, 100, 50]) }),
  },
  IDAT: {
    name: 'a.png',
    from: 'PNG 11.2.3: the content of all chunks is one stream; zeros and a row more behind the rows',
    bytes: () => {
      const stream = toBytes(new Uint8Array(deflateSync(new Uint8Array([0, 7, 9, 0, 1, 2]))), '\0\0\0')
      return toPng(toHead(2, 1, 8, 0), ['IDAT', stream.subarray(0, 4)], ['IDAT', stream.subarray(4)], pngEnd)
    },
    check: isGrey,
  },
  IEND: { name: 'a.png', from, bytes: () => toBytes(toPng(...grey), 'what follows'), check: isGrey },
  tRNS: {
    name: 'a.png',
    from: 'PNG 11.3.1.1: grey 9 is transparent',
    bytes: () => toPng(toHead(2, 1, 8, 0), ['tRNS', '\0\x09'], toRows(0, 7, 9), pngEnd),
    check: (result) => expect(result).toMatchObject({ channels: 2, data: new Uint8Array([7, 255, 9, 0]) }),
  },
  acTL: withChunk('acTL', actl),
  fcTL: withChunk('fcTL', new Uint8Array(26)),
  fdAT: withChunk('fdAT', '\0\0\0\x01'),
  cHRM: {
    name: 'a.png',
    from: 'PNG 11.3.2.1: the primaries of Adobe RGB (1998), 4.3.1',
    bytes: () => toColorPng(['cHRM', toPlaces(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)]),
    check: isRed,
  },
  'cHRM of sRGB': {
    name: 'a.png',
    from: 'PNG 11.3.2.1 with the numbers of sRGB (IEC 61966-2-1), white rounded to four digits',
    bytes: () => toColorPng(['cHRM', toPlaces(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)]),
    check: isRed,
    without: () => toColorPng(),
  },
  gAMA: withChunk('gAMA', '\0\x01\x86\xa0'),
  'gAMA of sRGB': withChunk('gAMA', '\0\0\xb1\x8f'),
  iCCP: withChunk('iCCP', `Adobe RGB\0\0${zlib('a profile')}`),
  'iCCP of sRGB': withChunk('iCCP', `ICC Profile\0\0${zlib('s\0R\0G\0B\0')}`),
  sRGB: withChunk('sRGB', '\0'),
  cICP: withChunk('cICP', '\x09\x10\0\x01'),
  'cICP of sRGB': withChunk('cICP', '\x01\x0d\0\x01'),
  mDCV: withChunk('mDCV', new Uint8Array(24)),
  cLLI: withChunk('cLLI', new Uint8Array(8)),
  sBIT: withChunk('sBIT', '\x05'),
  bKGD: withChunk('bKGD', '\0\0'),
  hIST: withChunk('hIST', '\0\x01'),
  pHYs: withChunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01'),
  sPLT: withChunk('sPLT', 'a\0\x08'),
  eXIf: {
    name: 'a.png',
    from: 'TIFF 6.0, Orientation 6: the first row is the right column',
    bytes: () => toPng(toHead(2, 1, 8, 0), ['eXIf', exifOfRotation], toRows(0, 7, 9), pngEnd),
    check: (result) => expect(result).toMatchObject({ width: 1, height: 2, data: new Uint8Array([7, 9]) }),
  },
  tIME: withChunk('tIME', '\x07\xea\x01\x01\0\0\0'),
  'orientation in a text': withChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmpOfRotation}`),
  tEXt: withChunk('tEXt', 'Title\0a'),
  zTXt: withChunk('zTXt', `Title\0\0${zlib('a')}`),
  iTXt: withChunk('iTXt', 'Title\0\0\0\0\0a'),
  CgBI: withChunk('CgBI', '\x50\0\x20\x02'),
  'private chunk': withChunk('moRe', 'abc'),
  'unknown chunk that is needed': withChunk('XYZW', ''),
}
