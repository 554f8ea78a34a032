/** One slice in space keeps its place as a volume; an image has none, and a note says what the file had. */
import { describe, expect, it } from 'vitest'
import { decodeFile, openFiles } from '../../../core/data/formats/decode-file.ts'
import { slice, toDicom } from './dicom/build-dicom.ts'
import { toBytes, toFolderFile } from './files.ts'
import { toRationals, toTiff } from './tags/tiff-file.ts'

const pixels = new Uint8Array([1, 2, 3, 4])
const floats = new Float32Array([1, 2, 3, 4])
const left = 'An image has no lengths and no place in space: those of the file are left out'

const nrrd = async (type: string, fields: string, data: ArrayBufferView = pixels) => {
  const head = `NRRD0004\ntype: ${type}\nendian: little\ndimension: 2\nsizes: 2 2\nencoding: raw\n`
  return await decodeFile(toBytes(head, fields, '\n\n', data), 'a.nrrd')
}
const mha = async (type: string, fields: string, data: ArrayBufferView = pixels) => {
  const head = `ObjectType = Image\nNDims = 2\nDimSize = 2 2\nElementType = ${type}\n`
  return await decodeFile(toBytes(head, fields, '\nElementDataFile = LOCAL\n', data), 'a.mha')
}
const inSpace = 'space: LPS\nspace directions: (0,2,0) (0,0,3)\nspace origin: (5,6,7)'

describe('a slice of floats', () => {
  it('of an NRRD in space keeps its place, and is as thick as its smaller step', async () => {
    expect(await nrrd('float', inSpace, floats)).toMatchObject({
      type: 'volume',
      shape: [1, 2, 2],
      spacing: [2, 3, 2],
      origin: [7, 6, 5],
      direction: [
        [0, 1, 0],
        [0, 0, 1],
        [1, 0, 0],
      ],
      orientation: 'PSL',
    })
  })

  it('of an NRRD in the plane has its place there', async () => {
    const fields = 'space dimension: 2\nspace directions: (2,0) (0,3)\nspace origin: (5,6)'
    const placed = { spacing: [2, 3, 2], origin: [0, 6, 5] }
    expect(await nrrd('float', fields, floats)).toMatchObject(placed)
    const ends = 'axis mins: 4 4.5\naxis maxs: 8 10.5\ncenters: cell cell'
    expect(await nrrd('float', ends, floats)).toMatchObject(placed)
  })

  it('of an NRRD whose steps lie on one line says that these span no space', async () => {
    const fields = 'space dimension: 3\nspace directions: (1,0,0) (2,0,0)\nspace origin: (5,6,7)'
    const { notes, ...result } = await nrrd('float', fields, floats)
    expect(result).not.toHaveProperty('origin')
    expect(notes).toEqual(['Its space directions span no space, so their lengths alone are kept.'])
  })

  it.each([
    ['an origin of two numbers in space', 'space directions: (1,0,0) (0,1,0)\nspace origin: (5,6)'],
    ['an origin of no number', 'space directions: (1,0,0) (0,1,0)\nspace origin: (5,6,nan)'],
    ['an origin without directions', 'spacings: 1 2\nspace origin: (5,6,7)'],
  ])('of an NRRD with %s says that it is left out', async (_, fields) => {
    const { notes, ...result } = await nrrd('float', `space dimension: 3\n${fields}`, floats)
    expect(result).not.toHaveProperty('origin')
    expect(notes).toEqual([expect.stringMatching(/^Its space origin is left out/)])
  })

  it('of a MetaImage keeps offset and matrix', async () => {
    const fields = 'Offset = 5 6\nElementSpacing = 2 3\nTransformMatrix = 0 1 -1 0'
    const result = await mha('MET_FLOAT', fields, floats)
    expect(result).toMatchObject({
      spacing: [2, 3, 2],
      origin: [0, 6, 5],
      direction: [
        [1, 0, 0],
        [0, 0, 1],
        [0, -1, 0],
      ],
    })
    expect(result).not.toHaveProperty('orientation')
  })
})

