/** Lines, arrows and texts in files of other programs, and in files that lie. */
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { toBytes } from './files.ts'
import { cornerBytes, toGlb, triangle } from './glb-bytes.ts'

async function read(name: string, bytes: Uint8Array): Promise<{ result: Result; notes: readonly string[] }> {
  const notes: string[] = []
  const result = await decodeFile(bytes, name, { onNote: (note) => notes.push(note) })
  const file = {
    name,
    size: bytes.length,
    read: async (at: number, length: number) => bytes.slice(at, at + length),
  }
  expect(await findType(file)).toBe(result.type)
  const { notes: _, ...rest } = result
  return { result: rest, notes }
}

const text = (content: string) => toBytes(content)
const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n'
const lone = 'Points on none of its lines are left out.'

describe('an OBJ of lines', () => {
  it.each([
    ['follows each, with shared vertices', 'l 1 2 3 1\nl 1 3\n', [0, 1, 2, 0, 0, 2], [0, 4], [lone]],
    ['joins records that follow each other', 'l 1 2\nl 2 3\nl 3 4\n', [0, 1, 2, 3], undefined, []],
    [
      'counts back from the last vertex, and takes textures',
      'l -4/1 -3/2 -2 -1\n',
      [0, 1, 2, 3],
      undefined,
      [],
    ],
    ['takes a line of one point', 'l 1 1\nl 2 3 4\n', [0, 1, 2, 3], [0, 1], []],
    ['ends a line that is closed', 'l 1 2 3 1\nl 1 4\n', [0, 1, 2, 0, 0, 3], [0, 4], []],
  ] as const)('%s', async (_, records, path, starts, said) => {
    const { result, notes } = await read('a.obj', text(square + records))
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ] as const
    expect(result).toEqual({
      type: 'lines',
      points: Float32Array.from(path.flatMap((vertex) => corners[vertex] ?? [])),
      ...(starts && { starts: Uint32Array.from(starts) }),
    })
    expect(notes).toEqual(said)
  })

  it('is refused for a vertex that is not there, unless it has faces', async () => {
    for (const record of ['l 1 5\n', 'l 0 1\n', 'l 1 x\n', 'l -5 1\n'])
      await expect(read('a.obj', text(square + record))).rejects.toThrow(
        /A point of a line must name one of the 4 vertices before it/,
      )
    const { result, notes } = await read('a.obj', text(`${square}l 1 9\nf 1 2 3\nl 1 2\n`))
    expect([result.type, notes]).toEqual(['mesh', ['Lines beside its faces are left out.']])
  })
})

describe('a PLY of edges', () => {
  const head = (edges: number, more = '') =>
    `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty float heat\n${more}element edge ${edges}\nproperty int vertex1\nproperty int vertex2\n`
  const rows = '0 0 0 1\n1 0 0 2\n0 1 0 3\n'

  it('is lines, with the values of their vertices', async () => {
    const { result, notes } = await read('a.ply', text(`${head(2)}end_header\n${rows}2 0\n0 1\n`))
    expect(result).toEqual({
      type: 'lines',
      points: Float32Array.of(0, 1, 0, 0, 0, 0, 1, 0, 0),
      scalars: Float32Array.of(3, 1, 2),
      valueName: 'heat',
    })
    expect(notes).toEqual([])
  })

  it('says that it leaves out what else edges have', async () => {
    const { notes } = await read('a.ply', text(`${head(1)}property uchar red\nend_header\n${rows}0 1 255\n`))
    expect(notes).toEqual(['edge red is unknown to this reader of PLY and is left out.', lone])
  })

  it.each([
    ['0 3\n', /A point of a line must be one of 3 from 0 [(]got 3[)]/],
    ['0 -1\n', /The ends of an edge must be vertices [(]got 0 and -1[)]/],
    ['0\n', /truncated/],
  ])('is refused for the edge %j', async (edge, refusal) => {
    await expect(read('a.ply', text(`${head(1)}end_header\n${rows}${edge}`))).rejects.toThrow(refusal)
  })

  it('that announces two thousand million is refused before memory is taken', async () => {
    await expect(read('a.ply', text(`${head(2 ** 31)}end_header\n${rows}0 1\n`))).rejects.toThrow(
      /2147483648 rows of the element edge/,
    )
  })
})

describe('a glTF of lines', () => {
  const toLines = (mode: number, more: object = {}) =>
    toGlb(
      { ...triangle, meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode, ...more }] }] },
      cornerBytes,
    )
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0]

  it.each([
    [1, corners.slice(0, 6), [lone]],
    [2, [...corners, 0, 0, 0], []],
    [3, corners, []],
  ] as const)('has those of mode %i', async (mode, points, said) => {
    const { result, notes } = await read('a.glb', toLines(mode))
    expect(result).toEqual({ type: 'lines', unit: 'm', points: Float32Array.from(points) })
    expect(notes).toEqual(said)
  })

  it('leaves them out beside triangles and points', async () => {
    for (const other of [{}, { mode: 0 }]) {
      const primitives = [
        { attributes: { POSITION: 0 }, mode: 3 },
        { attributes: { POSITION: 0 }, ...other },
      ]
      const bytes = toGlb({ ...triangle, meshes: [{ primitives }] }, cornerBytes)
      expect((await read('a.glb', bytes)).notes).toEqual([
        'Its lines beside triangles or points are left out.',
      ])
    }
  })
})

