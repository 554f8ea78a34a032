/** Every form in which results are written, in one table: hosts, pages, notes and `/docs` follow from it. */
import type { DataForm } from '../../contract/domain/result/forms.ts'
import type { WrittenForm } from './written-form.ts'

const ofVertices = ['vertices', 'indices', 'normals', 'colors', 'scalars'] as const
const ofPoints = ['points', 'colors', 'scalars'] as const
const ofLines = ['points', 'starts', 'colors', 'scalars'] as const
const ofArrows = ['points', 'vectors', 'colors', 'scalars'] as const
const ofImages = ['width', 'height', 'channels', 'data'] as const
const valueTexts = ['valueName', 'valueUnit'] as const
const place = ['spacing', 'origin', 'direction', 'orientation'] as const

/** A new form does not compile without its entry, nor an entry with a kind that lacks the form. */
export const writtenForms = {
  envelope: {
    title: 'an envelope',
    kinds: 'all',
    words: 'beside',
    content: "the result's blocks; the page of the envelope says what it leaves out",
    way: 'arrays',
  },
  json: {
    title: 'JSON',
    kinds: 'all',
    words: 'beside',
    content: 'every member; large arrays of numbers as lists, samples as base64',
    way: 'pieces',
  },
  scene: {
    title: 'a scene',
    kinds: { scene: ['unit', 'orientation', 'parts'] },
    words: 'beside',
    content: 'each part as an envelope, with its look, its place and what an envelope leaves out',
    way: 'arrays',
  },
  zip: {
    title: 'a zip',
    kinds: { scene: ['unit', 'orientation', 'parts'] },
    words: ['axes', 'view'],
    content:
      'a file of each part, stored: NRRD of volumes, PNG of images, CSV of labels, glTF of all others, ' +
      'beside a table its CSV for other programs, and ' +
      'a scene of what its form does not hold whole; `scene.json` names them, with look, place and all ' +
      'members but the arrays',
    way: 'whole',
    memory: { vertex: 80, byte: 2, arrowVertices: 32 },
  },
  glb: {
    title: 'glTF',
    kinds: {
      mesh: ['unit', ...valueTexts, 'orientation', 'offset', ...ofVertices],
      point_cloud: ['unit', ...valueTexts, 'orientation', 'offset', ...ofPoints],
      lines: ['unit', ...valueTexts, 'orientation', 'offset', ...ofLines],
      arrows: ['unit', ...valueTexts, 'orientation', 'offset', ...ofArrows],
      scene: ['unit', 'orientation', 'parts'],
    },
    parts: { mesh: 'all', point_cloud: 'all', lines: 'all', arrows: 'all', labels: 'all' },
    words: ['name', 'axes', 'view'],
    content:
      'glTF 2.0, binary: positions, triangles, normals, colours, and scalars as the attribute `_SCALAR`, ' +
      'without colours of their own in those of the view; ' +
      'for a mesh without normals those of the page, its vertices repeated at hard edges; ' +
      'lines as pairs of points (mode 1); arrows as shaft and head of triangles, and as their tails ' +
      '(mode 0) with the attribute `_VECTOR`; ' +
      'a root node that turns the upward axis of the view to +Y and scales a known unit to metres, ' +
      'with both, the anatomical directions and the name of the values in `extras`; ' +
      'an offset as the place of a node below it; ' +
      'a scene as a named node a part, with its place and its look as the material, what glTF has no place ' +
      'for in `extras`, and texts as points',
    way: 'whole',
    memory: { vertex: 80, byte: 2, arrowVertices: 32 },
  },
  stl: {
    title: 'STL',
    kinds: { mesh: ['orientation', 'offset', 'vertices', 'indices'] },
    words: ['axes'],
    content:
      'binary STL: each triangle with its normal, without colours and shared corners; the anatomical ' +
      'directions in its head, as 3D Slicer has them',
    way: 'pieces',
  },
  ply: {
    title: 'PLY',
    kinds: {
      mesh: ['orientation', 'offset', ...ofVertices],
      point_cloud: ['orientation', 'offset', ...ofPoints],
      lines: ['orientation', 'offset', ...ofLines],
    },
    words: ['axes'],
    content:
      'binary PLY: positions, normals, colours as `uchar`, scalars as the property `value`, faces; lines ' +
      'as edges (`vertex1`, `vertex2`); the anatomical directions as a comment, as 3D Slicer has them',
    way: 'pieces',
  },
  obj: {
    title: 'OBJ',
    kinds: {
      mesh: ['orientation', 'offset', 'vertices', 'indices', 'normals', 'colors'],
      lines: ['orientation', 'offset', 'points', 'starts', 'colors'],
      scene: ['orientation', 'parts'],
    },
    parts: {
      mesh: ['orientation', 'offset', 'vertices', 'indices', 'normals', 'colors'],
      lines: ['orientation', 'offset', 'points', 'starts', 'colors'],
      point_cloud: ['orientation', 'offset', 'points', 'colors'],
    },
    words: ['axes'],
    content:
      'positions, colours behind them (0 to 1), normals, faces; lines as `l`, long ones as several of ' +
      'which each begins where the last one ends; the directions as in PLY; ' +
      'a scene as an object (`o`) a part, at its place, in the colour of its look or in its own, and its ' +
      'unit as a comment',
    way: 'pieces',
  },
  '3mf': {
    title: '3MF',
    kinds: {
      mesh: ['unit', 'offset', 'vertices', 'indices', 'colors'],
      scene: ['unit', 'orientation', 'parts'],
    },
    parts: { mesh: ['unit', 'orientation', 'offset', 'vertices', 'indices', 'colors'] },
    words: ['axes', 'view'],
    content:
      "core specification 1.3 with the colours of each triangle's corners; " +
      'vertices at one place joined where triangles share an edge, and not where parts only touch; ' +
      'the unit where 3MF has it, else scaled to one that it has; no triangle without three places; ' +
      'the meshes of a scene as objects with their names, places and colours, in which the opacity of a ' +
      'look is the alpha; values and labels without colours of their own in those of the view',
    way: 'whole',
    memory: { vertex: 80, byte: 6, isOfCorners: true },
  },
  usdz: {
    title: 'USDZ',
    kinds: { mesh: ['unit', 'offset', ...ofVertices], scene: ['unit', 'parts'] },
    parts: { mesh: ['unit', 'offset', ...ofVertices] },
    words: ['axes', 'view'],
    content:
      'USDZ of text: positions, triangles, normals as in `glb`, `metersPerUnit` of a known unit, ' +
      'the up axis of the view; ' +
      'scalars as a colormap that Quick Look draws, as `primvars:value` and as `primvars:displayColor`; ' +
      "colours as one for each triangle, the mean of its corners', that Quick Look draws, and as " +
      '`primvars:displayColor`; else the plain colour of the view; the meshes of a scene as a prim each, ' +
      'with its place and the colour and opacity of its look',
    way: 'whole',
    memory: { vertex: 150, byte: 2 },
  },
  csv: {
    title: 'CSV',
    kinds: {
      point_cloud: ['offset', ...ofPoints],
      lines: ['offset', ...ofLines],
      arrows: ['offset', ...ofArrows],
      labels: ['offset', 'points', 'texts'],
      table: ['offset', 'unit', 'columns', 'points'],
    },
    words: ['axes'],
    content:
      'RFC 4180 with a header: `x,y,z`, then `r,g,b` (0 to 255) and `value` where there are any; before ' +
      'them the `line` of each point, from 0; behind `z` the vector of an arrow as `u,v,w`, or the `text` ' +
      'of a label in quotes; of a table its columns as `name [unit]`, texts in quotes, missing numbers as ' +
      'empty cells, and behind them `place x`, `place y`, `place z`; an apostrophe stands before texts ' +
      'that begin as a formula of a spreadsheet does, with =, +, - or @',
    way: 'pieces',
  },
  arrow: {
    title: 'Arrow',
    kinds: { table: ['offset', 'unit', 'notes', 'columns', 'points'] },
    words: ['axes'],
    content:
      'Apache Arrow (IPC, a file of one batch): float64 with nulls for missing numbers, texts as utf8, ' +
      'units as `unit` in the metadata of fields; the places as `place x`, `place y`, `place z`',
    way: 'whole',
    memory: { vertex: 0, byte: 8 },
  },
  npz: {
    title: 'NPZ',
    kinds: { table: ['offset', 'unit', 'columns', 'points'] },
    words: ['axes'],
    content:
      'for `numpy.load`: an NPY of float64 or text for each column, the places as in `csv`, and ' +
      '`columns.json` with names, units and files',
    way: 'whole',
    memory: { vertex: 0, byte: 3 },
  },
  nrrd: {
    title: 'NRRD',
    kinds: { volume: ['unit', 'valueUnit', ...place, 'labels', 'shape', 'data'] },
    words: ['axes'],
    content:
      'raw samples, spacing, origin, unit and directions; labels as segments of 3D Slicer (`.seg.nrrd`)',
    way: 'arrays',
  },
  nifti: {
    title: 'NIfTI',
    kinds: { volume: ['unit', ...place, 'space', 'window', 'shape', 'data'] },
    words: ['axes'],
    content: 'NIfTI-1 in one file, with spacing, origin and unit; labels by the intent alone, without names',
    way: 'arrays',
  },
  npy: {
    title: 'NPY',
    kinds: { volume: ['shape', 'data'], image: ofImages },
    words: [],
    content: 'the samples with their shape, slowest axis first; no spacing',
    way: 'arrays',
  },
  png: {
    title: 'PNG',
    kinds: { image: ofImages },
    words: [],
    content: '8 or 16 bits, grey, RGB or RGBA',
    way: 'whole',
    memory: { vertex: 0, byte: 6 },
  },
} as const satisfies { readonly [Form in DataForm]: WrittenForm<Form> }

type Ways = { readonly [Form in DataForm]: (typeof writtenForms)[Form]['way'] }

/** The forms that are written in one way. */
export type FormBy<Way extends Ways[DataForm]> = {
  readonly [Form in DataForm]: Ways[Form] extends Way ? Form : never
}[DataForm]

/** Returns whether a form is written in a way. */
export function isWritten<Way extends Ways[DataForm]>(form: DataForm, way: Way): form is FormBy<Way> {
  return writtenForms[form].way === way
}

/** The forms that have a place for the provenance of their result. */
const traced: ReadonlySet<DataForm> = new Set(['json', 'zip', 'glb', 'nrrd', 'nifti'])

/** Returns whether a form has a place for the provenance of its result. */
export function holdsProvenance(form: DataForm): boolean {
  return traced.has(form)
}
