import type { MeetTag } from '../../mesh/tag-reader.ts'
import type { TagTable } from '../../tag-table.ts'

/** The parts of a file of atoms. */
export const xyzTags = {
  format: 'XYZ',
  source: 'XMol, "XYZ file format", and extended XYZ as ASE and libAtoms describe it',
  rows: [
    {
      tag: 'an atom in a line',
      treatment: 'read',
      says: 'element, x, y, z in ångström; the element by symbol, maybe with a charge, or by number',
    },
    { tag: 'the line of words', treatment: 'ignored', says: 'a text on the structure' },
    {
      tag: 'Properties',
      treatment: 'read',
      says: 'the columns of species (or Z) and pos, wherever they stand',
    },
    {
      tag: 'Lattice',
      treatment: 'noted',
      says: 'Its cell (Lattice) is left out: the atoms are those of one cell.',
    },
    {
      tag: 'further columns',
      treatment: 'noted',
      says: 'Columns behind or beside element and place, as charges and forces, are left out.',
    },
    {
      tag: 'no element',
      treatment: 'noted',
      says: 'Some of its atoms are no element: they have the value 0.',
    },
    { tag: 'further structures', treatment: 'noted', says: 'It has several structures; this is the first.' },
  ],
} as const satisfies TagTable

/** Applies the row of a tag. @throws `file.undecodable` for a refused one */
export type MeetXyzTag = MeetTag<typeof xyzTags>
