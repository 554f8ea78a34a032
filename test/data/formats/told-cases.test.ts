/**
 * Files after public reports that were shown with other values or an untrue note, or refused for an untrue reason.
 * What is right was read by nibabel, pydicom, VTK, trimesh, lib3mf and tifffile, or follows from the format's own text.
 */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeFile, openFiles } from '../../../core/data/formats/decode-file.ts'
import { toFolderFile, toPlain } from './files.ts'
import { readCase } from './read-case.ts'
import { readWasm } from './read-wasm.ts'
import { toTiff } from './tags/tiff-file.ts'

const folder = new URL('./told-cases/', import.meta.url)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

const tetrahedron = {
  type: 'mesh',
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  indices: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2],
}
const green = [0, 255, 0]
const further = ['Its further arrays of values are left out.']
const lengths =
  'An image has no lengths and no place in space: those of the file are left out (spacing 0.001, 0.001 mm).'

/** The name of a case, members of its result and its notes. */
const cases: readonly (readonly [name: string, members: object, notes?: readonly string[]])[] = [
  ['tiles-full.dcm', { type: 'image', width: 4, height: 4, data: upTo(16).map((i) => 10 * i) }, [lengths]],
  [
    'tiles-full-rgb.dcm',
    { type: 'image', width: 4, channels: 3, data: upTo(48).map((i) => 10 * Math.floor(i / 3)) },
    [lengths],
  ],
  [
    'j2k-irreversible.dcm',
    { type: 'image', width: 16, channels: 3 },
    [
      'The picture was compressed with loss (ratio unknown): values are not exactly those that were measured.',
    ],
  ],
  ['empty-lut.dcm', { type: 'image', data: upTo(16) }],
  ['zip64.3mf', { ...tetrahedron, unit: 'mm' }],
  ['zip64-sizes.3mf', { ...tetrahedron, unit: 'mm' }],
  ['prefix-mat.3mf', { type: 'mesh', colors: [...green, ...green, ...green, ...green] }],
  [
    'second-matrix.surf.gii',
    tetrahedron,
    [
      'Its transform to another space is left out: coordinates are those of its own (NIFTI_XFORM_SCANNER_ANAT).',
    ],
  ],
  [
    'volgeom.surf.gii',
    { ...tetrahedron, orientation: 'RAS' },
    [
      "Coordinates are those of FreeSurfer's surface space; scanner coordinates are shifted by VolGeomC, or turned " +
        'by VolGeomX, Y and Z.',
    ],
  ],
  [
    'labels.surf.gii',
    {
      ...tetrahedron,
      scalars: [0, 3, 3, 0],
      labels: [
        { value: 0, name: 'unknown', color: [180, 180, 180] },
        { value: 3, name: 'V1', color: [255, 128, 0] },
      ],
      colors: [180, 180, 180, 255, 128, 0, 255, 128, 0, 180, 180, 180],
    },
  ],
  [
    'no-photometric.tif',
    { type: 'image', channels: 3, data: [200, 30, 40, 20, 180, 60] },
    [
      'It does not say its colors (tag 262): three samples are taken for RGB, 0 of a fax for white, else grey.',
    ],
  ],
  ['field-then-scalars.vtk', { valueName: 'p', data: upTo(12) }, further],
  ['name-percent.vtk', { valueName: 'my value', data: upTo(12) }],
  ['point-then-cell.vtk', { valueName: 'p', data: upTo(12) }, ['Its values of cells are left out.']],
  ['lines-same-line.vtk', { type: 'mesh', indices: [0, 1, 2] }, ['Its lines are left out.']],
  ['coff-ones.off', { ...tetrahedron, colors: [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1] }],
  [
    'ncoff.off',
    {
      ...tetrahedron,
      normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
      colors: [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9],
    },
  ],
  ['glued.off', tetrahedron],
  ['blank-lines.off', tetrahedron],
  ['end-header-crlf.ply', { type: 'mesh', indices: [0, 1, 2] }],
]

/** A case that is refused, and the reason with the way out. */
const refused: readonly (readonly [name: string, reason: string])[] = [
  ['crc.3mf', '"3D/3dmodel.model" in its archive has another checksum (CRC-32) than it says'],
  [
    'prefix-s-volumetric.3mf',
    'an extension of 3MF that is not read (volumetric content); save its mesh as STL',
  ],
  [
    'lh.curv',
    'values of the vertices of a surface (curv, sulc, thickness) and no surface; open it together with',
  ],
]

describe('a file that was told untruly', () => {
  for (const [name, members, notes = []] of cases)
    it(`${name} has its values and notes`, async () => {
      const found: string[] = []
      const onNote = (note: string): void => void found.push(note)
      const { read } = await openFiles(readCase(name, folder), { onNote, readWasm })
      expect(toPlain(await read(0))).toMatchObject(members)
      expect(found).toEqual(notes)
    })

  it.each(refused)('%s is refused with the reason and the way out', async (name, reason) => {
    await expect(openFiles(readCase(name, folder)).then(({ read }) => read(0))).rejects.toThrow(reason)
  })

  it('has a row for each case of the folder', () => {
    const rows = [...cases, ...refused].map(([name]) => name)
    expect(rows.toSorted()).toEqual(readdirSync(folder).toSorted())
  })
})

describe('a TIFF without tag 262', () => {
  it.each([
    ['one sample is grey', { 256: 2 }, [7, 9], { channels: 1, data: [7, 9] }],
    [
      'four samples with an alpha are RGB',
      { 256: 1, 277: 4, 338: 2 },
      [9, 8, 7, 6],
      { channels: 4, data: [9, 8, 7, 6] },
    ],
    [
      'two samples of which one is extra are grey',
      { 256: 1, 277: 2, 338: 2 },
      [9, 6],
      { channels: 2, data: [9, 6] },
    ],
  ] as const)('%s', async (_, tags, data, members) => {
    const bytes = toTiff({ tags: { 262: undefined, ...tags }, data: Uint8Array.from(data) })
    const result = await decodeFile(bytes, 'a.tif')
    expect(toPlain(result)).toMatchObject({ type: 'image', ...members })
    expect(result.notes).toEqual([expect.stringContaining('It does not say its colors (tag 262)')])
  })

  it('is white where a fax has 0: a row of 16 pixels of group 4 that are all white', async () => {
    // V0 to the end of the line, then the end of the block.
    const tags = { 256: 16, 257: 1, 258: 1, 259: 4, 262: undefined }
    const data = Uint8Array.of(0b10000000, 0b00001000, 0b00000000, 0b10000000)
    const result = await decodeFile(toTiff({ tags, data }), 'a.tif')
    expect(toPlain(result)).toMatchObject({ data: upTo(16).map(() => 255) })
  })
})

describe('OME-Zarr', () => {
  const toImage = (image: object, more: object = {}) => {
    const attributes = { ome: { multiscales: [{ datasets: [{ path: '0' }], ...image }], ...more } }
    const text = JSON.stringify({ zarr_format: 3, node_type: 'group', attributes })
    const array = new TextEncoder().encode('{}')
    return [
      toFolderFile('a.zarr/zarr.json', new TextEncoder().encode(text)),
      toFolderFile('a.zarr/0/zarr.json', array),
    ]
  }
  it.each([
    ['0.7', toImage({}, { version: '0.7' })],
    ['1.0', toImage({}, { version: '1.0' })],
  ])('%s is refused by name, as a later version', async (_, files) => {
    await expect(openFiles(files)).rejects.toThrow('It is a later version of OME-Zarr than 0.6')
  })
})