describe('a VTK of lines', () => {
  const head =
    '# vtk DataFile Version 3.0\nlines\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 0\n'
  const values = 'POINT_DATA 4\nSCALARS heat float 1\nLOOKUP_TABLE default\n1 2 3 4\n'

  it('has them as the file cuts them, with the values of their points', async () => {
    const { result } = await read('a.vtk', text(`${head}LINES 2 6\n2 0 1 2 1 3\n${values}`))
    expect(result).toEqual({
      type: 'lines',
      points: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0),
      starts: Uint32Array.of(0, 2),
      scalars: Float32Array.of(1, 2, 2, 4),
      valueName: 'heat',
    })
  })

  it('is refused for a point that is not there', async () => {
    for (const cell of ['2 0 4', '2 -1 0'])
      await expect(read('a.vtk', text(`${head}LINES 1 3\n${cell}\n`))).rejects.toThrow(
        /A point of a line must be/,
      )
  })

  it('has those of XML', async () => {
    const array = (name: string, type: string, numbers: string, more = '') =>
      `<DataArray type="${type}" Name="${name}" format="ascii"${more}>${numbers}</DataArray>`
    const points = array('p', 'Float32', '0 0 0 1 0 0 1 1 0', ' NumberOfComponents="3"')
    const cells = array('connectivity', 'Int32', '2 1 0') + array('offsets', 'Int32', '3')
    const piece = `<Piece NumberOfPoints="3" NumberOfLines="1"><Points>${points}</Points><Lines>${cells}</Lines></Piece>`
    const file = (pieces: string) => `<VTKFile type="PolyData"><PolyData>${pieces}</PolyData></VTKFile>`
    const path = [1, 1, 0, 1, 0, 0, 0, 0, 0]
    expect((await read('a.vtp', text(file(piece)))).result).toEqual({
      type: 'lines',
      points: Float32Array.from(path),
    })
    expect((await read('a.vtp', text(file(piece + piece)))).result).toEqual({
      type: 'lines',
      points: Float32Array.from([...path, ...path]),
      starts: Uint32Array.of(0, 3),
    })
  })
})

describe('a table', () => {
  it('of lines begins one at each other name', async () => {
    const { result } = await read('a.csv', text('Line,X,Y,Z,heat\nL1,0,0,0,1\nL1,1,0,0,2\nL2,0,1,0,3\n'))
    expect(result).toEqual({
      type: 'lines',
      points: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      starts: Uint32Array.of(0, 2),
      scalars: Float32Array.of(1, 2, 3),
      valueName: 'heat',
    })
  })

  it('of vectors is arrows, and points where one is missing', async () => {
    const rows = (last: string) => text(`x,y,z,u,v,w\n0,0,0,1,2,3\n1,1,1,4,5,${last}\n`)
    const points = Float32Array.of(0, 0, 0, 1, 1, 1)
    expect((await read('a.csv', rows('6'))).result).toEqual({
      type: 'arrows',
      points,
      vectors: Float32Array.of(1, 2, 3, 4, 5, 6),
    })
    const notes: string[] = []
    const result = await decodeFile(rows('NaN'), 'a.csv', { onNote: (note) => notes.push(note) })
    expect([result, notes]).toMatchObject([
      { type: 'point_cloud', points },
      ['Its vectors are left out, because some are missing.'],
    ])
  })

  it('of texts is labels, with any mark, and points where a text is longer than 200', async () => {
    const { result } = await read('a.csv', text('x;y;z;text\r\n0;0;0;"a;\r\nb"\r\n1;1;1;plain, text\r\n'))
    const points = Float32Array.of(0, 0, 0, 1, 1, 1)
    expect(result).toEqual({ type: 'labels', points, texts: ['a;\r\nb', 'plain, text'] })
    for (const rows of [`0,0,0,${'a'.repeat(201)}\n`, '0,0,0,a\n'.repeat(4097)])
      expect((await decodeFile(text(`x,y,z,text\n${rows}`), 'a.csv')).type).toBe('point_cloud')
    const long = `x,y,z,text\n${'0,0,0,"a\n'.repeat(1_000_000)}`
    expect((await decodeFile(text(long), 'a.csv')).type).toBe('point_cloud')
  })

  it('is listed as labels where its beginning ends within a text', async () => {
    const bytes = text(`x,y,z,text\n0,0,0,"${'a,\n'.repeat(60)}"\n`.concat('0,0,0,"a,\nb,c"\n'.repeat(4000)))
    expect((await read('a.csv', bytes)).result.type).toBe('labels')
  })
})
