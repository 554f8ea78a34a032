import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import { toJpeg, toQuantizers } from './jpeg-file.ts'
import type { TagSample, TagSamples } from './sample.ts'
import { type TagValue, type TiffPageParts, toRationals, toTiff } from './tiff-file.ts'

const from = 'TIFF 6.0: two grey pixels of 7 and 9'
type Check = (result: Result) => void

/** Expects an image of these samples. */
function isImage(data: readonly number[], { width = 2, channels = 1 } = {}): Check {
  return (result) => {
    if (result.type !== 'image') throw new Error(`It is a ${result.type}.`)
    expect(Array.from(result.data)).toEqual(data)
    expect([result.width, result.channels]).toEqual([width, channels])
  }
}

/** Expects a volume of these samples. */
function isVolume(data: readonly number[], members: object = {}): Check {
  return (result) => {
    if (result.type !== 'volume') throw new Error(`It is a ${result.type}.`)
    expect(Array.from(result.data)).toEqual(data)
    expect(result).toMatchObject(members)
  }
}

const isPlain = isImage([7, 9])

function sample(check: Check, page: TiffPageParts, source: string = from): TagSample {
  return { name: 'a.tif', from: source, bytes: () => toTiff(page), check }
}

/** A page of pixels of one byte each, with these tags. */
function withTags(tags: { readonly [tag: number]: TagValue }, check: Check = isPlain): TagSample {
  return { ...sample(check, { tags }), without: () => toTiff({}) }
}

/** Samples of one tag each that leave the picture as it is. */
function withOne(value: TagValue, ...names: readonly string[]): TagSamples {
  return Object.fromEntries(names.map((name) => [name, withTags({ [Number.parseInt(name, 10)]: value })]))
}

/** Several samples of a pixel. */
function ofColors(
  photometric: number,
  samples: readonly number[],
  check: Check,
  tags: TiffPageParts['tags'] = {},
): TagSample {
  const count = samples.length
  return sample(check, {
    data: new Uint8Array(samples),
    tags: { 256: 1, 258: samples.map(() => 8), 262: photometric, 277: count, ...tags },
  })
}

const rgb = [200, 100, 50]
const isRgb = isImage(rgb, { width: 1, channels: 3 })
/** Rows of 16 pixels: 1f80, 0f80, ffff, 4003. */
const faxRows = [0x1f, 0x80, 0x0f, 0x80, 0xff, 0xff, 0x40, 0x03]
const isFax = isImage(
  faxRows.flatMap((byte) => Array.from({ length: 8 }, (_, i) => ((byte >> (7 - i)) & 1) * 255)),
  { width: 16 },
)

function ofFax(compression: number, codes: string, options = 0): TagSample {
  return sample(
    isFax,
    {
      data: new Uint8Array(Buffer.from(codes, 'hex')),
      tags: { 256: 16, 257: 4, 258: 1, 259: compression, 278: 4, 292: options },
    },
    'the codes of libtiff 4.5 (tiffcp) for these rows',
  )
}

function ofCompression(number: number, data: Uint8Array): TagSample {
  return sample(isPlain, { data, tags: { 259: number } })
}

/** Returns codes of 9 bits as bytes. */
function toCodes(isLowFirst: boolean, ...codes: readonly number[]): Uint8Array {
  const bits = codes.map((code) => {
    const digits = code.toString(2).padStart(9, '0')
    return isLowFirst ? [...digits].reverse().join('') : digits
  })
  const bytes = bits.join('').padEnd(40, '0').match(/.{8}/g) ?? []
  return new Uint8Array(
    bytes.map((byte) => Number.parseInt(isLowFirst ? [...byte].reverse().join('') : byte, 2)),
  )
}

const jpegTags = { 256: 8, 257: 8, 259: 7 }
const isJpeg = isImage(
  Array.from({ length: 64 }, () => 77),
  { width: 8 },
)
const quantizers = toQuantizers()
const twoRows = { 257: 2, 278: 1 }
const imageJ = {
  270: 'ImageJ=1.54f\nimages=2\nslices=2\nspacing=3\nunit=um\n',
  282: toRationals([4, 1]),
  283: toRationals([2, 1]),
}
const smallCopy: TiffPageParts = { tags: { 254: 1, 256: 1 } }

