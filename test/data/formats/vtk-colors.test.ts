/**
 * Colours of legacy files of VTK, of one to four values as text and bytes, with what else may stand beside
 * them. The right colours are those of vtkPolyDataReader and vtkPolyDataMapper of VTK 9.1.
 */
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { toBytes } from './files.ts'
import { swapBytes } from './tags/xml-arrays.ts'

const vertices = new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0])
const head = (form: string): string => `# vtk DataFile Version 3.0\nt\n${form}\nDATASET POLYDATA\n`
const text = `${head('ASCII')}POINTS 3 float\n0 0 0 2 0 0 0 3 0\nPOLYGONS 1 4\n3 0 1 2\nPOINT_DATA 3\n`
const binary = toBytes(
  head('BINARY'),
  'POINTS 3 float\n',
  swapBytes(vertices, 4),
  '\nPOLYGONS 1 4\n',
  swapBytes(new Int32Array([3, 0, 1, 2]), 4),
  '\nPOINT_DATA 3\n',
)
const further = 'Its further arrays of values are left out.'
const opacity = 'The opacity of its points is left out.'

async function read(...parts: readonly (string | Uint8Array)[]) {
  const { notes = [], ...result } = await decodeFile(toBytes(...parts), 'a.vtk')
  return { result, notes }
}

describe('colours of a legacy file of VTK', () => {
  const cases: readonly (readonly [columns: number, bytes: number[], colors: number[], notes: string[]])[] = [
    [1, [0, 51, 255], [0, 0, 0, 51, 51, 51, 255, 255, 255], []],
    [2, [0, 255, 51, 102, 255, 0], [0, 0, 0, 51, 51, 51, 255, 255, 255], [opacity]],
    [3, [255, 0, 0, 0, 51, 0, 0, 102, 255], [255, 0, 0, 0, 51, 0, 0, 102, 255], []],
    [4, [255, 0, 0, 255, 0, 51, 0, 255, 0, 102, 255, 255], [255, 0, 0, 0, 51, 0, 0, 102, 255], []],
    [4, [255, 0, 0, 255, 0, 51, 0, 51, 0, 102, 255, 0], [255, 0, 0, 0, 51, 0, 0, 102, 255], [opacity]],
  ]

  it.each(cases)('of %i values are read from text and bytes (%j)', async (columns, bytes, colors, notes) => {
    const wanted = {
      result: expect.objectContaining({ type: 'mesh', colors: new Uint8Array(colors) }),
      notes,
    }
    const field = `COLOR_SCALARS c ${columns}\n`
    expect(await read(text, field, bytes.map((part) => part / 255).join(' '), '\n')).toEqual(wanted)
    expect(await read(binary, field, new Uint8Array(bytes), '\n')).toEqual(wanted)
    const scalars = `SCALARS c unsigned_char ${columns}\nLOOKUP_TABLE default\n`
    if (columns > 2) expect(await read(text, scalars, bytes.join(' '), '\n')).toEqual(wanted)
  })

  it('are read before a table, vectors, normals, places in a texture, METADATA and fields', async () => {
    const colors = new Uint8Array([255, 0, 0, 0, 51, 0, 0, 102, 255])
    const { result, notes } = await read(
      text,
      'COLOR_SCALARS c 3\n1 0 0 0 0.2 0 0 0.4 1\nLOOKUP_TABLE t 2\n0 0 0 1 1 1 1 1\n',
      'METADATA\nINFORMATION 0\n\n',
      'VECTORS v float\n1 2 3 4 5 6 7 8 9\nNORMALS n float\n0 0 1 0 0 1 0 0 1\n',
      'TEXTURE_COORDINATES w 2 float\n0 0 1 0 0 1\nFIELD F 1\nf 1 3 float\n7 8 9\n',
    )
    expect(result).toMatchObject({ colors, normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]) })
    expect(result).toMatchObject({ scalars: new Float32Array([7, 8, 9]), valueName: 'f' })
    expect(notes).toEqual([further])
    const packed = await read(
      binary,
      'COLOR_SCALARS c 3\n',
      colors,
      '\nLOOKUP_TABLE t 2\n',
      new Uint8Array([0, 0, 0, 255, 255, 255, 255, 255]),
      '\nVECTORS v float\n',
      swapBytes(new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 9]), 4),
      '\nFIELD F 1\nf 1 3 float\n',
      swapBytes(new Float32Array([7, 8, 9]), 4),
      '\n',
    )
    expect(packed.result).toMatchObject({ colors, scalars: new Float32Array([7, 8, 9]) })
    expect(packed.notes).toEqual([further])
  })

  it('of which a file has several are the first, and those of cells are left out', async () => {
    const one = 'COLOR_SCALARS a 1\n0 0.2 1\n'
    const { result, notes } = await read(text, one, one, 'CELL_DATA 1\nCOLOR_SCALARS b 5\n0 0 0 0 0\n')
    expect(result).toMatchObject({ colors: new Uint8Array([0, 0, 0, 51, 51, 51, 255, 255, 255]) })
    expect(notes).toEqual(['Its values of cells are left out.', further])
  })

  it.each([
    ['0', '', 'must have one to four values'],
    ['5', '0 '.repeat(15), 'must have one to four values'],
    ['-3', '0 '.repeat(9), 'A count must be a whole number'],
    ['three', '0 '.repeat(9), 'A count must be a whole number'],
    ['', '', 'A count must be a whole number'],
    ['3', '1 0 0', '9 numbers'],
  ])('of %j values (%j) are refused', async (count, values, reason) => {
    await expect(read(text, `COLOR_SCALARS c ${count}\n${values}\n`)).rejects.toThrow(reason)
  })
})
