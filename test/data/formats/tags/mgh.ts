import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import type { TagSample, TagSamples } from './sample.ts'

interface Head {
  readonly sizes?: readonly number[]
  readonly type?: number
  readonly dof?: number
  readonly good?: number
  /** Lengths, three directions and the place of the middle. */
  readonly place?: readonly number[]
  readonly samples?: readonly number[]
  readonly footer?: readonly number[]
}

const straight = [2, 3, 4, 1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 20, 30]

/** An MGH of 2×1×1 int16, 1 and -2, by its bytes. */
function mgh(head: Head = {}): Uint8Array {
  const { sizes = [2, 1, 1, 1], type = 4, dof = 0, good = 1, place = straight } = head
  const { samples = [0, 1, 0xff, 0xfe], footer = [] } = head
  const bytes = new Uint8Array(284 + samples.length + footer.length)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of [1, ...sizes, type, dof].entries()) view.setInt32(4 * i, value)
  view.setInt16(28, good)
  for (const [i, value] of place.entries()) view.setFloat32(30 + 4 * i, value)
  bytes.set([...samples, ...footer], 284)
  return bytes
}

const data = new Int16Array([1, -2])

function sample(head: Head, members: object): TagSample {
  const check = (result: Result): void => expect(result).toMatchObject(members)
  return {
    name: 'a.mgh',
    from: 'nibabel 5.0 (freesurfer.mghformat) reads the same',
    bytes: () => mgh(head),
    check,
  }
}

/** The bytes of big-endian integers of 32 bits. */
const integers = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [24, 16, 8, 0].map((shift) => (value >> shift) & 255))
const text = (value: string): number[] => [
  ...integers(value.length + 1),
  ...Buffer.from(`${value}\0`, 'latin1'),
]
/** A tag of programs with 3 bytes, then a table of two of at most 9 entries; the samples have one of them. */
const colorTable = [
  ...integers(3, 0, 3),
  ...[1, 2, 3],
  ...integers(1, -2, 9),
  ...text('lut.txt'),
  ...[...integers(2, -2), ...text('Left-Cerebellum'), ...integers(230, 148, 34, 0)],
  ...[...integers(7), ...text('Right-Putamen'), ...integers(236, 13, 176, 0)],
]

/** By hand after FreeSurfer's description. */
export const mghSamples: TagSamples = {
  version: sample({}, { shape: [1, 1, 2], data, unit: 'mm' }),
  'width, height, depth': sample({ sizes: [1, 2, 1, 1] }, { shape: [1, 2, 1], data }),
  'height, depth = 1': {
    ...sample({ sizes: [4, 1, 1, 1], samples: Array(8).fill(0) }, {}),
    name: 'lh.thickness.mgh',
    from: 'mri_surf2surf of FreeSurfer writes such files; nibabel 5.0 reads the same shape',
  },
  nframes: sample({ sizes: [1, 1, 1, 2] }, { shape: [1, 1, 1], frames: 2, data: new Int16Array([1]) }),
  type: sample(
    { type: 3, samples: [0x3f, 0xc0, 0, 0, 0xc0, 0, 0, 0] },
    { data: new Float32Array([1.5, -2]) },
  ),
  ...Object.fromEntries([2, 5, 6, 7, 8, 9].map((type) => [`type = ${type}`, sample({ type }, {})])),
  'a name of segmentations': { ...sample({}, { data }), name: 'sub-1_aparc+aseg.mgh' },
  dof: { ...sample({ dof: 12 }, { data }), without: () => mgh() },
  goodRASFlag: sample({ good: -1 }, { data }),
  spacing: sample({}, { spacing: [4, 3, 2] }),
  'x_r … z_s': sample(
    { place: [2, 3, 4, -1, 0, 0, 0, 0, -1, 0, 1, 0, 10, 20, 30] },
    {
      orientation: 'LIA',
      spacing: [4, 3, 2],
      direction: [
        [0, -1, 0],
        [1, 0, 0],
        [0, 0, -1],
      ],
    },
  ),
  'x_r … z_s of no space': sample(
    { place: [2, 3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0] },
    { spacing: [4, 3, 2] },
  ),
  'c_r, c_a, c_s': sample({}, { origin: [28, 18.5, 8], orientation: 'RAS' }),
  'TR, FlipAngle, TE, TI': { ...sample({ footer: [0x45, 0, 0, 0] }, { data }), without: () => mgh() },
  'tags = TAG_OLD_COLORTABLE': {
    ...sample(
      { footer: [...Array(20).fill(0), ...colorTable] },
      { data, labels: [{ value: -2, name: 'Left-Cerebellum', color: [230, 148, 34] }] },
    ),
    from: 'CTABwriteIntoBinaryV2 of colortab.cpp, FreeSurfer 7.4',
  },
  tags: { ...sample({ footer: [...Array(16).fill(0), 0, 0, 0, 3] }, { data }), without: () => mgh() },
}
