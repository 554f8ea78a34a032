import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import {
  type DicomElements,
  type DicomForm,
  type ElementValue,
  frames,
  picture,
  slice,
  toDicom,
} from '../dicom/build-dicom.ts'
import { rainbow } from '../dicom/pictures.ts'
import { kindSamples } from './dicom-kinds.ts'
import { dicomSyntaxSamples } from './dicom-syntaxes.ts'
import { dicomTileSamples } from './dicom-tiles.ts'
import type { TagSample, TagSamples } from './sample.ts'

/** Returns a sample of a file made by hand after the text that is named. */
function sample(
  from: string,
  elements: DicomElements,
  wanted: object,
  more: Partial<TagSample> & { readonly form?: DicomForm } = {},
): TagSample {
  const { form, ...others } = more
  const check = (result: Result): void => expect(result).toMatchObject(wanted)
  return { name: 'a.dcm', from, bytes: () => toDicom(elements, form), check, ...others }
}

function refused(from: string, elements: DicomElements, value?: string): TagSample {
  return { name: 'a.dcm', from, bytes: () => toDicom(elements), ...(value !== undefined && { value }) }
}

/** Returns a sample of a tag that changes nothing. */
function ignored(tag: string, value: ElementValue): TagSample {
  const check = (result: Result): void =>
    expect(result).toMatchObject({ data: new Uint16Array([1, 2, 3, 400]) })
  const from = 'PS3.3: not of the values of pixels'
  return {
    name: 'a.dcm',
    from,
    bytes: () => toDicom({ ...picture, [tag]: value }),
    check,
    without: () => toDicom(picture),
  }
}

const int16 = (...values: readonly number[]): object => ({ data: new Int16Array(values) })
const uint8 = (...values: readonly number[]): object => ({ data: new Uint8Array(values) })
/** Slices of a folder, each with its number in all samples. */
function toFolder(
  slices: readonly DicomElements[],
  common: DicomElements = slice,
): { readonly [name: string]: Uint8Array } {
  return Object.fromEntries(
    slices.map((elements, i) => [
      `${i}.dcm`,
      toDicom({ ...common, '7fe00010 OW': [i, i, i, i], '00080018 UI': `1.2.3.${i + 1}`, ...elements }),
    ]),
  )
}
const axial = { '00200037 DS': '1\\0\\0\\0\\1\\0' }
const at = (z: number): DicomElements => ({ ...axial, '00200032 DS': `0\\0\\${z}` })
/** Slices of one pixel of a dose or of nuclear medicine, at offsets that a vector says. */
const column: DicomElements = { ...frames, '00280011 US': [1], '7fe00010 OW': [10, 20, 30] }
const c7632 = 'PS3.3, C.7.6.3.1.2'
const colored: DicomElements = {
  ...picture,
  '00280002 US': [3],
  '00280004 CS': 'RGB',
  '00280010 US': [1],
  '00280100 US': [8],
  '00280101 US': [8],
  '00280102 US': [7],
  '7fe00010 OW': new Uint8Array([255, 0, 0, 10, 20, 30]),
}
const red: DicomElements = { ...colored, '7fe00010 OW': new Uint8Array([76, 85, 255, 150, 44, 21]) }
const { '00280030 DS': _spacing, ...withoutSpacing } = slice
const item = (elements: DicomElements): readonly DicomElements[] => [elements]

/** Samples of elements: files made by hand, with values from the text of DICOM. */
export const dicomSamples: TagSamples = {
  ...dicomSyntaxSamples,
  ...kindSamples,
  ...placeSamples(),
  ...frameSamples(),
  ...dicomTileSamples,
  ...valueSamples(),
  ...pixelSamples(),
  ...colorSamples(),
  ...segmentSamples(),
  ...ignoredSamples(),
}

