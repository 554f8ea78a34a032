/** Legal but rare files, and such as programs write wrongly; right is what the format's own text says. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { PointCloudResult, Result } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { readRefusal, toBytes } from './files.ts'
import { toJpeg } from './tags/jpeg-file.ts'
import { toTiff } from './tags/tiff-file.ts'

const read = async (name: string, ...parts: (string | ArrayBufferView)[]): Promise<Result> =>
  await decodeFile(toBytes(...parts), name)

describe('a MetaImage of two axes', () => {
  const head = 'ObjectType = Image\nNDims = 2\nDimSize = 2 1\nElementType = MET_FLOAT\n'
  const samples = new Float32Array([1, 2])

  it('keeps the lengths of its steps and their unit', async () => {
    const fields = `${head}ElementSpacing = .5 .25\nOffset = 1 2\nDistanceUnits = um\n`
    expect(await read('a.mha', fields, 'ElementDataFile = LOCAL\n', samples)).toMatchObject({
      type: 'volume',
      shape: [1, 1, 2],
      spacing: [0.25, 0.25, 0.5],
      unit: 'µm',
      data: samples,
    })
  })
})

describe('a byte order mark', () => {
  const corners = '0 0 0\n1 0 0\n0 1 0\n'
  const vertices = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0])
  const properties = ['x', 'y', 'z'].map((name) => `property float ${name}\n`).join('')

  it.each([
    ['a.off', `OFF\n3 1 0\n${corners}3 0 1 2\n`, { vertices }],
    [
      'a.ply',
      `ply\nformat ascii 1.0\nelement vertex 3\n${properties}end_header\n${corners}`,
      { points: vertices },
    ],
    [
      'a.vtk',
      `# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n${corners}POLYGONS 1 4\n3 0 1 2\n`,
      { vertices },
    ],
    [
      'a.nrrd',
      'NRRD0004\ntype: float\ndimension: 2\nsizes: 2 1\nencoding: text\n\n1 2\n',
      { shape: [1, 1, 2] },
    ],
    [
      'a.mha',
      'ObjectType = Image\nNDims = 2\nDimSize = 2 1\nElementType = MET_UCHAR\nElementDataFile = LOCAL\nab',
      { width: 2, height: 1 },
    ],
  ])('before the header of %s is no part of it', async (name, text, members) => {
    const bytes = toBytes('\xef\xbb\xbf', text)
    const result = await decodeFile(bytes, name)
    expect(result).toMatchObject(members)
    const file = {
      name,
      size: bytes.length,
      read: async (at: number, length: number) => bytes.subarray(at, at + length),
    }
    expect(await findType(file)).toBe(result.type)
  })
})

describe('an NPY of points in doubles', () => {
  it('keeps the steps of map coordinates beside an offset', async () => {
    const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n"
    const places = new Float64Array([500000.12, 5400000.37, 1, 500000.25, 5400000.5, 2])
    const length = String.fromCharCode(header.length, 0)
    const cloud = await read('a.npy', '\x93NUMPY\x01\x00', length, header, places)
    expect(cloud).toMatchObject({ type: 'point_cloud', offset: [500000, 5400000, 0] })
    const { points } = cloud as PointCloudResult // by its type
    expect((points[4] ?? 0) - (points[1] ?? 0)).toBeCloseTo(0.13, 6)
  })
})

describe('an NRRD', () => {
  it('with a field that is there twice is refused by its name', async () => {
    const text = 'NRRD0004\ntype: uchar\ndimension: 2\nsizes: 2 1\nsizes: 1 2\nencoding: raw\n\nab'
    expect(await readRefusal(toBytes(text), 'a.nrrd')).toMatch(/the field sizes twice; remove one/)
  })
})

describe('a 3MF', () => {
  const type = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel'
  const toModel = (x: number): string =>
    '<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1"><mesh>' +
    `<vertices><vertex x="${x}" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>` +
    '<triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object></resources>' +
    '<build><item objectid="1"/></build></model>'

  it.each(['Parts/plate.model', '3D/other.model'])('has its model where it says, in %s', async (path) => {
    const bytes = zipSync({
      '_rels/.rels': strToU8(
        `<Relationships><Relationship Id="t" Target="/Metadata/a.png" Type="http://x/thumbnail"/><Relationship ` +
          `Id="m" Target="/${path}" Type="${type}"/></Relationships>`,
      ),
      '3D/3dmodel.model': strToU8(toModel(9)),
      [path]: strToU8(toModel(5)),
    })
    expect(await decodeFile(bytes, 'a.3mf')).toMatchObject({
      vertices: new Float32Array([5, 0, 0, 1, 0, 0, 0, 1, 0]),
    })
  })
})

describe('words for numbers', () => {
  const words = 'nan -inf Infinity -nan(ind) 1d2 -1.5e-1'
  const numbers = [Number.NaN, -Infinity, Infinity, Number.NaN, 100, -0.15]

  it.each([
    [
      'a.vtk',
      '# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 6 1 1\nORIGIN 0 0 0\n' +
        `SPACING 1 1 1\nPOINT_DATA 6\nSCALARS s double\nLOOKUP_TABLE default\n${words}\n`,
    ],
    [
      'a.vti',
      '<VTKFile type="ImageData"><ImageData WholeExtent="0 5 0 0 0 0" Origin="0 0 0" Spacing="1 1 1">' +
        '<Piece Extent="0 5 0 0 0 0"><PointData Scalars="s"><DataArray type="Float64" Name="s" format="ascii">' +
        `${words}</DataArray></PointData></Piece></ImageData></VTKFile>`,
    ],
    ['a.nrrd', `NRRD0004\ntype: double\ndimension: 3\nsizes: 6 1 1\nencoding: text\n\n${words}\n`],
  ])('in the samples of %s are those of C and Fortran', async (name, text) => {
    expect(await read(name, text)).toMatchObject({ dtype: 'float64', data: new Float64Array(numbers) })
  })
})

describe('a NIfTI whose vox_offset is 0', () => {
  const note = 'Its vox_offset lies in the header: samples are read from behind it and its extension bytes.'
  const header = new DataView(new ArrayBuffer(348))
  header.setInt32(0, 348, true)
  for (const [i, extent] of [3, 2, 1, 1, 1, 1, 1, 1].entries()) header.setInt16(40 + 2 * i, extent, true)
  header.setInt16(70, 4, true) // int16
  header.setInt16(252, 1, true) // qform_code
  for (let i = 0; i < 4; i++) header.setFloat32(76 + 4 * i, 1, true)
  header.setUint32(344, 0x6e2b_3100)
  const samples = new Int16Array([1, 2])

  it.each([
    ['with the bytes of extension', new Uint8Array(4)],
    ['without them', new Uint8Array(0)],
  ])('is read from behind its header, %s', async (_, extender) => {
    expect(await read('a.nii', header, extender, samples)).toMatchObject({ data: samples, notes: [note] })
  })
})

describe('a NIfTI with values of the vertices of a surface', () => {
  const header = (...extents: readonly number[]) => {
    const view = new DataView(new ArrayBuffer(352))
    view.setInt32(0, 348, true)
    for (const [i, extent] of extents.entries()) view.setInt16(40 + 2 * i, extent, true)
    view.setInt16(70, 2, true) // uint8
    view.setUint32(344, 0x6e2b_3100)
    return view
  }
  const note = expect.stringContaining('values of the vertices of a surface of FreeSurfer, here in one row')

  it('has their number where its axis cannot count them, as FreeSurfer writes and nibabel reads it', async () => {
    const view = header(3, -1, 1, 1)
    view.setInt32(144, 40_000, true) // glmin
    const samples = new Uint8Array(40_000).map((_, i) => i % 251)
    const wanted = { shape: [1, 1, 40_000], data: samples, notes: expect.arrayContaining([note]) }
    expect(await read('a.nii', view, samples)).toMatchObject(wanted)
    expect(await readRefusal(toBytes(header(3, -1, 1, 1), samples), 'a.nii')).toContain(
      'at least 1 (got 0×1×1)',
    )
    expect(await readRefusal(toBytes(header(3, -1, 2, 1), samples), 'a.nii')).toContain('(got -1×2×1)')
  })

  it('is told by the name of a side where the row is short', async () => {
    const samples = new Uint8Array(642)
    const wanted = { notes: expect.arrayContaining([note]) }
    expect(await read('sub/lh.area.nii', header(3, 642, 1, 1), samples)).toMatchObject(wanted)
    expect((await read('profile.nii', header(3, 642, 1, 1), samples)).notes).not.toContainEqual(note)
    expect((await read('lh.area.nii', header(3, 321, 2, 1), samples)).notes).not.toContainEqual(note)
  })
})

describe('samples of a TIFF', () => {
  it('with alpha by which colors are multiplied have a note where they are no picture', async () => {
    const tags = { 256: 1, 258: [32, 32, 32, 32], 262: 2, 277: 4, 338: 1, 339: [3, 3, 3, 3] }
    const data = new Uint8Array(new Float32Array([0.5, 0.25, 0, 0.5]).buffer)
    expect(await read('a.tif', toTiff({ tags, data }))).toMatchObject({
      notes: expect.arrayContaining([
        'Its alpha is left out; colors stay as they are stored, multiplied by it.',
      ]),
    })
  })

  it('in a damaged JPEG are refused', async () => {
    const data = toJpeg({ levels: [], ids: [1], scan: '1'.repeat(32) })
    const bytes = toTiff({ tags: { 256: 8, 257: 8, 259: 7 }, data })
    expect(await readRefusal(bytes, 'a.tif')).toMatch(
      /JPEG of a strip or tile is damaged: bits of its pixels/,
    )
  })
})

describe('a header of NRRD', () => {
  const head = 'NRRD0004\ntype:short\nendian:  little\ndimension:3\nsizes:\t2 1 1\nencoding:raw\n'
  const samples = new Int16Array([1, 2])

  it('may lack the blank behind a colon, as pynrrd reads it', async () => {
    const place =
      'space:left-posterior-superior\nspace directions:(2,0,0) (0,3,0) (0,0,4)\nspace origin:(5,6,7)\n'
    expect(
      await read('a.nrrd', head, '# a comment\n  # another\na key:=a: value\n', place, '\n', samples),
    ).toEqual({
      type: 'volume',
      shape: [1, 1, 2],
      dtype: 'int16',
      data: samples,
      spacing: [4, 3, 2],
      origin: [7, 6, 5],
      orientation: 'LPS',
    })
  })

  it('ends at a line of blanks alone', async () => {
    expect(await read('a.nrrd', head, ' \r\n', samples)).toMatchObject({ data: samples })
  })

  it('is refused for a line that is no field, with the line', async () => {
    expect(await readRefusal(toBytes(head, 'space origin (5,6,7)\n\n', samples), 'a.nrrd')).toMatch(
      'must be "field: value", "key:=value" or begin with # (got "space origin (5,6,7)")',
    )
  })
})
