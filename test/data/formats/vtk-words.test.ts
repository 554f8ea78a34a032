/** Legacy files of VTK: words are parted by blanks or ends of lines, and values of points stand apart from those of cells. */
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { toBytes } from './files.ts'
import { swapBytes } from './tags/xml-arrays.ts'

const vertices = new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0])
const triangle = { type: 'mesh', vertices, indices: new Uint32Array([0, 1, 2]) }
const head = '# vtk DataFile Version 3.0\na test\nASCII\n'
const points = ['POINTS', '3', 'float', '0 0 0', '2 0 0', '0 3 0']
const faces = ['POLYGONS', '1', '4', '3', '0', '1', '2']
const lines = ['LINES', '1', '3', '2', '0', '1']
const cells = 'CELL_DATA 2\nSCALARS c float 1\nLOOKUP_TABLE default\n7 8\n'
const scalars = 'SCALARS p float 1\nLOOKUP_TABLE default\n0 1 2 3\n'
const grid = `${head}DATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 1\nORIGIN 0 0 0\nSPACING 1 1 1\n`

async function read(...parts: readonly (string | Uint8Array)[]) {
  const notes: string[] = []
  const { notes: _same, ...result } = await decodeFile(toBytes(...parts), 'a.vtk', {
    onNote: (note) => notes.push(note),
  })
  return { result, notes }
}

describe('a legacy file of VTK', () => {
  it.each([' ', '\n', '\r\n', '\t \n '])('has its words parted by %j', async (separator) => {
    const words = [
      'DATASET',
      'POLYDATA',
      ...points,
      ...lines,
      ...faces,
      'POINT_DATA',
      '3',
      'NORMALS',
      'n',
      'float',
    ]
    const { result, notes } = await read(head, [...words, '0 0 1 0 0 1 0 0 1'].join(separator))
    expect(result).toEqual({ ...triangle, normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]) })
    expect(notes).toEqual(['Its lines are left out.'])
  })

  it('has numbers of bytes from the next line on, with blanks at the end of a line, and METADATA between', async () => {
    const { result } = await read(
      head.replace('ASCII', 'BINARY'),
      'DATASET POLYDATA\r\nPOINTS 3 float \r\n',
      swapBytes(vertices, 4),
      '\nMETADATA\nINFORMATION 1\nNAME L2 LOCATION vtk\nDATA 2 0 1\n\nPOLYGONS 1 4\n',
      swapBytes(new Int32Array([3, 0, 1, 2]), 4),
      'POINT_DATA 3\nSCALARS a%20b float\nLOOKUP_TABLE default\n',
      swapBytes(new Float32Array([1, 2, 3]), 4),
    )
    expect(result).toEqual({ ...triangle, scalars: new Float32Array([1, 2, 3]), valueName: 'a b' })
  })

  it.each([
    ['points first', `POINT_DATA 4\n${scalars}${cells}`],
    ['cells first', `${cells}POINT_DATA 4\n${scalars}`],
    ['a field of cells between', `CELL_DATA 4\nFIELD F 1\nc 1 4 float\n9 9 9 9\nPOINT_DATA 4\n${scalars}`],
  ])('has the values of its points, %s', async (_, data) => {
    const { result, notes } = await read(grid, data)
    expect(result).toMatchObject({ valueName: 'p', data: new Float32Array([0, 1, 2, 3]) })
    expect(notes).toEqual(['Its values of cells are left out.'])
  })

  it('never takes values of cells for those of points', async () => {
    await expect(read(grid, cells)).rejects.toThrow('POINT_DATA must have 4 values')
  })

  it('shows SCALARS before a FIELD, wherever they stand, and a FIELD alone', async () => {
    const field = 'FIELD F 1\nf 1 4 float\n5 5 5 5\n'
    const note = ['Its further arrays of values are left out.']
    for (const data of [field + scalars, scalars + field]) {
      const { result, notes } = await read(grid, `POINT_DATA 4\n${data}`)
      expect([result, notes]).toEqual([expect.objectContaining({ valueName: 'p' }), note])
    }
    const { result } = await read(grid, `POINT_DATA 4\n${field}`)
    expect(result).toMatchObject({ valueName: 'f', data: new Float32Array([5, 5, 5, 5]) })
  })

  it.each([
    ['my%20value', 'my value'],
    ['%C2%B5m', 'µm'],
    ['100%', '100%'],
    ['%B5m', 'µm'],
    ['%22q%22', '"q"'],
  ])('has the name %s as %s', async (word, name) => {
    const { result } = await read(grid, `POINT_DATA 4\n${scalars.replace(' p ', ` ${word} `)}`)
    expect(result).toMatchObject({ valueName: name })
  })
})