const readSamples: TagSamples = {
  '254 NewSubfileType': { name: 'a.tif', from, bytes: () => toTiff({}, smallCopy), check: isPlain },
  '255 SubfileType': {
    name: 'a.tif',
    from,
    bytes: () => toTiff({}, { tags: { 255: 2, 256: 1 } }),
    check: isPlain,
  },
  '256 ImageWidth': withTags({ 256: 1 }, isImage([7], { width: 1 })),
  '257 ImageLength': withTags({ 256: 1, 257: 2 }, isImage([7, 9], { width: 1 })),
  '258 BitsPerSample': withTags({ 256: 4, 258: 4 }, isImage([0, 119, 0, 153], { width: 4 })),
  '258 BitsPerSample (several)': withTags({ 256: 1, 258: [5, 6, 5], 262: 2, 277: 3 }),
  '262 PhotometricInterpretation (absent)': sample(isRgb, {
    data: new Uint8Array(rgb),
    tags: { 256: 1, 262: undefined, 277: 3 },
  }),
  '262 PhotometricInterpretation = 0': withTags({ 262: 0 }, isImage([248, 246])),
  '262 PhotometricInterpretation = 0 (signed, floats)': withTags({ 262: 0, 339: 2 }, isVolume([7, 9])),
  '262 PhotometricInterpretation = 1': withTags({ 262: 1 }),
  '262 PhotometricInterpretation = 2': ofColors(2, rgb, isRgb),
  '262 PhotometricInterpretation = 3': {
    ...withTags(
      {
        256: 1,
        258: 4,
        262: 3,
        320: Array.from({ length: 48 }, (_, i) => (i % 16) * 257 + Math.floor(i / 16) * 2570),
      },
      isImage([0, 10, 20], { width: 1, channels: 3 }),
    ),
  },
  '262 PhotometricInterpretation = 3 (stack)': {
    name: 'a.tif',
    from,
    bytes: () => toTiff({ tags: { 262: 3 } }, { tags: { 262: 3 } }),
    check: isVolume([7, 9, 7, 9]),
  },
  '262 PhotometricInterpretation = 4': withTags(
    { 256: 8, 258: 1, 262: 4 },
    isImage([0, 0, 0, 0, 0, 255, 255, 255], { width: 8 }),
  ),
  '262 PhotometricInterpretation = 5': {
    ...ofColors(5, [10, 20, 30, 40], isImage([207, 198, 190], { width: 1, channels: 3 })),
    from: "Pillow 9.4: Image.new('CMYK', (1, 1), (10, 20, 30, 40)).convert('RGB')",
  },
  '262 PhotometricInterpretation = 6': {
    ...ofColors(6, [124, 86, 182], isImage([200, 100, 50], { width: 1, channels: 3 }), { 530: [1, 1] }),
    from: 'TIFF 6.0, section 21: 124 + 54 × 1.402, 124 - 42 × -0.344 - 54 × 0.714, 124 - 42 × 1.772, rounded',
  },
  '262 PhotometricInterpretation = 8': {
    ...ofColors(8, [255, 0, 0], isImage([255, 255, 255], { width: 1, channels: 3 })),
    from: 'TIFF 6.0, section 23: L* 100 without a color is white',
  },
  '262 PhotometricInterpretation = 9': {
    ...ofColors(9, [0, 128, 128], isImage([0, 0, 0], { width: 1, channels: 3 })),
    from: 'ICC.1: L* 0 without a color is black',
  },
  '266 FillOrder': withTags({ 266: 1 }),
  '266 FillOrder = 2': withTags({ 266: 2 }, isImage([224, 144])),
  '270 ImageDescription': {
    name: 'a.tif',
    from: 'tifffile 2023.2',
    bytes: () => toTiff({ tags: imageJ }, {}),
    check: isVolume([7, 9, 7, 9], { shape: [2, 1, 2], spacing: [3, 0.5, 0.25], unit: 'µm' }),
  },
  '273 StripOffsets': sample(isImage([7, 9, 1, 2]), {
    data: [new Uint8Array([7, 9]), new Uint8Array([1, 2])],
    tags: twoRows,
  }),
  '274 Orientation': withTags({ 274: 2 }, isImage([9, 7])),
  '277 SamplesPerPixel': withTags(
    { 256: 1, 258: [8, 8], 277: 2, 338: 2 },
    isImage([7, 9], { width: 1, channels: 2 }),
  ),
  '278 RowsPerStrip': sample(isImage([7, 9, 1, 2]), {
    data: new Uint8Array([7, 9, 1, 2]),
    tags: { 257: 2, 278: 9 },
  }),
  '279 StripByteCounts': sample(isPlain, { data: new Uint8Array([7, 9, 1]) }),
  '282 XResolution': withTags({ 282: toRationals([300, 1]), 296: 2 }),
  '283 YResolution': withTags({ 283: toRationals([300, 1]), 296: 2 }),
  '284 PlanarConfiguration': withTags({ 284: 1 }),
  '284 PlanarConfiguration = 2': sample(isRgb, {
    data: rgb.map((value) => new Uint8Array([value])),
    tags: { 256: 1, 258: [8, 8, 8], 262: 2, 277: 3, 284: 2 },
  }),
  '292 T4Options': ofFax(3, '001c178009e0033505c004ca22', 1),
  '292 T4Options (uncompressed)': ofFax(4, '03c0000000000000'),
  '317 Predictor': withTags({ 317: 1 }),
  '317 Predictor = 2': sample(isImage([7, 16]), {
    data: new Uint8Array(deflateSync(new Uint8Array([7, 9]))),
    tags: { 259: 8, 317: 2 },
  }),
  '317 Predictor = 3': sample(
    isVolume([1, 2]),
    {
      // 0x3f800000 and 0x40000000, highest bytes first, each as its difference from the byte before.
      data: new Uint8Array(deflateSync(new Uint8Array([0x3f, 1, 0x80 - 0x40, 0x80, 0, 0, 0, 0]))),
      tags: { 258: 32, 259: 8, 317: 3, 339: 3 },
    },
    'supplement 3 of TIFF 6.0',
  ),
  '320 ColorMap': {
    ...withTags(
      { 256: 2, 258: 8, 262: 3, 320: Array.from({ length: 768 }, (_, i) => i * 3) },
      isImage([21, 789, 1557, 27, 795, 1563], { channels: 3 }),
    ),
    from: 'tifffile 2023.2: colormap[:, [7, 9]]',
  },
  '322 TileWidth': sample(
    isPlain,
    {
      data: new Uint8Array(256).map((_, i) => [7, 9][i] ?? 0),
      tags: { 322: 16, 323: 16 },
    },
    'TIFF 6.0, section 15; the tile is named by the tags of strips, as libtiff 4.5 reads it',
  ),
  '323 TileLength': sample(isImage([7, 9, ...new Uint8Array(30), 1, 2]), {
    data: [0, 1].map((tile) =>
      new Uint8Array(256).map((_, i) => (i < 2 ? [7, 9, 1, 2][2 * tile + i] : 0) ?? 0),
    ),
    tags: { 257: 17, 322: 16, 323: 16 },
  }),
  '324 TileOffsets': sample(
    isImage(
      Array.from({ length: 32 }, (_, x) => (x < 16 ? 7 : 0)),
      { width: 32 },
    ),
    {
      data: [new Uint8Array(256).fill(7), new Uint8Array()],
      tags: { 256: 32, 322: 16, 323: 16 },
    },
    'tifffile 2023.2: a tile without bytes has zeros',
  ),
  '325 TileByteCounts': sample(isPlain, {
    data: new Uint8Array(deflateSync(new Uint8Array(256).map((_, i) => [7, 9][i] ?? 0))),
    tags: { 259: 8, 322: 16, 323: 16 },
  }),
  '332 InkSet': withTags({ 332: 1 }),
  '338 ExtraSamples = 0': ofColors(2, [...rgb, 9], isRgb, { 338: 0 }),
  '338 ExtraSamples = 1': {
    ...ofColors(2, [100, 50, 25, 128], isImage([199, 100, 50, 128], { width: 1, channels: 4 }), { 338: 1 }),
    from: 'TIFF 6.0, section 18: 100 × 255 / 128 = 199.2',
  },
  '338 ExtraSamples = 2': ofColors(2, [...rgb, 9], isImage([...rgb, 9], { width: 1, channels: 4 }), {
    338: 2,
  }),
  '339 SampleFormat': withTags({ 339: 2 }, isVolume([7, 9], { dtype: 'int8' })),
  '347 JPEGTables': sample(
    isJpeg,
    {
      data: toBytes('\xff\xd8', toJpeg({ levels: [77] }).subarray(2 + quantizers.length)),
      tags: { ...jpegTags, 347: { type: 7, bytes: toBytes('\xff\xd8', quantizers, '\xff\xd9') } },
    },
    'supplement 2 of TIFF 6.0: the tables of a strip without them',
  ),
  '529 YCbCrCoefficients': {
    ...ofColors(6, [100, 128, 128], isImage([100, 100, 100], { width: 1, channels: 3 }), {
      529: toRationals([2125, 10_000], [7154, 10_000], [721, 10_000]),
      530: [1, 1],
    }),
    from: 'TIFF 6.0, section 21: grey stays grey by the factors of every standard',
  },
  '530 YCbCrSubSampling': {
    ...sample(isImage([100, 100, 100, 110, 110, 110], { channels: 3 }), {
      data: new Uint8Array([100, 110, 0, 0, 128, 128]),
      tags: { 258: [8, 8, 8], 262: 6, 277: 3, 530: [2, 2] },
    }),
    from: 'TIFF 6.0, section 21: four luminances, and one pair of chroma that is grey',
  },
  '532 ReferenceBlackWhite': {
    ...ofColors(6, [235, 128, 128], isImage([255, 255, 255], { width: 1, channels: 3 }), {
      530: [1, 1],
      532: toRationals([16, 1], [235, 1], [128, 1], [240, 1], [128, 1], [240, 1]),
    }),
    from: 'TIFF 6.0, section 20: 235 is white',
  },
  '32995 Matteing': ofColors(2, [100, 50, 25, 128], isImage([199, 100, 50, 128], { width: 1, channels: 4 }), {
    32995: 1,
  }),
  '32996 DataType': withTags({ 32996: 1 }, isVolume([7, 9], { dtype: 'int8' })),
  '32997 ImageDepth': sample(isVolume([7, 9, 1, 2], { shape: [2, 1, 2] }), {
    data: [new Uint8Array([7, 9]), new Uint8Array([1, 2])],
    tags: { 32997: 2 },
  }),
  '32997 ImageDepth (tiles)': withTags({ 322: 16, 323: 16, 32997: 2, 32998: 2 }),
  '330 SubIFDs': {
    name: 'a.tif',
    from: 'TIFF/EP: the picture of a camera lies within the page of its small copy',
    bytes: () => nestPage({ 254: 1, 256: 1 }),
    check: isPlain,
  },
  '330 SubIFDs (further pictures)': { name: 'a.tif', from, bytes: () => nestPage({}), check: isPlain },
}