function placeSamples(): TagSamples {
  const plane = 'PS3.3, C.7.6.2.1.1'
  const series = (
    slices: readonly DicomElements[],
    wanted: object,
    notes: readonly string[] = [],
  ): TagSample => sample(plane, {}, wanted, { bytes: () => toFolder(slices), notes })
  return {
    'ImagePositionPatient (0020,0032)': series([at(4), at(0), at(2)], {
      shape: [3, 2, 2],
      spacing: [2, 0.5, 0.25],
      origin: [0, 0, 0],
      data: new Int16Array([1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0]),
    }),
    'ImageOrientationPatient (0020,0037)': series(
      [
        at(0),
        { ...at(2), '00200037 DS': '1\\0\\0\\0\\0\\-1' },
        { ...at(2), '00200037 DS': '1\\1e-5\\0\\-1e-5\\1\\0' },
      ],
      { shape: [2, 2, 2], orientation: 'LPS' },
      ['This is the largest of 2 series: 2 of 3 slices. Left out: "OT"'],
    ),
    'PixelSpacing (0028,0030)': sample(plane, slice, { spacing: [3, 0.5, 0.25], unit: 'mm' }),
    'ImagerPixelSpacing (0018,1164)': sample(
      'PS3.3, C.8.7.10: at the front plane of the detector',
      { ...withoutSpacing, '00181164 DS': '0.2\\0.2' },
      { spacing: [3, 0.2, 0.2], unit: 'mm' },
    ),
    'ImagePlanePixelSpacing (3002,0011)': sample(
      'PS3.3, C.8.8.2',
      { ...withoutSpacing, '30020011 DS': '0.4\\0.4' },
      { spacing: [3, 0.4, 0.4], unit: 'mm' },
    ),
    'NominalScannedPixelSpacing (0018,2010)': sample(
      'PS3.3, C.8.13.3',
      { ...withoutSpacing, '00182010 DS': '0.1\\0.1' },
      { spacing: [3, 0.1, 0.1], unit: 'mm' },
    ),
    'PixelAspectRatio (0028,0034)': sample(
      'PS3.3, C.7.6.3.1.7: vertical, then horizontal',
      { ...withoutSpacing, '00280034 IS': '3\\2' },
      { spacing: [3, 3, 2] },
    ),
    'SequenceOfUltrasoundRegions (0018,6011)': sample(
      'PS3.3, C.8.5.5',
      { ...withoutSpacing, '00186011 SQ': item({ '0018602c FD': [0.1] }) },
      { shape: [1, 2, 2] },
    ),
    'SpacingBetweenSlices (0018,0088)': sample(
      'PS3.3, C.7.6.2',
      {},
      { spacing: [1.5, 0.5, 0.25] },
      {
        bytes: () => toFolder([{ '00180088 DS': '1.5' }, { '00180088 DS': '1.5' }]),
        notes: ['Slices have no positions: they are in the order of their numbers, 1.5 mm apart.'],
      },
    ),
    'SliceThickness (0018,0050)': sample(plane, slice, { spacing: [3, 0.5, 0.25] }),
    'SliceLocation (0020,1041)': ignored('00201041 DS', '7'),
    'GantryDetectorTilt (0018,1120)': ignored('00181120 DS', '12'),
    'InstanceNumber (0020,0013)': sample(
      'PS3.3, C.7.6.1',
      {},
      { data: new Int16Array([1, 1, 1, 1, 0, 0, 0, 0]) },
      {
        bytes: () => toFolder([{ '00200013 IS': '2' }, { '00200013 IS': '1' }]),
        notes: ['Slices have no positions'],
      },
    ),
    'SOPInstanceUID (0008,0018)': series(
      [at(0), at(2), { ...at(0), '00080018 UI': '1.2.3.1' }],
      { shape: [2, 2, 2] },
      ['1 of 3 slices are there twice; each is read once.'],
    ),
    'SeriesInstanceUID (0020,000E)': series(
      [at(0), at(2), { ...at(4), '0020000e UI': '1.2.4', '0008103e LO': 'Scout' }],
      { shape: [2, 2, 2] },
      ['This is the largest of 2 series: 2 of 3 slices. Left out: "Scout"'],
    ),
  }
}

