/** OFF as Geomview reads it: a stream of numbers, which need no lines. Right is the grammar of "OFF Files". */
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { readRefusal, toBytes } from './files.ts'

const read = async (text: string) => await decodeFile(toBytes(text), 'a.off')
const vertices = new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0])
const triangle = { type: 'mesh', vertices, indices: new Uint32Array([0, 1, 2]) }

describe('an OFF', () => {
  it.each([
    ['on one line', 'OFF 3 1 0 0 0 0 2 0 0 0 3 0 3 0 1 2'],
    ['with its counts in the first line', 'OFF 3 1 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n'],
    ['with the count of edges absent', 'OFF\n3 1\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n'],
    ['with each count in a line', 'OFF\n3\n1\n0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n'],
    ['with several vertices in a line', 'OFF\n3 1 0\n0 0 0 2 0 0\n0 3 0\n3 0 1 2\n'],
    ['with a face in several lines', 'OFF\n3 1 0\n0 0 0\n2 0 0\n0 3 0\n3\n0 1\n2\n'],
    ['with each number in a line', 'OFF\n3\n1\n0\n0\n0\n0\n2\n0\n0\n0\n3\n0\n3\n0\n1\n2\n'],
    [
      'with comments between',
      '# a\n\nOFF # b\n# c\n3 1 0 # d\n0 0 0\n# e\n2 0 0 # f\n0 3 0\n# g\n3 0 1 2 # h',
    ],
    ['with comments in a stream', '# a\rOFF # b\r3 1 # c\r0\r0 0 0 2 # d\r0 0 0 3 0\r3 0 1 2'],
  ])('%s is read', async (_, text) => {
    expect(await read(text)).toEqual(triangle)
  })

  it.each([
    ['a count glued to it', 'OFF3 1 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n'],
    ['all glued in one line', 'OFF3 1 0 0 0 0 2 0 0 0 3 0 3 0 1 2'],
    ['blank lines before it', `${'\n'.repeat(3000)}OFF\n3 1 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n`],
    [
      'long comments before it',
      `${'# made by hand\r\n'.repeat(300)}\r\n OFF\n3 1 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n`,
    ],
    ['a mark of UTF-8', '\xef\xbb\xbfOFF\n3 1 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n'],
  ])('whose first word has %s is read by its content alone', async (_, text) => {
    expect(await decodeFile(toBytes(text), 'a.txt')).toEqual(triangle)
    const bytes = toBytes(text)
    const readPart = async (at: number, length: number) => bytes.subarray(at, at + length)
    expect(await findType({ name: 'a.txt', size: bytes.length, read: readPart })).toBe('mesh')
  })

  const [red, green] = ['1 0 0', '0 1 0']
  it.each([
    ['OFF', 'NOFF', (normal: string) => normal, false],
    ['Geomview', 'CNOFF', (normal: string, color: string) => `${normal} ${color} 1`, true],
    ['MeshLab', 'NCOFF', (normal: string, color: string) => `${color} 1 ${normal}`, true],
    ['MeshLab, without alpha', 'NCOFF', (normal: string, color: string) => `${color} ${normal}`, true],
    [
      'Geomview, with textures',
      'STCNOFF',
      (normal: string, color: string) => `${normal} ${color} 1 0.5 0.5`,
      true,
    ],
    [
      'MeshLab, with textures',
      'NCSTOFF',
      (normal: string, color: string) => `${color} 1 ${normal} 0.5 0.5`,
      true,
    ],
    ['MeshLab, normals and textures', 'NSTOFF', (normal: string) => `${normal} 0.5 0.5`, false],
  ] as const)('has normals and colours in the order of %s (%s)', async (_, word, toRest, hasColors) => {
    const rows = ['0 0 0', '2 0 0', '0 3 0'].map(
      (place, i) => `${place} ${toRest('0 0 1', i === 1 ? green : red)}`,
    )
    const colors = hasColors && { colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 255, 0, 0) }
    const normals = new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1])
    for (const separator of ['\n', ' ']) {
      const { notes: _notes, ...result } = await read([word, '3 1 0', ...rows, '3 0 1 2'].join(separator))
      expect(result).toEqual({ ...triangle, normals, ...colors })
    }
  })

  it('has the colours of MeshLab with textures alone', async () => {
    const rows = ['0 0 0 255 0 0 255 0.5 0.5', '2 0 0 0 255 0 255 0 1', '0 3 0 0 0 9 255 1 1']
    const { notes: _notes, ...result } = await read(['CSTOFF', '3 1 0', ...rows, '3 0 1 2'].join('\n'))
    expect(result).toEqual({ ...triangle, colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 9) })
  })

  it('counts colours from 255 where alpha does, and from 1 where none is larger', async () => {
    const toRows = (alpha: string) => [`0 0 0 1 0 0 ${alpha}`, `2 0 0 0 1 0 ${alpha}`, `0 3 0 0 0 1 ${alpha}`]
    const colorsOf = async (alpha: string) =>
      await read(['COFF', '3 1 0', ...toRows(alpha), '3 0 1 2'].join('\n'))
    expect(await colorsOf('255')).toEqual({ ...triangle, colors: Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) })
    expect(await colorsOf('1')).toEqual({
      ...triangle,
      colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255),
    })
    expect(await colorsOf('')).toEqual({
      ...triangle,
      colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255),
    })
  })

  it.each(['XOFF', 'OFFSET', 'NNOFF', 'COFFEE'])('is not %s', async (word) => {
    await expect(decodeFile(toBytes(`${word}\n3 1 0\n0 0 0`), 'a.bin')).rejects.toThrow('none of the formats')
  })

  it('in a stream may be points, polygons, or have normals', async () => {
    expect(await read('OFF 3 0 0 0 0 0 2 0 0 0 3 0')).toEqual({ type: 'point_cloud', points: vertices })
    const square = await read('OFF 4 2 0 0 0 0 1 0 0 1 1 0 0 1 0 4 0 1 2 3 3 0 1 2')
    expect(square).toMatchObject({ indices: new Uint32Array([0, 1, 2, 0, 2, 3, 0, 1, 2]) })
    expect(await read('NOFF 3 1 0 0 0 0 0 0 1 2 0 0 0 0 1 0 3 0 0 0 1 3 0 1 2')).toEqual({
      ...triangle,
      normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
    })
  })

  it('in a stream has colours of four numbers, or of three where only these fill the file', async () => {
    const colors = new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255])
    const four = '0 0 0 255 0 0 9 2 0 0 0 255 0 9 0 3 0 0 0 255 9'
    expect(await read(`COFF 3 1 0 ${four} 3 0 1 2`)).toEqual({ ...triangle, colors })
    const three = '0 0 0 255 0 0 2 0 0 0 255 0 0 3 0 0 0 255'
    expect(await read(`COFF 3 1 0 ${three} 3 0 1 2`)).toEqual({ ...triangle, colors })
  })

  it('in lines may have numbers behind some faces', async () => {
    const text = 'OFF\n3 2 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2 255 0 0\n3 2 1 0\n'
    expect(await read(text)).toEqual({
      ...triangle,
      indices: new Uint32Array([0, 1, 2, 2, 1, 0]),
      notes: ['The colours of its faces are left out.'],
    })
  })

  it.each([
    [
      'a vertex that lacks a number',
      'OFF\n3 1 0\n0 0 0\n2 0\n0 3 0\n3 0 1 2\n',
      /^.*Vertex 2 must have three/,
    ],
    [
      'a face that lacks a corner',
      'OFF\n3 1 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1\n',
      /Face 1 must have 3 corners \(got 2\)/,
    ],
    [
      'a face of a word',
      'OFF\n3 1 0\n0 0 0\n2 0 0\n0 3 0\nthree 0 1 2\n',
      /Face 1 must begin with its number/,
    ],
    ['fewer lines', 'OFF\n3 2 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n', /truncated: face 2 of 2 is missing/],
    ['a stream that ends early', 'OFF 3 1 0 0 0 0 2 0 0 0 3 0 3 0 1', /truncated: a number of face 1 of 1/],
    [
      'a stream with colours of faces',
      'OFF 3 1 0 0 0 0 2 0 0 0 3 0 3 0 1 2 255 0 0',
      /must end behind its last vertex or face \(got "255"\): give each a line/,
    ],
    [
      'a word in a stream',
      'OFF 3 1 0 0 0 zero 2 0 0 0 3 0 3 0 1 2',
      /Vertex 1 must have three finite numbers/,
    ],
    ['no counts', 'OFF', /truncated: the number of vertices is missing/],
    ['a count of a word', 'OFF three 1 0', /whole number of at least 0 \(got "three"\)/],
  ])('is refused for %s', async (_, text, words) => {
    expect(await readRefusal(toBytes(text), 'a.off')).toMatch(words)
  })

  it('is listed as points where its counts, between comments, have no faces', async () => {
    const listAs = async (text: string) => {
      const bytes = toBytes(text)
      const read = async (start: number, length: number) => bytes.subarray(start, start + length)
      return await findType({ name: 'a.off', size: bytes.length, read })
    }
    expect(await listAs('# a\nOFF # b\n3 # c\n0 0 0 0 0 2 0 0 0 3 0')).toBe('point_cloud')
    expect(await listAs('OFF 3 1 0 0 0 0 2 0 0 0 3 0 3 0 1 2')).toBe('mesh')
  })

  it('is no title of a file of VTK', async () => {
    const text = '# vtk DataFile Version 3.0\nOFF\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n1 2 3\n'
    expect(await decodeFile(toBytes(text), 'a.vtk')).toMatchObject({ points: new Float32Array([1, 2, 3]) })
  })
})