/** Returns a page that has another within it: the second of a chain, which is taken out of the chain. */
function nestPage(tags: TiffPageParts['tags']): Uint8Array {
  const bytes = toTiff({ tags: { 330: 0x1_0000, ...tags } }, {})
  const view = new DataView(bytes.buffer)
  const first = view.getUint32(4, true)
  const end = first + 2 + 12 * view.getUint16(first, true)
  for (let at = first + 2; at < end; at += 12)
    if (view.getUint16(at, true) === 330) view.setUint32(at + 8, view.getUint32(end, true), true)
  view.setUint32(end, 0, true)
  return bytes
}

const compressionSamples: TagSamples = {
  '259 Compression = 1': withTags({ 259: 1 }),
  '259 Compression = 2': ofFax(2, '82f0b3f03505c01d1180'),
  '259 Compression = 3': ofFax(3, '00182f001b3f0013505c00474460'),
  '259 Compression = 4': ofFax(4, '305793505d9444004004'),
  '259 Compression = 5': ofCompression(5, toCodes(false, 256, 7, 9, 257)),
  '259 Compression = 7': sample(isJpeg, { data: toJpeg({ levels: [77] }), tags: jpegTags }),
  '259 Compression = 8': ofCompression(8, new Uint8Array(deflateSync(new Uint8Array([7, 9])))),
  '259 Compression = 32771': ofFax(32_771, '82f0b3f03505c0001d118000'),
  '259 Compression = 32773': ofCompression(32_773, new Uint8Array([1, 7, 9])),
  '259 Compression = 32946': ofCompression(32_946, new Uint8Array(deflateSync(new Uint8Array([7, 9])))),
  '259 Compression = 50000': ofCompression(
    50_000,
    new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x20, 2, 0x11, 0, 0, 7, 9]),
  ),
}
const refusedCompressions = [
  ...[
    6, 9, 10, 32_766, 32_809, 33_003, 33_004, 33_005, 34_661, 34_676, 34_677, 34_712, 34_887, 34_892, 34_925,
  ],
  ...[34_934, 22_610, 50_001, 50_002, 52_546],
]