describe('an image', () => {
  it.each([
    [inSpace, 'spacing 2, 3; origin 5, 6, 7; directions'],
    ['space dimension: 3\nspace directions: (1,0,0) (0,1,0)\nspace origin: (5,6,7)', 'origin 5, 6, 7'],
    ['spacings: 0.5 1\nunits: "um" "um"', 'spacing 0.5, 1 µm'],
    ['axis mins: 4 4.5\naxis maxs: 8 10.5\ncenters: cell cell', 'spacing 2, 3; origin 5, 6, 0'],
  ])('of an NRRD notes its place (%s)', async (fields, found) => {
    expect(await nrrd('uchar', fields)).toMatchObject({ type: 'image', notes: [`${left} (${found}).`] })
  })

  it('of colours of an NRRD notes the place of its pixels', async () => {
    const head =
      'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 3 1 1\nkinds: RGB-color domain domain\nencoding: raw\n' +
      'space dimension: 3\nspace directions: none (2,0,0) (0,3,0)\nspace origin: (5,6,7)\n\nabc'
    const { notes } = await decodeFile(toBytes(head), 'a.nrrd')
    expect(notes).toEqual([`${left} (spacing 2, 3; origin 5, 6, 7).`])
  })

  it('of a MetaImage notes its place', async () => {
    const { notes } = await mha('MET_UCHAR', 'Offset = 5 6\nElementSpacing = 2 3\nTransformMatrix = 0 1 -1 0')
    expect(notes).toEqual([`${left} (spacing 2, 3; origin 5, 6, 0; directions).`])
  })

  it('of DICOM notes its place and the lengths of its pixels, x before y', async () => {
    const picture = {
      ...slice,
      '00280103 US': [0],
      '00280030 DS': '3\\2',
      '00200032 DS': '5\\6\\7',
      '00200037 DS': '0\\1\\0\\0\\0\\1',
    }
    const { type, notes } = await decodeFile(toDicom(picture), 'a.dcm')
    expect({ type, notes }).toEqual({
      type: 'image',
      notes: [`${left} (spacing 2, 3 mm; origin 5, 6, 7; directions).`],
    })
  })

  it('of a TIFF of ImageJ, and of OME-Zarr, notes the lengths of its pixels', async () => {
    const tags = { 270: 'ImageJ=1.54f\nunit=um\n', 282: toRationals([2, 1]), 283: toRationals([4, 1]) }
    expect((await decodeFile(toTiff({ tags }), 'a.tif')).notes).toEqual([`${left} (spacing 0.5, 0.25 µm).`])
    const axes = ['y', 'x'].map((name) => ({ name, type: 'space', unit: 'micrometer' }))
    const transformations = [
      { type: 'scale', scale: [3, 2] },
      { type: 'translation', translation: [6, 5] },
    ]
    const datasets = [{ path: '0', coordinateTransformations: transformations }]
    const array = { shape: [2, 2], chunks: [2, 2], dtype: '|u1', fill_value: 0, order: 'C', zarr_format: 2 }
    const encode = (value: unknown) => toBytes(JSON.stringify(value))
    const { read } = await openFiles([
      toFolderFile('a.zarr/.zattrs', encode({ multiscales: [{ version: '0.4', axes, datasets }] })),
      toFolderFile('a.zarr/0/.zarray', encode({ ...array, compressor: null, filters: null })),
      toFolderFile('a.zarr/0/0.0', pixels),
    ])
    const { type, notes } = await read(0)
    expect({ type, notes }).toEqual({
      type: 'image',
      notes: [`${left} (spacing 2, 3 µm; origin 5, 6, 0).`],
    })
  })

  it('without a place, or with steps of 1 from 0 and no unit, notes nothing', async () => {
    expect(await nrrd('uchar', 'spacings: 1 1')).not.toHaveProperty('notes')
    const plain = 'Offset = 0 0\nElementSpacing = 1 1\nTransformMatrix = 1 0 0 1'
    expect(await mha('MET_UCHAR', plain)).not.toHaveProperty('notes')
  })
})
