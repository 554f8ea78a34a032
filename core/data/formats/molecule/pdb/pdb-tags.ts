import type { MeetTag } from '../../mesh/tag-reader.ts'
import type { TagTable } from '../../tag-table.ts'

/** The records of a PDB that change what is seen. */
export const pdbTags = {
  format: 'PDB',
  source: 'wwPDB, "Atomic Coordinate Entry Format" 3.3',
  rows: [
    { tag: 'ATOM, HETATM', treatment: 'read', says: 'x, y, z of an atom in ångström, from columns 31 to 54' },
    {
      tag: 'element symbol',
      treatment: 'read',
      says: 'the element in columns 77 and 78; where these are blank, that of the name in columns 13 to 16',
    },
    {
      tag: 'charge, serial number',
      treatment: 'ignored',
      says: 'they change no place; numbers of large structures (hybrid-36) are letters',
    },
    {
      tag: 'MODEL, ENDMDL, END',
      treatment: 'noted',
      says: 'It has several models; this is the first.',
    },
    {
      tag: 'altLoc',
      treatment: 'noted',
      says: 'Of atoms at alternate places the first of each residue is shown.',
    },
    {
      tag: 'CONECT',
      treatment: 'noted',
      says: 'Its bonds (CONECT) are left out: atoms are shown as points.',
    },
    {
      tag: 'no element',
      treatment: 'noted',
      says: 'Some of its atoms are no element: they have the value 0.',
    },
  ],
} as const satisfies TagTable

/** Applies the row of a tag. @throws `file.undecodable` for a refused one */
export type MeetPdbTag = MeetTag<typeof pdbTags>