function frameSamples(): TagSamples {
  const placed: DicomElements = { ...column, ...axial, '00200032 DS': '1\\2\\3' }
  const groups: DicomElements = {
    ...column,
    '52009229 SQ': item({ '00289110 SQ': item({ '00280030 DS': '2\\2' }), '00209116 SQ': item(axial) }),
    '52009230 SQ': [4, 0, 2].map((z) => ({ '00209113 SQ': item({ '00200032 DS': `0\\0\\${z}` }) })),
  }
  const film = { shape: [1, 1, 1], frame: 0, frames: 3 }
  return {
    'NumberOfFrames (0028,0008)': sample(
      'PS3.3, C.7.6.6: without a pointer they are slices',
      frames,
      { shape: [3, 1, 2], ...int16(0, 1, 2, 3, 4, 5), spacing: [3, 0.5, 0.25] },
      { notes: ['Its frames have one position: they are taken for slices, 3 mm apart.'] },
    ),
    'FrameIncrementPointer (0028,0009)': sample(
      'PS3.3, C.7.6.5',
      { ...column, '00280009 AT': [0x18, 0x1063] },
      film,
    ),
    'FrameTime (0018,1063)': sample('PS3.3, C.7.6.5', { ...column, '00181063 DS': '66' }, film),
    'FrameTimeVector (0018,1065)': sample('PS3.3, C.7.6.5', { ...column, '00181065 DS': '0\\66\\66' }, film),
    'GridFrameOffsetVector (3004,000C)': sample(
      'PS3.3, C.8.8.3.2',
      { ...placed, '3004000c DS': '0\\2.5\\5' },
      { shape: [3, 1, 1], spacing: [2.5, 0.5, 0.25], origin: [3, 2, 1], ...int16(10, 20, 30) },
    ),
    'SliceVector (0054,0080)': sample(
      'PS3.3, C.8.4.15: numbers of slices',
      { ...column, '00540080 US': [3, 1, 2], '00180088 DS': '4' },
      { shape: [3, 1, 1], spacing: [4, 0.5, 0.25], ...int16(20, 30, 10) },
    ),
    'TimeSlotVector (0054,0070)': sample(
      'PS3.3, C.8.4.15',
      {
        ...column,
        '00280008 IS': '4',
        '00540080 US': [1, 2, 1, 2],
        '00540070 US': [2, 2, 1, 1],
        '7fe00010 OW': [10, 20, 30, 40],
      },
      { shape: [2, 1, 1], ...int16(30, 40), frames: 2 },
    ),
    'SliceLocationVector (0018,2005)': sample(
      'PS3.3, C.8.6.3',
      { ...column, '00182005 DS': '9\\8\\7' },
      { shape: [3, 1, 1], spacing: [1, 0.5, 0.25], ...int16(30, 20, 10) },
    ),
    'PerFrameFunctionalGroupsSequence (5200,9230)': sample('PS3.3, C.7.6.16', groups, {
      shape: [3, 1, 1],
      origin: [0, 0, 0],
      ...int16(20, 30, 10),
    }),
    'SharedFunctionalGroupsSequence (5200,9229)': sample(
      'PS3.3, C.7.6.16',
      groups,
      { spacing: [2, 0.5, 0.25] },
      {
        check: (result) => expect(result).toMatchObject({ spacing: [2, 2, 2] }),
      },
    ),
    'TemporalPositionIndex (0020,9128)': sample(
      'PS3.3, C.7.6.16.2.2',
      {
        ...column,
        ...axial,
        '52009230 SQ': [3, 1, 2].map((time) => ({
          '00209111 SQ': item({ '00209128 UL': [time] }),
          '00209113 SQ': item({ '00200032 DS': '0\\0\\0' }),
        })),
      },
      { shape: [1, 1, 1], ...int16(20), frames: 3 },
    ),
  }
}

