/** Texts with padding at their end: end marks of DOS (^Z, byte 1a), and NUL bytes of blocks that were not written. */
import { describe, expect, it } from 'vitest'
import { decodeFile, openFiles } from '../../../core/data/formats/decode-file.ts'
import { readRefusal, toBytes, toFolderFile } from './files.ts'

const properties = ['x', 'y', 'z'].map((name) => `property float ${name}\n`).join('')
const nrrd =
  'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\n' +
  'space: RAS\nspace directions: (1,0,0) (0,1,0) (0,0,1)\nencoding: '
/** Texts, each with a number 25 whose digits are parted below. */
const texts: { readonly [name: string]: string } = {
  'a.obj': 'v 0 0 0\nv 25 0 0\nv 0 1 0\nf 1 2 3',
  'a.csv': 'x,y,z\n25,2,3\n4,5,6',
  'a.xyz': '1 2 3\n25 5 6',
  'a.ply': `ply\nformat ascii 1.0\nelement vertex 2\n${properties}end_header\n0 0 0\n25 0 1`,
  'a.off': 'OFF\n3 1 0\n0 0 0\n25 0 0\n0 1 0\n3 0 1 2',
  'a.stl':
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 25 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid',
  'a.vtk':
    '# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 25 0 0 0 1 0\nPOLYGONS 1 4\n3 0 1 2',
  'text.nrrd': `${nrrd}text\n\n1 25`,
  'hex.nrrd': `${nrrd}hex\n\n0125`,
}
const names = Object.keys(texts)
const read = async (name: string, end: string) => {
  const { notes = [], ...result } = await decodeFile(toBytes(texts[name] ?? '', end), name)
  return { notes, result }
}

describe.each(names)('the text %s', (name) => {
  it.each(['\x1a', '\n\x1a', '\x1a\r\n', '\x1a\x1a\x1a'])('ends at an end mark (%j)', async (end) => {
    expect(await read(name, end)).toEqual(await read(name, ''))
  })

  it.each([
    ['\0', 1],
    ['\n\0\0\0', 3],
    ['\x1a\0\0', 2],
    ['\0'.repeat(5000), 5000],
  ])('ends at NUL bytes, which a note counts (%j)', async (end, count) => {
    const { notes, result } = await read(name, end)
    expect(result).toEqual((await read(name, '')).result)
    expect(notes).toEqual([expect.stringMatching(`^NUL bytes behind the text.* are left out \\(${count}\\)`)])
  })

  it('is refused for a NUL byte within it, and the line is named', async () => {
    const [before = '', after = ''] = (texts[name] ?? '').split('25')
    const line = name.endsWith('.nrrd') ? 1 : before.split('\n').length
    expect(await readRefusal(toBytes(before, '2\x005', after), name)).toMatch(
      `must have no NUL bytes (got one in line ${line} of the text`,
    )
    expect(await readRefusal(toBytes(before, '2\x1a5', after), name)).toMatch(
      `must end with its end mark ^Z (got the byte 1a in line ${line} of the text`,
    )
  })
})

describe('a NUL byte', () => {
  it('far behind the beginning of a long text is named, too', async () => {
    const long = toBytes('v 1 2 3\n'.repeat(5000), 'v 1\x002 3 4\n')
    expect(await readRefusal(long, 'a.obj')).toMatch('NUL bytes (got one in line 5001 of the text')
    expect(await readRefusal(toBytes('1 2 3\r'.repeat(400), '1\x002 3 4\n'), 'a.xyz')).toMatch('in line 401')
  })

  it('within XML is named with its element', async () => {
    const text =
      '<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="1"><Points><DataArray type="Float32" ' +
      'NumberOfComponents="3" format="ascii">1 2\x005 3</DataArray></Points></Piece></PolyData></VTKFile>'
    expect(await readRefusal(toBytes(text), 'a.vtp')).toMatch('NUL bytes (got one in the element DataArray)')
  })

  it('in the first bytes leaves a binary file what it is', async () => {
    expect(await readRefusal(toBytes('\0\0\0\0'), 'a.obj', { code: 'format.unknown' })).toMatch('bytes 00 00')
    expect(await readRefusal(toBytes('v\x01\0\0'), 'a.csv', { code: 'format.unknown' })).toMatch(
      'bytes 76 01',
    )
  })
})

it('the metadata of a Zarr end at an end mark, and at NUL bytes with a note', async () => {
  const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space' }))
  const array = {
    shape: [1, 1, 2],
    chunks: [1, 1, 2],
    dtype: '|i1',
    fill_value: 0,
    order: 'C',
    zarr_format: 2,
  }
  const images = JSON.stringify({ multiscales: [{ version: '0.4', axes, datasets: [{ path: '0' }] }] })
  const { read } = await openFiles([
    toFolderFile('a.zarr/.zattrs', toBytes(images, '\x1a')),
    toFolderFile(
      'a.zarr/0/.zarray',
      toBytes(JSON.stringify({ ...array, compressor: null, filters: null }), '\0\0'),
    ),
    toFolderFile('a.zarr/0/0.0.0', toBytes('\x07\x09')),
  ])
  expect(await read(0)).toMatchObject({
    data: new Int8Array([7, 9]),
    notes: [expect.stringMatching(/^NUL bytes behind the text of .zarray are left out \(2\)/)],
  })
})

it('another control character parts no number', async () => {
  const long = toBytes('v 1 2 3\n'.repeat(5000), 'v 1\x012 3 4\n')
  expect(await readRefusal(long, 'a.obj')).toMatch('three numbers (got "1\\u00012")')
})
