import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import type { TagSample, TagSamples } from './sample.ts'

const usual = {
  type: 'uchar',
  dimension: '3',
  sizes: '2 1 1',
  encoding: 'raw',
}

/** An NRRD of 2×1×1 bytes, 1 and 2; then its fields. */
function nrrd(fields: { readonly [name: string]: string } = {}, samples = '\x01\x02'): Uint8Array {
  const lines = Object.entries({ ...usual, ...fields }).map(([name, value]) =>
    name.endsWith(':=') ? `${name}${value}` : `${name}: ${value}`,
  )
  return toBytes(`NRRD0005\n# by hand\n${lines.join('\n')}\n\n${samples}`)
}

const from = "teem's definition of NRRD, https://teem.sourceforge.net/nrrd/format.html"
const data = new Uint8Array([1, 2])

function sample(fields: { readonly [name: string]: string }, members: object, samples?: string): TagSample {
  const check = (result: Result): void => expect(result).toMatchObject(members)
  return {
    name: 'a.nrrd',
    from,
    bytes: () => nrrd(fields, samples),
    check,
    notes: listNotes(fields, members),
  }
}

/** Beginnings of the notes of volumes that do not state their orientation or its world. */
function listNotes(fields: object, members: object): string[] {
  if ('width' in members || 'channels' in members) return []
  if (!('space directions' in fields)) return ['It does not state its orientation (space directions)']
  return 'space' in fields ? [] : ['It names no space']
}

function ignored(fields: { readonly [name: string]: string }): TagSample {
  return { ...sample(fields, { data, shape: [1, 1, 2] }), without: () => nrrd() }
}

const along = { 'space directions': '(2,0,0) (0,3,0) (0,0,4)' }
const six = '\x01\x02\x03\x04\x05\x06'
const ofParts = { dimension: '4', sizes: '3 2 1 1' }

const partKinds = [
  ...['complex', '2-vector', '3-color', 'rgb-color', 'hsv-color', 'xyz-color', '4-color', 'rgba-color'],
  ...['3-vector', '3-gradient', '3-normal', '4-vector', 'quaternion', '2d-symmetric-matrix'],
  ...['2d-masked-symmetric-matrix', '2d-matrix', '2d-masked-matrix', '3d-symmetric-matrix'],
  ...['3d-masked-symmetric-matrix', '3d-matrix', '3d-masked-matrix', 'vector', 'covariant-vector', 'normal'],
]

/** The pairs of a segment as 3D Slicer 5.6 writes them (vtkMRMLSegmentationStorageNode.cxx). */
const segment = (number: number, name: string, ...more: readonly (readonly [string, string])[]) =>
  Object.fromEntries([['Name', name], ...more].map(([key, value]) => [`Segment${number}_${key}:=`, value]))