function valueSamples(): TagSamples {
  const rescale = 'PS3.3, C.11.1.1.2'
  return {
    'RescaleSlope (0028,1053)': sample(
      rescale,
      { ...slice, '00281053 DS': '0.5' },
      { data: new Float32Array([0.5, 1, 1.5, -200]) },
    ),
    'RescaleIntercept (0028,1052)': sample(
      rescale,
      {},
      { data: new Float32Array([-10, -10, -10, -10, 21, 21, 21, 21]) },
      {
        bytes: () =>
          toFolder([
            { ...at(0), '00281053 DS': '1.5', '00281052 DS': '-10' },
            { ...at(2), '00281053 DS': '1', '00281052 DS': '20' },
          ]),
      },
    ),
    'RescaleType (0028,1054)': sample(
      rescale,
      { ...slice, '00281053 DS': '1', '00281054 LO': 'HU' },
      { valueUnit: 'HU' },
    ),
    // PS3.3, C.11.2.1.2.1: of the window 40, 400 the lowest value is 40 - 0.5 - 399 / 2, the highest 40 -
    // 0.5 + 399 / 2.
    'WindowCenter (0028,1050)': sample(
      'PS3.3, C.11.2.1.2: the first of several windows',
      { ...slice, '00281053 DS': '1', '00281050 DS': '40\\-600', '00281051 DS': '400\\1600' },
      { window: [-160, 239] },
    ),
    'WindowWidth (0028,1051)': sample(
      'our decision: nothing that the window of a slice shows is beyond that of all',
      {},
      { window: [-200, 239] },
      {
        bytes: () =>
          toFolder([
            { ...at(0), '00281050 DS': '40', '00281051 DS': '400' },
            { ...at(2), '00281050 DS': '0', '00281051 DS': '400' },
          ]),
      },
    ),
    'VOILUTFunction (0028,1056)': sample(
      'PS3.3, C.11.2.1.3.2: LINEAR_EXACT from 40 - 400 / 2 to 40 + 400 / 2',
      {
        ...slice,
        '00281053 DS': '1',
        '00281050 DS': '40',
        '00281051 DS': '400',
        '00281056 CS': 'LINEAR_EXACT',
      },
      { window: [-160, 240] },
    ),
    'ModalityLUTSequence (0028,3000)': sample(
      'PS3.3, C.11.1.1: values below and above have the first and the last entry',
      {
        ...slice,
        '7fe00010 OW': [-5, 2, 3, 9],
        '00283000 SQ': item({ '00283002 US': [3, 1, 16], '00283004 LO': 'US', '00283006 OW': [7, 70, 7000] }),
      },
      { data: new Uint16Array([7, 70, 7000, 7000]) },
    ),
    'DoseGridScaling (3004,000E)': sample(
      'PS3.3, C.8.8.3',
      { ...slice, '3004000e DS': '0.25' },
      {
        data: new Float32Array([0.25, 0.5, 0.75, -100]),
        valueName: 'dose',
      },
    ),
    'DoseUnits (3004,0002)': sample(
      'PS3.3, C.8.8.3',
      { ...slice, '3004000e DS': '1', '30040002 CS': 'GY', '30040004 CS': 'EFFECTIVE' },
      { valueName: 'dose (effective)', valueUnit: 'Gy' },
    ),
    'Units (0054,1001)': sample(
      'PS3.3, C.8.9.1.1.3',
      { ...slice, '00541001 CS': 'BQML' },
      { valueUnit: 'Bq/ml' },
    ),
    'RealWorldValueMappingSequence (0040,9096)': sample(
      'PS3.3, C.7.6.16.2.11',
      { ...slice, '00409096 SQ': item({ '00409225 FD': [2] }) },
      int16(1, 2, 3, -400),
    ),
    'PixelPaddingValue (0028,0120)': sample(
      'PS3.3, C.7.5.1.1.2',
      { ...slice, '00280120 SS': [-400] },
      int16(1, 2, 3, -400),
    ),
    'LossyImageCompression (0028,2110) = 01': sample(
      'PS3.3, C.7.6.1.1.5',
      { ...slice, '00282110 CS': '01', '00282112 DS': '8.1234567' },
      int16(1, 2, 3, -400),
      { value: '1:8.123' },
    ),
  }
}

