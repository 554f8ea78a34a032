/** Atoms of chemists: hostile and odd files, and tables of points that have the same ending. */
import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findFormat } from '../../../core/data/formats/find-format.ts'
import { readRefusal, toBytes } from './files.ts'

const line = (x: string, y = '   0.000', z = '   0.000') =>
  `ATOM      1  CA  GLY A   1    ${x}${y}${z}  1.00  0.00\n`

describe('a file of atoms is refused with its line', () => {
  it.each([
    ['a.xyz', '3\nwater\nO 0 0 0\nH 0 0 1\n', /truncated: it announces 3 atoms and has 2/],
    ['a.xyz', '900000000\nx\nO 0 0 0\n', /announces 900000000 atoms and has 1/],
    ['a.xyz', '2\nx\nO 0 0 0\nH 0 nan 0\n', /Line 4 must have three numbers/],
    ['a.xyz', '2\nx\nO 0 0 0\nH 0 0\n', /Line 4 must have 4 columns/],
    ['a.xyz', '1\nx\nO 0 0 0\nH 0 0 0\n', /Line 4 must be empty or begin another structure/],
    ['a.xyz', '1\nx\nO 1e999 0 0\n', /Line 3/],
    ['a.xyz', '1\nProperties=species:S:1:pos:R:2\nO 0 0\n', /pos:R:3/],
    ['a.xyz', '1\nProperties=species:S:1:force:R:3\nO 0 0 0\n', /must have species:S:1 and pos:R:3/],
    ['a.xyz', '1\nProperties=species:S:-9:pos:R:3\nO 0 0 0\n', /names, kinds and widths/],
    ['a.pdb', line('********'), /Line 1 must have three numbers.*[*]{8}/],
    ['a.pdb', line('   1.000', '   0.00').replace(/ 1[.]00.*/, ''), /Line 1/],
    ['a.pdb', line('   1.000').replace('ATOM      1', 'ATOM  1000000'), /Line 1 must have three numbers/],
    ['a.pdb', 'HEADER    NOTHING\nEND\n', /no atoms/],
  ])('%s %#', async (name, text, words) => {
    expect(await readRefusal(toBytes(text), name)).toMatch(words)
  })

  it.each([
    ['a.cif', '# made by hand\ndata_1ABC\nloop_\n'],
    ['a.sdf', 'benzene\n'],
  ])('or with the way to another form: %s', async (name, text) => {
    expect(await readRefusal(toBytes(text), name, { code: 'format.unknown' })).toMatch(
      /obabel a.cif -O a.pdb/,
    )
  })
})

describe('a PDB', () => {
  // ase.io.read (ASE 3.22) has one atom of it, too.
  it('of frames with END alone behind each, as of VMD, is the first of them', async () => {
    const frames = ['   1.000', '   2.000'].map((x) => `${line(x)}END\n`).join('')
    expect(await decodeFile(toBytes(frames), 'a.pdb')).toMatchObject({
      points: new Float32Array([1, 0, 0]),
      notes: ['It has several models; this is the first.'],
    })
  })
})

describe('the ending .xyz', () => {
  it.each([
    ['2\n1 2 3\n4 5 6\n', 'CSV'],
    ['1 2 3\n4 5 6\n', 'CSV'],
    ['x y z\n4 5 6\n', 'CSV'],
    ['2\n\n1.5 2 3 7\n4 5 6 8\n', 'CSV'],
    ['2\n\n8 0 0 0\n1 0 0 1\n', 'XYZ'],
    [' 2 \r\n a water \r\n O 0 0 0\r\n H 0 0 1\r\n', 'XYZ'],
    ['2\rold\rFe3+ 0 0 0\rC* 0 0 1\r', 'XYZ'],
  ])('of %j is %s', async (text, format) => {
    expect(findFormat(toBytes(text), 'a.xyz')?.name).toBe(format)
    const result = await decodeFile(toBytes(text), 'a.xyz')
    expect(result.type === 'point_cloud' && result.points.length / 3).toBeGreaterThan(0)
  })

  it('has numbers of elements where symbols are missing', async () => {
    expect(await decodeFile(toBytes('2\n\n8 0 0 0\n1 0 0 1\n'), 'a.xyz')).toMatchObject({
      scalars: new Float32Array([8, 1]),
      points: new Float32Array([0, 0, 0, 0, 0, 1]),
    })
  })
})
