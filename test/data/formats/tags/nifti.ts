import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import {
  fslIntents,
  gridlessIntents,
  otherIntents,
} from '../../../../core/data/formats/volume/nifti/nifti-tags.ts'
import type { TagSample, TagSamples } from './sample.ts'

const writers = {
  uint8: (view: DataView, at: number, value: number, _: boolean) => view.setUint8(at, value),
  int16: (view: DataView, at: number, value: number, isLittle: boolean) => view.setInt16(at, value, isLittle),
  int32: (view: DataView, at: number, value: number, isLittle: boolean) => view.setInt32(at, value, isLittle),
  int64: (view: DataView, at: number, value: number, isLittle: boolean) =>
    view.setBigInt64(at, BigInt(value), isLittle),
  float32: (view: DataView, at: number, value: number, isLittle: boolean) =>
    view.setFloat32(at, value, isLittle),
  float64: (view: DataView, at: number, value: number, isLittle: boolean) =>
    view.setFloat64(at, value, isLittle),
}
const sizes = { uint8: 1, int16: 2, int32: 4, int64: 8, float32: 4, float64: 8 }

/** Numbers at a place of the file, one after the other. */
type Change = readonly [at: number, dtype: keyof typeof writers, ...values: number[]]

function write(byteLength: number, changes: readonly Change[], isLittle = true): Uint8Array {
  const bytes = new Uint8Array(byteLength)
  const view = new DataView(bytes.buffer)
  for (const [at, dtype, ...values] of changes)
    values.forEach((value, i) => void writers[dtype](view, at + i * sizes[dtype], value, isLittle))
  return bytes
}

const codesOf = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

/** A NIfTI-1 of 2×1×1 int16, 1 and 2, after `nifti1.h`; then the changes. */
function nifti(...changes: readonly Change[]): Uint8Array {
  const usual: readonly Change[] = [
    [0, 'int32', 348], // sizeof_hdr
    [40, 'int16', 3, 2, 1, 1, 1, 1, 1, 1], // dim
    [70, 'int16', 4, 16], // datatype, bitpix
    [76, 'float32', 1, 2, 3, 4, 0, 0, 0, 0], // pixdim
    [108, 'float32', 352], // vox_offset
    [344, 'uint8', ...codesOf('n+1')],
    [352, 'int16', 1, 2],
  ]
  return write(1024, [...usual, ...changes])
}

const unplaced = 'It does not state its place and orientation (qform_code and sform_code are 0)'
const byNibabel = 'nibabel 5.0 reads the same'
const byText = 'nifti1.h'

/** Returns the sample of a file that has a tag, made by changes of the usual one. */
function sample(changes: readonly Change[], members: object, from = byText): TagSample {
  const check = (result: Result): void => expect(result).toMatchObject(members)
  // The codes of qform and sform, which most files here leave at 0, as their notes say.
  const isPlaced = changes.some(([at]) => at === 252 || at === 254)
  return { name: 'a.nii', from, bytes: () => nifti(...changes), check, notes: isPlaced ? [] : [unplaced] }
}

function ignored(...changes: readonly Change[]): TagSample {
  return { ...sample(changes, { data: new Int16Array([1, 2]), spacing: [4, 3, 2] }), without: () => nifti() }
}

const scaled = (slope: number, intercept: number): Change => [112, 'float32', slope, intercept]
const sform = (...rows: number[]): Change => [280, 'float32', ...rows]
const data = new Int16Array([1, 2])
const unit = (code: number): Change => [123, 'uint8', code]
const intent = (code: number): Change => [68, 'int16', code]
const threeValues: readonly Change[] = [
  [40, 'int16', 5, 2, 1, 1, 1, 3],
  [352, 'int16', 1, 2, 3, 4, 5, 6],
]

const byIntent = (intents: object): TagSamples =>
  Object.fromEntries(
    Object.keys(intents).map((code) => [
      `intent_code = ${code}`,
      sample([...threeValues, intent(Number(code))], {}),
    ]),
  )

