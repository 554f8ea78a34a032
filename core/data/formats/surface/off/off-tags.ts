import type { TagTable } from '../../tag-table.ts'
import { lessNote } from '../polygons.ts'

/** The first words of an OFF file, and what follows its counts. */
export const offTags = {
  format: 'OFF',
  source: 'Geomview, "OFF Files"',
  rows: [
    { tag: 'OFF', treatment: 'read', says: 'positions of vertices, polygons as triangles' },
    {
      tag: 'COFF',
      treatment: 'read',
      says: 'colours of vertices, from 255 where one or its alpha is above 1; alpha is left out',
    },
    {
      tag: 'COFF of missing colours',
      treatment: 'noted',
      says: 'The colours of its vertices are left out, because some are missing or not finite.',
    },
    {
      tag: 'numbers behind a vertex',
      treatment: 'noted',
      says: 'Numbers behind the places of its vertices are left out, as its first word names none.',
    },
    { tag: 'NOFF', treatment: 'read', says: 'normals of vertices, before their colours' },
    {
      tag: 'NCOFF',
      treatment: 'read',
      says: "MeshLab's word for both, in which colours stand before normals",
    },
    { tag: 'OFF4', treatment: 'read', says: 'the count of vertices, glued to the word, as in ModelNet' },
    { tag: 'STOFF', treatment: 'noted', says: 'Its texture coordinates are left out.' },
    {
      tag: '4OFF, nOFF',
      treatment: 'refused',
      says: 'Its points must have three coordinates (got 4OFF or nOFF); project them to three.',
    },
    {
      tag: 'OFF BINARY',
      treatment: 'refused',
      says: 'A binary OFF is not read: save it from MeshLab as PLY.',
    },
    { tag: 'colours of faces', treatment: 'noted', says: 'The colours of its faces are left out.' },
    { tag: 'faces of one or two corners', treatment: 'noted', says: lessNote },
  ],
} as const satisfies TagTable