/** Strips of the old order begin with the bytes 0 and 1: the code 256 with its lowest bit first. */
export const oldLzw = (): Uint8Array => toTiff({ data: toCodes(true, 256, 7, 9, 257), tags: { 259: 5 } })

export const tiffSamples: TagSamples = {
  ...readSamples,
  ...compressionSamples,
  ...Object.fromEntries(
    refusedCompressions.map((number) => [`259 Compression = ${number}`, withTags({ 259: number })]),
  ),
  ...Object.fromEntries(
    [10, 32_844, 32_845, 32_803, 34_892].map((number) => [
      `262 PhotometricInterpretation = ${number}`,
      number === 34_892 ? ofColors(number, rgb, isRgb) : withTags({ 262: number }),
    ]),
  ),
  ...Object.fromEntries([5, 6].map((format) => [`339 SampleFormat = ${format}`, withTags({ 339: format })])),
  '332 InkSet = 2': withTags({ 332: 2 }),
  '34675 ICCProfile (sRGB)': withTags({ 34675: { type: 7, bytes: toBytes('sRGB IEC61966-2.1') } }),
  '318 WhitePoint': withTags({ 318: toRationals([3457, 10_000], [3585, 10_000]) }),
  '318 WhitePoint (sRGB)': withTags({ 318: toRationals([3127, 10_000], [329, 1000]) }),
  '319 PrimaryChromaticities': withTags({
    319: toRationals([64, 100], [33, 100], [21, 100], [71, 100], [15, 100], [6, 100]),
  }),
  '319 PrimaryChromaticities (sRGB)': withTags({
    319: toRationals([64, 100], [33, 100], [3, 10], [6, 10], [15, 100], [6, 100]),
  }),
  '42112 GDAL_METADATA (scale, offset)': withTags({
    42112: '<Item name="SCALE" sample="0" role="scale">0.1</Item>',
  }),
  ...withOne(
    1,
    ...['263 Threshholding', '264 CellWidth', '265 CellLength', '280 MinSampleValue', '281 MaxSampleValue'],
    ...[
      '288 FreeOffsets',
      '289 FreeByteCounts',
      '290 GrayResponseUnit',
      '291 GrayResponseCurve',
      '293 T6Options',
    ],
    ...['296 ResolutionUnit', '297 PageNumber', '301 TransferFunction'],
    ...[
      '321 HalftoneHints',
      '334 NumberOfInks',
      '336 DotRange',
      '340 SMinSampleValue',
      '341 SMaxSampleValue',
    ],
    ...[
      '342 TransferRange',
      '343 ClipPath',
      '344 XClipPathUnits',
      '345 YClipPathUnits',
      '346 Indexed',
      '351 OPIProxy',
    ],
    ...['433 Decode', '512 JPEGProc', '513 JPEGInterchangeFormat', '514 JPEGInterchangeFormatLength'],
    ...[
      '531 YCbCrPositioning',
      '559 StripRowCounts',
      '32998 TileDepth',
      '33421 CFARepeatPatternDim',
      '33422 CFAPattern',
    ],
    ...[
      '33445 MDFileTag',
      '33446 MDScalePixel',
      '33447 MDColorTable',
      '33628 UIC1',
      '33629 UIC2',
      '34118 CZ_SEM',
    ],
    ...[
      '34412 CZ_LSMINFO',
      '34665 Exif',
      '34853 GPS',
      '37439 StoNits',
      '37724 ImageSourceData',
      '50706 DNGVersion',
    ],
    ...[
      '50838 IJMetadataByteCounts',
      '50839 IJMetadata',
      '34377 Photoshop',
      '33723 IPTC',
      '34735 GeoKeyDirectory',
    ],
  ),
  ...withOne(
    toRationals([1, 2]),
    ...['286 XPosition', '287 YPosition', '33434 ExposureTime', '33437 FNumber'],
  ),
  ...withOne(
    'a text',
    ...[
      '269 DocumentName',
      '271 Make',
      '272 Model',
      '285 PageName',
      '305 Software',
      '306 DateTime',
      '315 Artist',
    ],
    ...[
      '316 HostComputer',
      '333 InkNames',
      '337 TargetPrinter',
      '700 XMP',
      '32781 ImageID',
      '32932 WangAnnotation',
    ],
    ...['33432 Copyright', '33448 MDLabName', '33449 MDSampleInfo', '33450 MDPrepDate', '33451 MDPrepTime'],
    ...[
      '33452 MDFileUnits',
      '34737 GeoAsciiParams',
      '42112 GDAL_METADATA',
      '42113 GDAL_NODATA',
      '34675 ICCProfile',
    ],
  ),
  ...withOne(
    { type: 12, bytes: new Uint8Array(8) },
    ...['33550 ModelPixelScale', '33922 ModelTiepoint', '34264 ModelTransformation', '34736 GeoDoubleParams'],
  ),
}