/** By hand after `nifti1.h` and `nifti2.h`. */
export const niftiSamples: TagSamples = {
  sizeof_hdr: {
    name: 'a.nii',
    from: byNibabel,
    bytes: () =>
      write(
        356,
        [
          [0, 'int32', 348],
          [40, 'int16', 3, 2, 1, 1],
          [70, 'int16', 4],
          [76, 'float32', 1, 2, 3, 4],
          [108, 'float32', 352],
          [344, 'uint8', ...codesOf('n+1')],
          [352, 'int16', 256, -2],
        ],
        false,
      ),
    check: (result) => expect(result).toMatchObject({ data: new Int16Array([256, -2]), spacing: [4, 3, 2] }),
    notes: [unplaced],
  },
  magic: {
    name: 'a.nii',
    from: 'nifti2.h',
    bytes: () =>
      write(548, [
        [0, 'int32', 540],
        [4, 'uint8', ...codesOf('n+2'), 0, 13, 10, 26, 10],
        [12, 'int16', 4, 16],
        [16, 'int64', 3, 2, 1, 1, 1, 1, 1, 1],
        [104, 'float64', 1, 0.1, 3, 4],
        [168, 'int64', 544],
        [500, 'int32', 2],
        [544, 'int16', 7, 8],
      ]),
    check: (result) =>
      expect(result).toMatchObject({ data: new Int16Array([7, 8]), spacing: [4, 3, 0.1], unit: 'mm' }),
    notes: [unplaced],
  },
  'magic = ni1': { ...sample([[344, 'uint8', ...codesOf('ni1')]], {}), name: 'a.hdr' },
  'magic = none': { ...sample([[344, 'uint8', 0, 0, 0, 0]], {}), name: 'a.hdr' },
  dim: sample(
    [
      [40, 'int16', 4, 1, 1, 1, 2],
      [352, 'int16', 5, 6],
    ],
    { shape: [1, 1, 1], data: new Int16Array([5]), frames: 2 },
  ),
  'dim = 27307×1×6, or -1 with glmin': {
    name: 'lh.a.nii',
    from: 'nibabel 5.0 (Nifti1Header.get_data_shape), after load_nifti.m of FreeSurfer',
    notes: [unplaced],
    bytes: () => {
      const bytes = new Uint8Array(352 + 163_842)
      bytes.set(nifti([40, 'int16', 3, 27_307, 1, 6], [70, 'int16', 2, 8]).subarray(0, 352))
      bytes[352 + 163_841] = 9
      return bytes
    },
    check: (result) => {
      expect(result).toMatchObject({ type: 'volume', shape: [1, 1, 163_842] })
      expect(result.type === 'volume' && result.data[163_841]).toBe(9)
    },
  },
  'dim[5]': sample(threeValues, { shape: [1, 1, 2], data, frames: 3 }),
  datatype: sample(
    [
      [70, 'int16', 16],
      [352, 'float32', 1.5, -2],
    ],
    { data: new Float32Array([1.5, -2]) },
  ),
  'datatype = 1024': sample(
    [
      [70, 'int16', 1024],
      [352, 'int64', 2 ** 53 - 1, -3],
    ],
    { data: new Float64Array([2 ** 53 - 1, -3]) },
  ),
  ...Object.fromEntries(
    [1, 32, 128, 1536, 1792, 2048, 2304].map((code) => [
      `datatype = ${code}`,
      sample([[70, 'int16', code]], {}),
    ]),
  ),
  bitpix: ignored([72, 'int16', 8]),
  vox_offset: sample(
    [
      [108, 'float32', 368],
      [368, 'int16', 8, 9],
    ],
    { data: new Int16Array([8, 9]) },
  ),
  'vox_offset < 348': sample([[108, 'float32', 0]], { data: new Int16Array([1, 2]) }),
  scl_slope: sample([scaled(0.5, 0)], { data: new Float32Array([0.5, 1]) }, byNibabel),
  scl_inter: sample(
    [[70, 'int16', 8], [352, 'int32', 16_777_217, 2_000_000_001], scaled(1, 2)],
    { dtype: 'float64', data: new Float64Array([16_777_219, 2_000_000_003]) },
    byNibabel,
  ),
  pixdim: sample([], { spacing: [4, 3, 2] }),
  'pixdim[0]': sample(
    [
      [76, 'float32', -1, 2, 3, 4],
      [252, 'int16', 1, 0],
    ],
    {
      orientation: 'RAI',
      direction: [
        [-1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
    byNibabel,
  ),
  'pixdim <= 0': sample([[76, 'float32', 1, -2, 3, 4]], { spacing: [4, 3, 2] }),
  'pixdim[4]': ignored([92, 'float32', 2.5]),
  qform_code: sample(
    [
      [252, 'int16', 1, 0],
      [256, 'float32', 0, 0, 1, 10, 20, 30],
    ],
    { orientation: 'LPS', origin: [30, 20, 10], spacing: [4, 3, 2], space: 'scanner' },
    byNibabel,
  ),
  sform_code: sample(
    [[252, 'int16', 0, 4], sform(0.5, 0, 0, 7, 0, 0.5, 0, 8, 0, 0, 2, 9)],
    { spacing: [2, 0.5, 0.5], origin: [9, 8, 7], orientation: 'RAS', space: 'MNI152' },
    byNibabel,
  ),
  'qform_code = sform_code = 0': {
    ...sample([], { data, spacing: [4, 3, 2] }),
    from: 'nifti1.h, method 1; nibabel 5.0 (get_base_affine) turns x over and has the middle at 0',
    notes: [],
    check: (result: Result): void => {
      expect(result).not.toHaveProperty('orientation')
      expect(result).not.toHaveProperty('origin')
    },
  },
  'qform_code and sform_code': sample(
    [[252, 'int16', 1, 1], sform(2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 50)],
    { origin: [50, 0, 0] },
    byNibabel,
  ),
  'srow of no space': sample([[254, 'int16', 1], sform(2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0)], {
    spacing: [4, 3, 2],
  }),
  'quatern of no space': sample(
    [
      [252, 'int16', 1],
      [256, 'float32', Number.NaN, 0, 0, 0, 0, 0],
    ],
    { spacing: [4, 3, 2] },
  ),
  xyzt_units: sample([unit(3)], { unit: 'µm' }),
  'xyzt_units of time': ignored(unit(8)),
  'xyzt_units = 7': sample([unit(7)], { spacing: [4, 3, 2] }),
  intent_code: sample([intent(3)], { data, valueName: 't statistic' }),
  'intent_code = 1002': sample([intent(1002)], { data, valueName: 'label', labels: [] }),
  'intent_code = 1001': sample([intent(1001), [328, 'uint8', ...codesOf('T1 map')]], { valueName: 'T1 map' }),
  'intent_code = 1011': ignored(intent(1011)),
  'intent_code = 2001': ignored(intent(2001)),
  ...byIntent(otherIntents),
  ...byIntent(gridlessIntents),
  ...byIntent(fslIntents),
  'intent_code = 3000–3099': sample([intent(3001)], {}, 'the definition of CIFTI-2: intents 3000 to 3099'),
  intent_p1: ignored([56, 'float32', 12, 3, 4]),
  intent_name: sample([[328, 'uint8', ...codesOf('dose')]], { valueName: 'dose' }),
  cal_min: sample([[124, 'float32', 100, 5]], { data, window: [5, 100] }),
  cal_max: {
    ...sample([[124, 'float32', 5, 5]], { data }),
    check: (result: Result): void => expect(result).not.toHaveProperty('window'),
  },
  slice_code: ignored([122, 'uint8', 3]),
  slice_start: ignored([74, 'int16', 1]),
  slice_end: ignored([120, 'int16', 1]),
  slice_duration: ignored([132, 'float32', 0.1]),
  toffset: ignored([136, 'float32', 0.5]),
  dim_info: ignored([39, 'uint8', 0b111001]),
  extension: {
    ...ignored(),
    bytes: () =>
      nifti([108, 'float32', 384], [348, 'uint8', 1, 0, 0, 0], [352, 'int32', 32, 4], [384, 'int16', 1, 2]),
  },
  descrip: ignored([148, 'uint8', ...codesOf('a text')]),
  aux_file: ignored([228, 'uint8', ...codesOf('other.lut')]),
}
