/**
 * Each format has a table of its tags, and what stands in a file but in no row gives a note: nothing is left out
 * without a word only because its reader does not know it.
 */
import { describe, expect, it } from 'vitest'
import { decodeFile, openFiles } from '../../../../core/data/formats/decode-file.ts'
import { formats } from '../../../../core/data/formats/formats.ts'
import { tagTables } from '../../../../core/data/formats/tag-tables.ts'
import { slice, toDicom } from '../dicom/build-dicom.ts'
import { readRaster, toBytes, toFolderFile } from '../files.ts'
import { cornerBytes, toGlb, triangle } from '../glb-bytes.ts'
import { readWasm } from '../read-wasm.ts'
import { pngEnd, toHead, toPng, toRows } from './png-file.ts'
import { toTiff } from './tiff-file.ts'
import { toZip } from './xml-arrays.ts'

/** Formats without a table: the host's own form, and an archive of files that have theirs. */
const withoutTable = ['envelope', 'tar', 'zip of a scene']

/** Formats whose files have no room for what a reader may not know, and the reason. */
const closed: { readonly [format: string]: string } = {
  STL: 'a binary file has numbers alone, and another word in a text is refused',
  NPY: 'the head has three keys, and others are refused',
  BMP: 'the head has a fixed size, which names its version; others are refused',
  'FreeSurfer surface': 'numbers alone, and what follows them has a row',
  JPEG: 'each marker has a row, or is refused',
  MGH: 'the head has a fixed size, and the tags behind the samples have a row',
  GIFTI: 'each array of vertices is values, by the name of its intent',
  XYZ: 'each line is an atom, whose further columns have a row',
  PDB: 'records beside those of atoms are texts, or have a row',
  OFF: 'the first word says what the numbers are; others are refused',
}

/** The endings of formats that the content alone does not tell. */
const extensions: { readonly [format: string]: string } = { OBJ: '.obj', CSV: '.csv' }

const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const gltf = (changes: object): Uint8Array => toGlb({ ...triangle, ...changes }, cornerBytes)
const ply = (property: string, rows: string, more = ''): Uint8Array =>
  text(
    `ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n` +
      `${property}${more}end_header\n${rows}\n`,
  )
const nrrd =
  'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\nencoding: raw\nmystery: 1\n' +
  'space: RAS\nspace directions: (1,0,0) (0,1,0) (0,0,1)\n\n\x01\x02'
const meta =
  'ObjectType = Image\nNDims = 3\nDimSize = 2 1 1\nElementType = MET_UCHAR\nMystery = 1\n' +
  'Offset = 0 0 0\nAnatomicalOrientation = RAI\n'
const vtp = (inside: string): Uint8Array =>
  text(
    '<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="1" NumberOfVerts="0"><Points><DataArray ' +
      'type="Float32" NumberOfComponents="3" format="ascii">0 0 0</DataArray></Points>' +
      `${inside}</Piece></PolyData></VTKFile>`,
  )
const model = ({ resource = '', part = '' }): Uint8Array =>
  toZip({
    '3D/3dmodel.model':
      `<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">` +
      '<resources><object id="1" type="model"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" ' +
      'z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles>' +
      `${part}</mesh></object>${resource}</resources><build><item objectid="1"/></build></model>`,
  })
const webp = (type: string): Uint8Array => {
  const plain = readRaster('lossless-alpha.webp')
  const body = plain.subarray(8)
  return toBytes('RIFF', new Uint32Array([body.length + 12]), body, type, new Uint32Array([4]), 'abcd')
}
const nifti = (intent: number): Uint8Array => {
  const bytes = new Uint8Array(352 + 2)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 348, true)
  for (const [i, extent] of [3, 2, 1, 1, 1, 1, 1, 1].entries()) view.setInt16(40 + 2 * i, extent, true)
  view.setInt16(68, intent, true)
  view.setInt16(70, 2, true)
  view.setInt16(252, 1, true) // qform_code
  for (let i = 0; i < 4; i++) view.setFloat32(76 + 4 * i, 1, true)
  view.setFloat32(108, 352, true)
  bytes.set(text('n+1'), 344)
  return bytes
}

