/** The content of a written file of each form, as `/docs` and the README of `core/data/encoding` say it. */
import type { DataForm } from '../../../contract/domain/result/forms.ts'

/** Sentences by the name of the form, in the words of Markdown. */
export const writtenFiles: { readonly [form in DataForm]: string } = {
  envelope: "the result's blocks; the page of the envelope says what it leaves out",
  json: 'every member; large arrays of numbers as lists, samples as base64',
  glb:
    'glTF 2.0, binary: positions, triangles, normals, colours, and scalars as the attribute `_SCALAR`; ' +
    'for a mesh without normals those of the page, its vertices repeated at hard edges; ' +
    'a root node that turns the upward axis of the view to +Y and scales a known unit to metres, ' +
    'with both, the anatomical directions and the name of the values in `extras`; ' +
    'an offset as the place of a node below it',
  stl:
    'binary STL: each triangle with its normal, without colours and shared corners; the anatomical ' +
    'directions in its head, as 3D Slicer has them',
  ply:
    'binary PLY: positions, normals, colours as `uchar`, scalars as the property `value`, faces; the ' +
    'anatomical directions as a comment, as 3D Slicer has them',
  obj: 'positions, colours behind them (0 to 1), normals, faces; the directions as in PLY',
  '3mf':
    "core specification 1.3 with the colours of each triangle's corners; " +
    'vertices at one place joined where triangles share an edge, and not where parts only touch; ' +
    'the unit where 3MF has it, else scaled to one that it has; no triangle without three places',
  usdz:
    'USDZ of text: positions, triangles, normals as in `glb`, `metersPerUnit` of a known unit, ' +
    'the up axis of the view; ' +
    'scalars as a colormap that Quick Look draws and as `primvars:value`; ' +
    "colours as one for each triangle, the mean of its corners', that Quick Look draws, and as " +
    '`primvars:displayColor`; else the plain colour of the view',
  csv: 'RFC 4180 with a header: `x,y,z`, then `r,g,b` (0 to 255) and `value` where there are any',
  nrrd: 'raw samples, spacing, origin, unit and directions; labels as segments of 3D Slicer (`.seg.nrrd`)',
  nifti: 'NIfTI-1 in one file, with spacing, origin and unit; labels by the intent alone, without names',
  npy: 'the samples with their shape, slowest axis first; no spacing',
  png: '8 or 16 bits, grey, RGB or RGBA',
}