/** By hand after the format's definition. */
export const nrrdSamples: TagSamples = {
  dimension: sample({ dimension: '2', sizes: '2 1' }, { type: 'image', width: 2, height: 1, data }),
  sizes: sample({ sizes: '1 2 1' }, { shape: [1, 2, 1], data }),
  type: sample({ type: 'signed char' }, { data: new Int8Array([1, -2]) }, '\x01\xfe'),
  'type = block': sample({ type: 'block', 'block size': '3' }, {}),
  encoding: sample({ encoding: 'txt' }, { data: new Uint8Array([7, 8]) }, '7\n8\n'),
  'encoding = bzip2': sample({ encoding: 'bz2' }, {}),
  endian: sample({ type: 'ushort', endian: 'big' }, { data: new Uint16Array([1, 512]) }, '\x00\x01\x02\x00'),
  'line skip': sample({ lineskip: '1' }, { data }, 'left out\n\x01\x02'),
  'byte skip': sample({ 'byte skip': '-1' }, { data }, 'left out\x01\x02'),
  'data file': {
    ...sample({}, {}),
    name: 'a.nhdr',
    bytes: () =>
      toBytes('NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\nencoding: raw\ndata file: a.raw\n'),
  },
  'data file = LIST': { ...sample({ 'data file': 'slice%03d.raw 1 2 1' }, {}), name: 'a.nhdr' },
  spacings: sample({ spacings: '2 3 4' }, { spacing: [4, 3, 2] }),
  'spacings < 0': sample({ spacings: '-2 3 0' }, { spacing: [1, 3, 2] }),
  'axis mins': sample(
    { 'axis mins': '10 20 30', 'axis maxs': '14 23 31', centers: 'cell cell cell' },
    { spacing: [1, 3, 2], origin: [30.5, 21.5, 11] },
  ),
  'axis mins without centers': sample({ 'axis mins': '10 20 30', 'axis maxs': '14 23 31' }, { data }),
  centers: sample(
    { sizes: '2 1 1', 'axis mins': '10 20 30', 'axis maxs': '14 23 31', centerings: 'node cell cell' },
    { spacing: [1, 3, 4], origin: [30.5, 21.5, 10] },
  ),
  thicknesses: ignored({ thicknesses: 'nan nan 3' }),
  labels: ignored({ labels: '"x" "y" "z"' }),
  units: sample({ spacings: '1 1 1', units: '"um" "um" "microns"' }, { unit: 'µm' }),
  'space units': sample(
    { ...along, 'space dimension': '3', 'space units': '"mm" "mm" "mm"' },
    { unit: 'mm' },
  ),
  'units that differ': sample({ spacings: '1 1 1', units: '"mm" "mm" "cm"' }, { spacing: [1, 1, 1] }),
  kinds: sample(
    { ...ofParts, kinds: 'list domain domain domain' },
    { data: new Uint8Array([1, 4]), frames: 3 },
    six,
  ),
  'kinds = RGB-color': sample(
    { sizes: '3 2 1', kinds: 'RGB-color domain domain' },
    { type: 'image', width: 2, height: 1, channels: 3, data: new Uint8Array([1, 2, 3, 4, 5, 6]) },
    six,
  ),
  'kinds of none': {
    ...sample(
      { sizes: '3 2 1' },
      { type: 'image', channels: 3, data: new Uint8Array([1, 2, 3, 4, 5, 6]) },
      six,
    ),
    value: '3 samples',
  },
  ...Object.fromEntries(
    partKinds.map((kind) => [
      `kinds = ${kind}`,
      sample({ ...ofParts, kinds: `${kind} domain domain domain` }, {}, six),
    ]),
  ),
  space: sample(
    { space: 'left-posterior-superior', ...along, 'space origin': '(1,2,3)' },
    { orientation: 'LPS', origin: [3, 2, 1], spacing: [4, 3, 2] },
  ),
  'space = scanner-xyz': sample(
    { space: 'scanner-xyz', ...along, 'space origin': '(1,2,3)' },
    { origin: [3, 2, 1], spacing: [4, 3, 2] },
  ),
  'space = 3D-left-handed': sample({ space: '3D-left-handed', ...along }, { spacing: [4, 3, 2] }),
  'space = unknown': sample({ space: 'head-first', ...along }, { spacing: [4, 3, 2] }),
  'no space': {
    ...sample({ 'space dimension': '3', ...along, 'space origin': '(1,2,3)' }, { origin: [3, 2, 1] }),
    notes: [],
  },
  'no space directions': {
    ...sample({ space: 'RAS', spacings: '2 3 4' }, { spacing: [4, 3, 2] }),
    notes: [],
  },
  'space dimension': sample(
    {
      dimension: '4',
      sizes: '1 1 1 2',
      'space dimension': '4',
      'space directions': '(2,0,0,0) (0,3,0,0) (0,0,4,0) (0,0,0,5)',
    },
    { shape: [1, 1, 1], spacing: [4, 3, 2], frames: 2, data: new Uint8Array([1]) },
  ),
  'space directions': sample(
    { space: 'RAS', 'space directions': '(0,2,0) (0,0,-3) (4,0,0)', 'space origin': '(1,2,3)' },
    {
      orientation: 'AIR',
      origin: [3, 2, 1],
      spacing: [4, 3, 2],
      direction: [
        [0, -1, 0],
        [0, 0, 1],
        [1, 0, 0],
      ],
    },
  ),
  'space directions of no space': sample(
    { 'space dimension': '3', 'space directions': '(2,0,0) (2,0,0) (0,0,4)' },
    { spacing: [4, 2, 2] },
  ),
  'an axis of none': sample(
    { ...ofParts, 'space dimension': '3', 'space directions': 'none (2,0,0) (0,3,0) (0,0,4)' },
    { shape: [1, 1, 2], data: new Uint8Array([1, 4]), spacing: [4, 3, 2], frames: 3 },
    six,
  ),
  'space origin': sample({ space: 'LAS', ...along, 'space origin': '(-1.5,2,3)' }, { origin: [3, 2, -1.5] }),
  'space origin of no place': sample(
    { 'space dimension': '3', spacings: '2 3 4', 'space origin': '(1,2,3)' },
    { spacing: [4, 3, 2] },
  ),
  'measurement frame': ignored({ 'measurement frame': '(0,1,0) (1,0,0) (0,0,1)' }),
  'sample units': sample({ 'sample units': '"kg/m^3"' }, { valueUnit: 'kg/m^3' }),
  content: ignored({ content: 'a head' }),
  min: ignored({ min: '0' }),
  max: ignored({ max: '9' }),
  'old min': sample({ oldmin: '-1000', 'old max': '3000' }, { data }),
  number: ignored({ number: '2' }),
  'block size': ignored({ blocksize: '1' }),
  'key:=value': ignored({ 'modality:=': 'DWMRI' }),
  'no space units': {
    ...sample(
      {
        ...along,
        space: 'left-posterior-superior',
        ...segment(0, 'bone', ['LabelValue', '1'], ['Layer', '0']),
      },
      {},
    ),
    check: (result) => expect(result).toMatchObject({ unit: 'mm', labels: [{ value: 1, name: 'bone' }] }),
  },
  'SegmentN_Name:=': sample(
    {
      ...segment(0, 'Gr\xc3\xb6\xc3\x9fe', ['LabelValue', '1'], ['Color', '1 0.5 0'], ['Layer', '0']),
      ...segment(1, 'in another layer', ['LabelValue', '2'], ['Layer', '1']),
      ...segment(2, 'nowhere', ['LabelValue', '7'], ['Layer', '0']),
    },
    { data, labels: [{ value: 1, name: 'Größe', color: [255, 128, 0] }] },
  ),
}