function pixelSamples(): TagSamples {
  const bits = 'PS3.5, 8.1.1'
  const overlay = new Uint8Array([0x01])
  return {
    'BitsAllocated (0028,0100)': sample(
      `${bits} and 8.1.1: single bits stand the lowest first`,
      {
        ...picture,
        '00280100 US': [1],
        '00280101 US': [1],
        '00280102 US': [0],
        '7fe00010 OW': new Uint8Array([0b1001]),
      },
      { type: 'image', ...uint8(255, 0, 0, 255) },
    ),
    'BitsAllocated (0028,0100) = other': refused(bits, { ...picture, '00280100 US': [12] }, '12'),
    'BitsStored (0028,0101)': sample(
      bits,
      { ...slice, '00280101 US': [12], '00280102 US': [11], '7fe00010 OW': [0x7001, 0xf002, 0x0fff, 0x0800] },
      int16(1, 2, -1, -2048),
    ),
    'HighBit (0028,0102)': sample(
      bits,
      { ...picture, '00280101 US': [12], '7fe00010 OW': [0x001f, 0x0020, 0x0030, 0xfff0] },
      { data: new Uint16Array([1, 2, 3, 4095]) },
    ),
    'PixelRepresentation (0028,0103)': sample(bits, slice, int16(1, 2, 3, -400)),
    'FloatPixelData (7FE0,0008)': sample(
      'PS3.3, C.7.6.24',
      { ...without(slice, '7fe00010 OW'), '00280100 US': [32], '7fe00008 OF': [0.5, -1, 2, 3] },
      { data: new Float32Array([0.5, -1, 2, 3]) },
    ),
    'DoubleFloatPixelData (7FE0,0009)': sample(
      'PS3.3, C.7.6.25',
      { ...without(slice, '7fe00010 OW'), '00280100 US': [64], '7fe00009 OD': [0.1, -1, 2, 3] },
      { data: new Float64Array([0.1, -1, 2, 3]) },
    ),
    'ExtendedOffsetTable (7FE0,0001)': {
      name: 'a.dcm',
      from: 'PS3.3, C.7.6.3.1.8; dcmtk wrote the fragments',
      bytes: () => readFile('frames-extended.dcm'),
      check: (result) => expect(result).toMatchObject(uint8(...Array.from({ length: 18 }, (_, i) => 5 * i))),
    },
    'JPEG Extended of 12 bits': {
      name: 'a.dcm',
      from: 'dcmcjpeg +ee of dcmtk 3.6.7',
      bytes: () => readFile('grey12-extended.dcm'),
    },
    'OverlayData (6000,3000)': sample(
      'PS3.3, C.9.2',
      { ...slice, '60000010 US': [2], '60000011 US': [2], '60003000 OW': overlay },
      int16(1, 2, 3, -400),
    ),
  }
}

