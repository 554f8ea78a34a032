import type { TagTable } from '../../tag-table.ts'
import type { MeetTag } from '../tag-reader.ts'

const colors = 'The colours of its facets are left out.'

/** The parts of an STL file. Two conflicting forms of colours exist, neither of the format's own text. */
export const stlTags = {
  format: 'STL',
  source: 'StereoLithography Interface Specification, 3D Systems, 1989; colours of Magics and of VisCAM',
  rows: [
    {
      tag: 'solid',
      treatment: 'read',
      says: 'All solids become one mesh; capitals and one line for all are read.',
    },
    { tag: 'facet normal', treatment: 'ignored', says: 'The order of the corners implies it.' },
    { tag: 'vertex', treatment: 'read', says: 'A corner; corners at the same place are one vertex.' },
    { tag: 'text behind endsolid', treatment: 'ignored', says: 'It is outside of all solids.' },
    {
      tag: 'header SPACE=',
      treatment: 'read',
      says: 'LPS or RAS of 3D Slicer: the directions in which x, y and z grow.',
    },
    { tag: 'header', treatment: 'ignored', says: 'The 80 bytes are free text.' },
    { tag: 'attribute byte count', treatment: 'noted', says: colors },
    { tag: 'COLOR=', treatment: 'noted', says: colors },
    {
      tag: 'bytes behind',
      treatment: 'noted',
      says: 'Some bytes behind the last triangle, fewer than a triangle has, are left out.',
    },
    {
      tag: 'decimal comma',
      treatment: 'refused',
      says: 'write decimal points in place of commas',
    },
    {
      tag: 'UTF-16',
      treatment: 'refused',
      says: 'The text must be UTF-8 (got UTF-16); save it as UTF-8.',
    },
  ],
} as const satisfies TagTable

/** Applies the row of a tag. @throws `file.undecodable` for a refused one */
export type MeetStlTag = MeetTag<typeof stlTags>
