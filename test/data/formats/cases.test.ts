/**
 * Files after public reports on which other programs gave other values, or refused them for a wrong reason. The
 * right values were read by nibabel, tifffile, Pillow, pydicom and assimp, or follow from the format's own text.
 */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { openFiles } from '../../../core/data/formats/decode-file.ts'
import { toPlain } from './files.ts'
import { readCase } from './read-case.ts'

const folder = new URL('./cases/', import.meta.url)

/** Returns numbers from 0 on. */
function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

/** Returns the values of slices of a scanner's phantom: -1024 and on, 100 more in each slice. */
function toSlices(depth: number): number[] {
  return upTo(depth).flatMap((slice) => upTo(12).map((i) => i - 1024 + 100 * slice))
}

const corner = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }
const bytesBehind = ['Some bytes behind the last triangle, fewer than a triangle has, are left out.']
const unplacedNifti = [
  'It does not state its place and orientation (qform_code and sform_code are 0): its axes are shown as they ' +
    'stand, with the lengths of pixdim (method 1 of NIfTI); nibabel takes the first to lead to the left and ' +
    'the middle for 0, as in Analyze.',
]
const unplacedNrrd = [
  'It does not state its orientation (space directions): its axes are shown as they stand, with the lengths ' +
    'that it has (spacings, axis mins and maxs), else 1.',
]
const shifted = Array.from({ length: 12 }, (_, i) => 2 * i)
const floats = (...values: number[]) => values.map(Math.fround)