function colorSamples(): TagSamples {
  const kind = (name: string): DicomElements => ({ ...red, '00280004 CS': name })
  const palette: DicomElements = {
    ...picture,
    '00280004 CS': 'PALETTE COLOR',
    '00281101 US': [2, 1, 16],
    '00281102 US': [2, 1, 16],
    '00281103 US': [2, 1, 16],
    '00281201 OW': [100, 200],
    '00281202 OW': [300, 400],
    '00281203 OW': [500, 65_535],
  }
  const reds = [100, 300, 500, 200, 400, 65_535, 200, 400, 65_535, 200, 400, 65_535]
  const name = 'PhotometricInterpretation (0028,0004)'
  const refusals = ['YBR_PARTIAL_422', 'YBR_PARTIAL_420', 'HSV', 'ARGB', 'CMYK', 'XYB'].map((refusal) => [
    `${name} = ${refusal}`,
    refused(c7632, kind(refusal)),
  ])
  const fromJ2k = (photometric: string, file: string, check: TagSample['check']): TagSample => ({
    name: 'a.dcm',
    from: 'Pillow 9.4 (OpenJPEG 2.5) compressed the colours',
    bytes: () => readFile(file),
    ...(check && { check }),
    ...(photometric === 'YBR_ICT' && { notes: ['The picture was compressed with loss'] }),
  })
  return {
    ...Object.fromEntries(refusals),
    'SamplesPerPixel (0028,0002)': sample(c7632, colored, { channels: 3, ...uint8(255, 0, 0, 10, 20, 30) }),
    'PlanarConfiguration (0028,0006)': sample(
      'PS3.3, C.7.6.3.1.3',
      { ...colored, '00280006 US': [1], '7fe00010 OW': new Uint8Array([255, 10, 0, 20, 0, 30]) },
      uint8(255, 0, 0, 10, 20, 30),
    ),
    [`${name} = MONOCHROME2`]: sample(c7632, picture, { data: new Uint16Array([1, 2, 3, 400]) }),
    [`${name} = MONOCHROME1`]: sample(
      c7632,
      { ...picture, '00280004 CS': 'MONOCHROME1' },
      { data: new Uint16Array([1, 2, 3, 400]) },
    ),
    [`${name} = RGB`]: sample(
      c7632,
      {
        ...colored,
        '00280100 US': [16],
        '00280101 US': [16],
        '00280102 US': [15],
        '7fe00010 OW': [65_535, 0, 1, 2, 3, 4],
      },
      { dtype: 'uint16', data: new Uint16Array([65_535, 0, 1, 2, 3, 4]) },
    ),
    [`${name} = PALETTE COLOR`]: sample('PS3.3, C.7.6.3.1.5', palette, {
      channels: 3,
      data: new Uint16Array(reds),
    }),
    [`${name} = YBR_FULL`]: sample(c7632, kind('YBR_FULL'), uint8(254, 0, 0, 0, 255, 1)),
    [`${name} = YBR_FULL_422`]: sample(
      c7632,
      { ...kind('YBR_FULL_422'), '7fe00010 OW': new Uint8Array([76, 150, 85, 255]) },
      uint8(254, 0, 0, 255, 74, 74),
    ),
    [`${name} = YBR_RCT`]: fromJ2k('YBR_RCT', 'rainbow-rct.dcm', (result) =>
      expect(result).toMatchObject(uint8(...rainbow)),
    ),
    [`${name} = YBR_ICT`]: fromJ2k('YBR_ICT', 'rainbow-ict.dcm', (result) => {
      const found = result.type === 'image' ? Array.from(result.data) : []
      expect(found).toHaveLength(576)
      expect(Math.max(...found.map((value, i) => Math.abs(value - (rainbow[i] ?? 0))))).toBeLessThanOrEqual(6)
    }),
    'SegmentedRedPaletteColorLookupTableData (0028,1221)': refused('PS3.3, C.7.9.2', {
      ...palette,
      '00281221 OW': [0, 2, 100, 200],
    }),
  }
}

function segmentSamples(): TagSamples {
  const frame = (number: number, z: number): DicomElements => ({
    '0062000a SQ': item({ '0062000b US': [number] }),
    '00209113 SQ': item({ '00200032 DS': `0\\0\\${z}` }),
  })
  const segmentation: DicomElements = {
    ...picture,
    ...axial,
    '00280008 IS': '3',
    '00280030 DS': '0.5\\0.25',
    '00280100 US': [1],
    '00280101 US': [1],
    '00280102 US': [0],
    '00620001 CS': 'BINARY',
    '00620002 SQ': [
      { '00620004 US': [1], '00620005 LO': 'Liver' },
      { '00620004 US': [2], '00620005 LO': 'Tumour' },
    ],
    '52009230 SQ': [frame(1, 0), frame(2, 0), frame(1, 4)],
    '7fe00010 OW': new Uint8Array([0b01000011, 0b1000]),
  }
  const from = 'PS3.3, C.8.20.2'
  return {
    'SegmentationType (0062,0001) = BINARY': sample(
      from,
      segmentation,
      { shape: [2, 2, 2], spacing: [4, 0.5, 0.25], ...uint8(1, 1, 2, 0, 0, 0, 0, 1), valueName: 'segment' },
      { notes: ['Segments: 1 Liver, 2 Tumour.'] },
    ),
    'SegmentLabel (0062,0005)': sample(
      from,
      segmentation,
      {
        labels: [
          { value: 1, name: 'Liver' },
          { value: 2, name: 'Tumour' },
        ],
      },
      { notes: ['Segments: 1 Liver, 2 Tumour.'] },
    ),
    // 53.59, 0, 0 of L*a*b* is the grey of 128 in sRGB, and 54.29, 80.81, 69.89 its red (LittleCMS by
    // Pillow 9.4).
    'RecommendedDisplayCIELabValue (0062,000D)': sample(
      'PS3.3, C.10.7.1.1',
      {
        ...segmentation,
        '00620002 SQ': [
          { '00620004 US': [1], '00620005 LO': 'Liver', '0062000d US': [35_118, 32_896, 32_896] },
          { '00620004 US': [2], '00620005 LO': 'Tumour', '0062000d US': [35_579, 53_664, 50_858] },
        ],
      },
      {
        labels: [
          { value: 1, name: 'Liver', color: [128, 128, 128] },
          { value: 2, name: 'Tumour', color: [255, 0, 0] },
        ],
      },
      { notes: ['Segments: 1 Liver, 2 Tumour.'] },
    ),
    'SegmentationType (0062,0001) = FRACTIONAL': sample(
      from,
      {
        ...segmentation,
        '00280008 IS': '1',
        '00280100 US': [8],
        '00280101 US': [8],
        '00280102 US': [7],
        '00180050 DS': '2',
        '00620001 CS': 'FRACTIONAL',
        '00620002 SQ': item({ '00620004 US': [1], '00620005 LO': 'Liver' }),
        '0062000e US': [200],
        '00620010 CS': 'PROBABILITY',
        '52009230 SQ': item(frame(1, 0)),
        '7fe00010 OW': new Uint8Array([0, 50, 100, 200]),
      },
      { data: new Float32Array([0, 0.25, 0.5, 1]), valueName: 'probability' },
      { notes: ['Segments: 1 Liver.'] },
    ),
  }
}

