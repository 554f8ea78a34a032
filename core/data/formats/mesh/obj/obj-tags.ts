import { type TagTable, toTagRows } from '../../tag-table.ts'
import type { MeetTag } from '../tag-reader.ts'

const shading = 'It changes how triangles are drawn, and not what they are.'
const materials = 'Materials and textures, which are in other files, are left out.'
const curves = 'Curves and free-form surfaces are left out.'

/** The keywords of OBJ. */
export const objTags = {
  format: 'OBJ',
  source: 'Object Files (.obj), appendix B1 of the Advanced Visualizer manual, Wavefront; colours of MeshLab',
  rows: [
    {
      tag: '# SPACE=',
      treatment: 'read',
      says: 'LPS or RAS of 3D Slicer in a comment at the beginning: the directions in which x, y and z grow.',
    },
    { tag: 'v', treatment: 'read', says: 'A vertex.' },
    {
      tag: 'v r g b',
      treatment: 'read',
      says: 'Its colour, from 1, or from 255 where one is larger than 1.',
    },
    { tag: 'v r g b a', treatment: 'noted', says: 'The opacity of its vertices is left out.' },
    { tag: 'v w', treatment: 'ignored', says: 'A weight changes rational curves alone.' },
    { tag: 'vt', treatment: 'ignored', says: 'A place in a texture, and these are left out.' },
    { tag: 'vn', treatment: 'read', says: 'A normal; another normal makes another vertex.' },
    { tag: 'vp', treatment: 'noted', says: curves },
    { tag: 'f', treatment: 'read', says: 'A polygon, as triangles.' },
    { tag: 'fo', treatment: 'read', says: 'The same, as version 2 wrote it.' },
    { tag: 'p', treatment: 'noted', says: 'Points beside its faces are left out.' },
    { tag: 'l', treatment: 'noted', says: 'Lines beside its faces are left out.' },
    ...toTagRows(['cstype', 'deg', 'bmat', 'step', 'curv', 'curv2', 'surf', 'parm'], 'noted', curves),
    ...toTagRows(['trim', 'hole', 'scrv', 'sp', 'end', 'con', 'ctech', 'stech'], 'noted', curves),
    ...toTagRows(['cdc', 'cdp', 'bzp', 'bsp', 'res'], 'noted', curves),
    ...toTagRows(['g', 'o'], 'ignored', 'It names parts, and all parts are one mesh.'),
    ...toTagRows(['s', 'mg'], 'ignored', 'It smooths normals that the file does not have.'),
    ...toTagRows(['mtllib', 'usemtl', 'usemap', 'maplib'], 'noted', materials),
    ...toTagRows(['bevel', 'c_interp', 'd_interp', 'lod', 'shadow_obj', 'trace_obj'], 'ignored', shading),
    {
      tag: 'call',
      treatment: 'refused',
      says: 'It calls other files (call), which are not read; save it as one file.',
    },
    {
      tag: 'csh',
      treatment: 'refused',
      says: 'It runs commands (csh), which are not run; save it without them.',
    },
    {
      tag: 'vn = nan',
      treatment: 'noted',
      says: 'The normals of its vertices are left out, because some are not finite.',
    },
    {
      tag: 'f without vn',
      treatment: 'noted',
      says: 'The normals of its vertices are left out, because some corners have none.',
    },
    {
      tag: 'v r g b = nan',
      treatment: 'noted',
      says: 'The colours of its vertices are left out, because some are missing or not finite.',
    },
    { tag: 'f of two corners', treatment: 'noted', says: 'Faces of fewer than three corners are left out.' },
    { tag: 'UTF-16', treatment: 'refused', says: 'The text must be UTF-8 (got UTF-16); save it as UTF-8.' },
  ],
} as const satisfies TagTable

/** Applies the row of a tag. @throws `file.undecodable` for a refused one */
export type MeetObjTag = MeetTag<typeof objTags>
