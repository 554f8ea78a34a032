import type { TagOf, TagTable } from '../../tag-table.ts'
import type { MeetTag } from '../tag-reader.ts'

/** The elements and properties of PLY. The format lets programs name any, so these are the usual ones. */
export const plyTags = {
  format: 'PLY',
  source:
    'The PLY Polygon File Format, Greg Turk, 1994; names of its examples, of Stanford, of VCG and of Open3D',
  rows: [
    { tag: 'format', treatment: 'read', says: 'Text, and binary in both byte orders.' },
    {
      tag: 'comment SPACE=',
      treatment: 'read',
      says: 'LPS or RAS of 3D Slicer: the directions in which x, y and z grow.',
    },
    { tag: 'comment', treatment: 'ignored', says: 'It is free text.' },
    { tag: 'obj_info', treatment: 'ignored', says: 'It is free text.' },
    {
      tag: 'comment TextureFile',
      treatment: 'noted',
      says: 'Its texture, which is in another file, is left out.',
    },
    { tag: 'x y z', treatment: 'read', says: 'Positions; doubles keep their steps beside an offset.' },
    { tag: 'nx ny nz', treatment: 'read', says: 'Normals of the vertices of a mesh.' },
    {
      tag: 'nx ny nz = nan',
      treatment: 'noted',
      says: 'The normals of its vertices are left out, because some are not finite.',
    },
    { tag: 'nx ny nz of points', treatment: 'noted', says: 'The normals of its points are left out.' },
    {
      tag: 'red green blue',
      treatment: 'read',
      says: 'Colours of vertices: bytes, 16 bits from 65,535, floats from 1, or from 255 if one is above 1.',
    },
    {
      tag: 'red green blue = nan',
      treatment: 'noted',
      says: 'The colours of its vertices are left out, because some are not finite.',
    },
    { tag: 'alpha', treatment: 'noted', says: 'The opacity of its vertices is left out.' },
    { tag: 's t', treatment: 'ignored', says: 'A place in a texture, which is left out.' },
    { tag: 'flags', treatment: 'ignored', says: 'Marks of the program that wrote the file.' },
    {
      tag: 'other property',
      treatment: 'read',
      says: 'The first one is the value of each vertex, with its name.',
    },
    {
      tag: 'other properties',
      treatment: 'noted',
      says: 'Its points have several values, of which the first is shown.',
    },
    {
      tag: 'other property = inf',
      treatment: 'noted',
      says: 'The values of its vertices are left out, because some are not finite.',
    },
    { tag: 'list of vertex', treatment: 'noted', says: 'The lists of its vertices are left out.' },
    {
      tag: 'vertex_indices',
      treatment: 'read',
      says: 'Corners of a face, as triangles.',
    },
    { tag: 'vertex_index', treatment: 'read', says: 'The same by its older name.' },
    {
      tag: 'face of two corners',
      treatment: 'noted',
      says: 'Faces of fewer than three corners are left out.',
    },
    { tag: 'face red green blue', treatment: 'noted', says: 'The colours of its faces are left out.' },
    { tag: 'face texcoord', treatment: 'ignored', says: 'Places in a texture, which is left out.' },
    { tag: 'face property', treatment: 'noted', says: 'Other values of its faces are left out.' },
    { tag: 'tristrips', treatment: 'read', says: 'Strips of triangles, with -1 between strips.' },
    { tag: 'edge', treatment: 'noted', says: 'Its edges beside faces are left out.' },
    {
      tag: 'other element',
      treatment: 'noted',
      says: 'Elements that are neither vertices nor faces are left out.',
    },
    {
      tag: 'bytes behind',
      treatment: 'noted',
      says: 'Some bytes behind the last element, fewer than one of its rows has, are left out.',
    },
    { tag: 'UTF-16', treatment: 'refused', says: 'The text must be UTF-8 (got UTF-16); save it as UTF-8.' },
  ],
} as const satisfies TagTable

/** Applies the row of a tag. @throws `file.undecodable` for a refused one */
export type MeetPlyTag = MeetTag<typeof plyTags>

/** A tag of the table. */
export type PlyTag = TagOf<typeof plyTags>