function ignoredSamples(): TagSamples {
  const texts = [
    'CorrectedImage (0028,0051) CS',
    'PixelSpacingCalibrationType (0028,0A02) CS',
    'WindowCenterWidthExplanation (0028,1055) LO',
  ]
  texts.push('PixelSpacingCalibrationDescription (0028,0A04) LO', 'PixelIntensityRelationship (0028,1040) CS')
  texts.push(
    'BurnedInAnnotation (0028,0301) CS',
    'RecognizableVisualFeatures (0028,0302) CS',
    'PartialView (0028,1350) CS',
  )
  texts.push('QualityControlImage (0028,0300) CS', 'LongitudinalTemporalInformationModified (0028,0303) CS')
  texts.push('RecommendedViewingMode (0028,1090) CS', 'LossyImageCompressionMethod (0028,2114) CS')
  texts.push('PaletteColorLookupTableUID (0028,1199) UI', 'PresentationLUTShape (2050,0020) CS')
  const numbers = [
    'SmallestImagePixelValue (0028,0106)',
    'LargestImagePixelValue (0028,0107)',
    'SmallestPixelValueInSeries (0028,0108)',
  ]
  numbers.push(
    'LargestPixelValueInSeries (0028,0109)',
    'PixelPaddingRangeLimit (0028,0121)',
    'RepresentativeFrameNumber (0028,6010)',
  )
  numbers.push('UltrasoundColorDataPresent (0028,0014)', 'PixelIntensityRelationshipSign (0028,1041)')
  const list = [
    ...texts.map((text) => [text.slice(0, -3), text.slice(-2), '1.2'] as const),
    ...numbers.map((tag) => [tag, 'US', [7]] as const),
    ['DataPointColumns (0028,9002)', 'UL', [7]] as const,
    ['LossyImageCompressionRatio (0028,2112)', 'DS', '2'] as const,
    ['ICCProfile (0028,2000)', 'OB', new Uint8Array([1, 2])] as const,
    ['VOILUTSequence (0028,3010)', 'SQ', item({ '00283002 US': [2, 0, 16], '00283006 OW': [9, 8] })] as const,
  ]
  const image = sample(
    'Siemens: its images of echo planar series; PS3.3, C.7.6.1.1.2',
    { ...picture, '00080008 CS': 'ORIGINAL\\PRIMARY\\M\\ND\\MOSAIC' },
    { type: 'image' },
  )
  return {
    'ImageType (0008,0008) = MOSAIC': image,
    ...Object.fromEntries(
      list.map(([tag, type, value]) => {
        const [, group = '', element = ''] = /\((\w{4}),(\w{4})\)/.exec(tag) ?? []
        return [tag, ignored(`${group}${element}`.toLowerCase().concat(' ', type), value)]
      }),
    ),
  }
}

function without(elements: DicomElements, tag: string): DicomElements {
  const { [tag]: _left, ...others } = elements
  return others
}

function readFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../dicom/${name}`, import.meta.url)))
}
