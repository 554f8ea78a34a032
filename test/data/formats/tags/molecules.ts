/** Samples of XYZ and PDB, written by hand. */
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import type { TagSamples } from './sample.ts'

const has = (members: object) => (result: Result) => expect(result).toMatchObject(members)
const xmol = 'the description of XMol'
/** Run on the same text; ASE reads neither exponents of Fortran nor all symbols in small letters. */
const ase = 'ase.io.read (ASE 3.22), which has these elements and places'
const xyz = (words: string, ...atoms: readonly string[]) =>
  toBytes(`${atoms.length}\n${words}\n${atoms.join('\n')}\n`)
const water = ['O 0 0 0.5', 'H1 0 0.75 0', 'h -1.5D-1 -0.75 0']
const places = new Float32Array([0, 0, 0.5, 0, 0.75, 0, -0.15, -0.75, 0])
const [hydrogen, oxygen] = [
  { value: 1, name: 'H', color: [255, 255, 255] },
  { value: 8, name: 'O', color: [255, 13, 13] },
]
const asWater = {
  type: 'point_cloud',
  unit: 'Å',
  valueName: 'element',
  points: places,
  scalars: new Float32Array([8, 1, 1]),
  colors: new Uint8Array([255, 13, 13, 255, 255, 255, 255, 255, 255]),
  labels: [hydrogen, oxygen],
}

export const xyzSamples: TagSamples = {
  'an atom in a line': {
    name: 'a.xyz',
    from: xmol,
    bytes: () => xyz('water', ...water),
    check: has(asWater),
  },
  'the line of words': {
    name: 'a.xyz',
    from: xmol,
    bytes: () => xyz('energy: -76.4, step 3', ...water),
    check: has(asWater),
    without: () => xyz('', ...water),
  },
  Properties: {
    name: 'a.extxyz',
    from: ase,
    bytes: () =>
      xyz(
        'Properties=tag:I:1:pos:R:3:species:S:1 pbc="F F F"',
        '7 0 0 0.5 O',
        '7 0 .75 0 H',
        '7 -0.15 -0.75 0 H',
      ),
    check: has(asWater),
    notes: ['Columns behind or beside element and place'],
  },
  Lattice: {
    name: 'a.xyz',
    from: 'extended XYZ as libAtoms describes it: the cell moves no atom',
    bytes: () => xyz('Lattice="3 0 0 0 3 0 0 0 3" Properties=species:S:1:pos:R:3', ...water),
    check: has(asWater),
  },
  'further columns': {
    name: 'a.xyz',
    from: xmol,
    bytes: () => xyz('charges', ...water.map((line) => `${line} 0.4`)),
    check: has(asWater),
  },
  'no element': {
    name: 'a.xyz',
    from: ase,
    bytes: () => xyz('a dummy atom', 'X 1 2 3', 'Cl 0 0 0'),
    check: has({
      scalars: new Float32Array([0, 17]),
      labels: [{ value: 0, name: 'no element' }, { name: 'Cl' }],
    }),
  },
  'further structures': {
    name: 'a.xyz',
    from: xmol,
    bytes: () => toBytes(xyz('step 1', ...water), xyz('step 2', 'C 9 9 9')),
    check: has(asWater),
  },
}

const wwpdb = 'wwPDB 3.3, "Coordinate Section", and Bio.PDB (Biopython 1.80), run on the same text'
interface Atom {
  readonly record?: string
  readonly serial?: string
  readonly name: string
  readonly letter?: string
  readonly residue?: string
  readonly place: readonly [number, number, number]
  /** Columns 77 to 80. */
  readonly end?: string
}
const atom = ({
  record = 'ATOM',
  serial = '1',
  name,
  letter = ' ',
  residue = 'A   1',
  place,
  end = '',
}: Atom) =>
  `${record.padEnd(6)}${serial.padStart(5)} ${name.padEnd(4)}${letter}GLY ${residue}    ` +
  `${place.map((number) => number.toFixed(3).padStart(8)).join('')}  1.00  0.00          ${end}`
const pdb = (...lines: readonly string[]) => toBytes(`${lines.join('\n')}\nEND\n`)
const carbon = atom({ name: ' CA ', place: [1.5, -2, 300.125], end: ' C' })
const asCarbon = {
  type: 'point_cloud',
  unit: 'Å',
  points: new Float32Array([1.5, -2, 300.125]),
  scalars: new Float32Array([6]),
  labels: [{ value: 6, name: 'C', color: [144, 144, 144] }],
}

export const pdbSamples: TagSamples = {
  'ATOM, HETATM': {
    name: 'a.pdb',
    from: wwpdb,
    bytes: () => pdb('HEADER    A TEST', carbon),
    check: has(asCarbon),
  },
  'element symbol': {
    name: 'a.pdb',
    from: wwpdb,
    bytes: () =>
      pdb(
        ...[' CA ', 'CA  ', 'HG11', '1HB ', 'FE  ', ' OXT', ' N  ', 'MG  '].map((name) =>
          atom({ name, place: [0, 0, 0], residue: `A${name === 'CA  ' ? '   2' : '   1'}` }),
        ),
        atom({ name: 'CA  ', place: [0, 0, 0], end: ' C' }),
      ),
    check: has({ scalars: new Float32Array([6, 20, 1, 1, 26, 8, 7, 12, 6]) }),
  },
  'charge, serial number': {
    name: 'a.pdb',
    from: 'hybrid-36, as cctbx describes it: atoms from 100,000 on have letters',
    bytes: () => pdb(atom({ serial: 'A0000', name: ' CA ', place: [1.5, -2, 300.125], end: ' C2-' })),
    check: has(asCarbon),
    without: () => pdb(carbon),
  },
  'MODEL, ENDMDL, END': {
    name: 'a.pdb',
    from: wwpdb,
    bytes: () => pdb('MODEL        1', carbon, 'ENDMDL', 'MODEL        2', carbon, 'ENDMDL'),
    check: has(asCarbon),
  },
  altLoc: {
    name: 'a.pdb',
    from: wwpdb,
    bytes: () =>
      pdb(
        atom({ name: ' N  ', place: [0, 0, 1], end: ' N' }),
        atom({ name: ' CA ', letter: 'A', place: [0, 0, 2], end: ' C' }),
        atom({ name: ' CA ', letter: 'B', place: [0, 0, 3], end: ' C' }),
        atom({ name: ' CA ', letter: 'B', residue: 'A   2', place: [0, 0, 4], end: ' C' }),
      ),
    check: has({ points: new Float32Array([0, 0, 1, 0, 0, 2, 0, 0, 4]) }),
  },
  CONECT: { name: 'a.pdb', from: wwpdb, bytes: () => pdb(carbon, 'CONECT    1    2'), check: has(asCarbon) },
  'no element': {
    name: 'a.pdb',
    from: wwpdb,
    bytes: () => pdb(atom({ record: 'HETATM', name: ' Q1 ', place: [0, 0, 0] })),
    check: has({ scalars: new Float32Array([0]) }),
  },
}