/** The name of a case, members of its result and its notes. */
const cases: readonly (readonly [name: string, members: object, notes?: readonly string[]])[] = [
  ['sform-smaller.nii', { spacing: [2, 0.5, 0.5], origin: [30, 20, 10], data: upTo(24) }],
  [
    'las.nii',
    {
      spacing: [3, 2, 2],
      origin: [-72, -126, 90],
      direction: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
      orientation: 'LAS',
    },
  ],
  ['nanometre.zarr', { spacing: [40, 4, 4], unit: 'nm', data: upTo(24) }],
  ['int32-scaled.nii', { data: [16777219, 16777221, 33554437, 2000000003] }, unplacedNifti],
  [
    'none-first.nrrd',
    { shape: [2, 3, 4], spacing: [2, 1, 1], data: upTo(24), frame: 0, frames: 3 },
    ['An axis that is not of space is shown as one volume after the other.'],
  ],
  [
    'rtdose.dcm',
    { shape: [3, 3, 4], spacing: [2.5, 2, 2], data: upTo(36), valueName: 'dose', valueUnit: 'Gy' },
  ],
  ['jitter', { shape: [4, 3, 4], spacing: [2, 1, 1], data: toSlices(4) }],
  [
    'gantry',
    { shape: [4, 3, 4], spacing: [5, 0.5, 0.5], data: toSlices(4) },
    ['The slices are shifted in their plane, by 20.0° from its normal, as those of a tilted gantry.'],
  ],
  ['copies', { shape: [3, 3, 4], data: toSlices(3) }, ['3 of 6 slices are there twice; each is read once.']],
  [
    'without-spacing.dcm',
    { spacing: [1, 0.2, 0.2], frames: 3 },
    [
      'Lengths are those on the detector (Imager Pixel Spacing): what lies before it is smaller.',
      'The thickness of a slice is not in the file; 1 mm is shown.',
    ],
  ],
  [
    'one-picture.dcm',
    { type: 'image', data: upTo(12) },
    [
      'Its smallest value stands for white (MONOCHROME1); values are shown as they are, not inverted.',
      'An image has no lengths and no place in space: those of the file are left out (spacing 1, 1 mm).',
    ],
  ],
  ['tristrips.ply', { type: 'mesh', indices: [0, 1, 2, 2, 1, 3] }],
  ['float-colours-255.ply', { colors: [10, 128, 255, 200, 0, 30] }],
  [
    'utm-double.ply',
    {
      offset: [500000, 5400001, 0],
      points: floats(...upTo(5).flatMap((i) => [0.12 + 0.1 * i, -0.63 + 0.1 * i, 10 + 0.1 * i])),
    },
  ],
  ['face-colours.ply', { type: 'mesh' }, ['The colours of its faces are left out.']],
  ['bom.obj', { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 9], indices: [0, 1, 2] }],
  ['rgba.obj', { colors: [255, 0, 0, 0, 255, 0, 0, 0, 255] }, ['The opacity of its vertices is left out.']],
  ['pandas-index.csv', { scalars: [20.5, 21.5], valueName: 'temperature' }],
  [
    'intensity-rgb.xyz',
    { colors: [255, 0, 0, 0, 255, 0, 0, 0, 255], scalars: [77, 88, 99] },
    ['Its columns have no names: they are read as x, y, z, intensity, red, green and blue.'],
  ],
  ['latin1-unit.csv', { unit: 'µm' }, ['Its text is not UTF-8 and is read as Windows-1252.']],
  [
    'instancing.glb',
    {
      vertices: [...corner.vertices, ...[5, 0, 0, 6, 0, 0, 5, 1, 0], ...[0, 5, 0, 1, 5, 0, 0, 6, 0]],
    },
  ],
  ['skin-scale.glb', corner],
  ['morph-weight.glb', { vertices: [0, 0, 0, 6, 0, 0, 0, 6, 0] }],
  [
    'axes-xyz.zarr',
    {
      shape: [2, 3, 4],
      spacing: [5, 2, 1],
      data: upTo(2).flatMap((z) => upTo(3).flatMap((y) => upTo(4).map((x) => 6 * x + 2 * y + z))),
    },
  ],
  [
    'plate.zarr',
    { type: 'image' },
    ['It is a plate: this is the first image of the first of its wells (2 wells).'],
  ],
  ['two-members.nii.gz', { data: upTo(24) }],
  ['two-members.nrrd', { data: upTo(24) }, unplacedNrrd],
  ['gzip-and-zeros.nii.gz', { data: upTo(24) }],
  ['newline-behind.nrrd', { data: upTo(24) }, unplacedNrrd],
  [
    'binary-newline.ply',
    corner,
    ['Some bytes behind the last element, fewer than one of its rows has, are left out.'],
  ],
  ['binary-extra.stl', corner, bytesBehind],
  ['solid-binary-extra.stl', corner, bytesBehind],
  [
    'mixed',
    { shape: [3, 3, 4], data: toSlices(3) },
    [
      '1 of 4 files cannot be read and is left out. "sc.dcm": The file is truncated: the head of a JPEG needs ' +
        '4 bytes and 2 are left.',
    ],
  ],
  ['big-endian.dcm', { data: shifted }, ['The thickness of a slice is not in the file; 1 mm is shown.']],
  ['planar-rgb.dcm', { type: 'image', channels: 3, data: upTo(48) }],
  [
    'inf-scalar.ply',
    { points: [0, 0, 0, 1, 0, 0] },
    ['The values of its vertices are left out, because some are not finite.'],
  ],
  ['nan-normals.obj', corner, ['The normals of its vertices are left out, because some are not finite.']],
  ['comment-behind.obj', corner],
  ['upper.stl', corner],
  ['bom.stl', corner],
  ['end-solid.stl', corner],
  ['decimal-commas.xyz', { points: [1.5, 2.5, 3.5, 4.5, 5.5, 6.5] }],
  ['bom.xyz', { points: [1, 2, 3, 4, 5, 6] }],
  ['excel-sep.csv', { points: [1.5, 2, 3] }],
  ['trailing-comma.csv', { points: [1, 2, 3, 4, 5, 6] }],
  ['zero-accessor.glb', { ...corner, scalars: [0, 0, 0] }],
  ['nul-padding.glb', corner],
]

/** A case that is refused, and the reason with the way out. */
const refused: readonly (readonly [name: string, reason: string])[] = [
  [
    'analyze.hdr',
    'It has no magic of NIfTI, as Analyze 7.5, which does not say where left is; save it as NIfTI',
  ],
]

describe('a file of a public report', () => {
  for (const [name, members, notes = []] of cases)
    it(`${name} has its values`, async () => {
      const found: string[] = []
      const { read } = await openFiles(readCase(name, folder), { onNote: (note) => found.push(note) })
      expect(toPlain(await read(0))).toMatchObject(members)
      expect(found).toEqual(notes)
    })

  it.each(refused)('%s is refused with the reason and the way out', async (name, reason) => {
    const error: unknown = await openFiles(readCase(name, folder)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SpecimenError)
    expect(String(error)).toContain(reason)
  })

  it('has a row for each case of the folder', () => {
    const rows = [...cases, ...refused].map(([name]) => name)
    expect(rows.toSorted()).toEqual(readdirSync(folder).toSorted())
  })
})