/** A file with something that no row of its format's table names, and the note on it. */
const unknown: readonly (readonly [format: string, what: string, bytes: Uint8Array, note: string])[] = [
  ['glTF binary', 'an extension', gltf({ extensionsUsed: ['XYZ_mystery'] }), 'XYZ_mystery is unknown'],
  [
    'glTF binary',
    'an attribute',
    gltf({ meshes: [{ primitives: [{ attributes: { POSITION: 0, MYSTERY: 0 } }] }] }),
    'MYSTERY is unknown',
  ],
  [
    'PLY',
    'an element',
    ply('', '0 0 0\n5', 'element mystery 1\nproperty int a\n'),
    'Elements that are neither vertices nor faces',
  ],
  ['OBJ', 'a statement', text('v 0 0 0\nmystery 1 2\n'), 'mystery is unknown'],
  [
    'CSV',
    'a column',
    text('x,y,z,value,mystery\n1,2,3,4,5\n'),
    'Of several columns of values the first is shown',
  ],
  ['NRRD', 'a field', toBytes(nrrd), 'mystery is unknown'],
  ['MetaImage', 'a field', toBytes(`${meta}ElementDataFile = LOCAL\n\x01\x02`), 'Mystery is unknown'],
  ['NIfTI', 'an intent', nifti(999), 'intent_code = 999 is unknown'],
  ['DICOM', 'an element of the image', toDicom({ ...slice, '0028fff0 US': [1] }), '(0028,fff0) is unknown'],
  ['PNG', 'a chunk', toPng(toHead(1, 1, 8, 0), ['mYRe', 'abc'], toRows(0, 7), pngEnd), 'mYRe is unknown'],
  ['TIFF', 'a tag', toTiff({ tags: { 65001: 1 } }), 'Its tags 65001 are unknown'],
  ['WebP', 'a chunk', webp('MYST'), 'MYST is unknown'],
  ['VTK', 'an element of XML', vtp('<Mystery/>'), 'Mystery is unknown'],
  [
    '3MF',
    'a resource',
    model({ resource: '<m:mystery xmlns:m="urn:m" id="2"/>' }),
    'mystery (urn:m) is unknown',
  ],
  [
    '3MF',
    'a part of a mesh',
    model({ part: '<b:beamlattice xmlns:b="urn:b"/>' }),
    'beamlattice (urn:b) is unknown',
  ],
]

describe('what a file has and no table', () => {
  it('belongs to a format with a table, or with a reason for none', () => {
    const tables = tagTables.map(({ format }) => format)
    const named = formats.map(({ name }) => name).filter((name) => !withoutTable.includes(name))
    expect(tables.toSorted()).toEqual([...named, 'OME-Zarr'].toSorted())
    const tried = new Set([...unknown.map(([format]) => format), ...Object.keys(closed), 'OME-Zarr'])
    expect([...tried].toSorted()).toEqual(tables.toSorted())
  })

  it.each(unknown)('%s, %s, is named by a note', async (format, _what, bytes, note) => {
    const notes: string[] = []
    await decodeFile(bytes, `a${extensions[format] ?? ''}`, {
      onNote: (sentence) => notes.push(sentence),
      readWasm,
    })
    expect(notes).toEqual([expect.stringContaining(note)])
  })

  it('OME-Zarr, an attribute, is named by a note', async () => {
    const json = (value: object): Uint8Array => text(JSON.stringify(value))
    const axes = ['y', 'x'].map((name) => ({ name, type: 'space' }))
    const multiscales = [{ version: '0.4', axes, datasets: [{ path: '0' }], mystery: {} }]
    const array = { zarr_format: 2, compressor: null, filters: null, shape: [1, 2], chunks: [1, 2] }
    const files = [
      toFolderFile('.zattrs', json({ multiscales })),
      toFolderFile('0/.zarray', json({ ...array, dtype: '|u1', fill_value: 0, order: 'C' })),
      toFolderFile('0/0.0', new Uint8Array([1, 2])),
    ]
    const notes: string[] = []
    const { read } = await openFiles(files, { onNote: (sentence) => notes.push(sentence) })
    expect((await read(0)).notes).toEqual([expect.stringContaining('mystery is unknown')])
  })
})
