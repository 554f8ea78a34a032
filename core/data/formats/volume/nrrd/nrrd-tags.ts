import type { TagRow, TagTable } from '../../tag-table.ts'

/** Kinds of axes that are places of samples; others hold the parts of one. */
export const sampledKinds = ['domain', 'space', 'time', 'list', '???', 'none', 'point', 'scalar', 'stub']
/** Kinds of axes that are no axes of space. */
export const countedKinds = ['time', 'list', 'point', 'scalar', 'stub']
/** Kinds of colours as an image has them, by the number of channels. */
export const colorKinds: { readonly [kind: string]: number } = { 'rgb-color': 3, 'rgba-color': 4 }

const parts = [
  'complex',
  '2-vector',
  '3-color',
  'RGB-color',
  'HSV-color',
  'XYZ-color',
  '4-color',
  'RGBA-color',
  '3-vector',
  '3-gradient',
  '3-normal',
  '4-vector',
  'quaternion',
  '2D-symmetric-matrix',
  '2D-masked-symmetric-matrix',
  '2D-matrix',
  '2D-masked-matrix',
  '3D-symmetric-matrix',
  '3D-masked-symmetric-matrix',
  '3D-matrix',
  '3D-masked-matrix',
  'vector',
  'covariant-vector',
  'normal',
].map(
  (kind): TagRow<`kinds = ${string}`> => ({
    tag: `kinds = ${kind.toLowerCase()}`,
    treatment: 'refused',
    says: `Each sample must be one number (got an axis of the kind ${kind}); save one component alone.`,
  }),
)

/** The fields of the header, and the values of those that decide. */
export const nrrdTags = {
  format: 'NRRD',
  source: 'the definition of NRRD by teem.sourceforge.net, NRRD0001 to NRRD0005',
  rows: [
    { tag: 'dimension', treatment: 'read', says: 'the number of axes' },
    { tag: 'sizes', treatment: 'read', says: 'samples along each axis, the fastest first' },
    { tag: 'type', treatment: 'read', says: 'integers of 8 to 64 bits, floats of 32 and 64' },
    {
      tag: 'type = block',
      treatment: 'refused',
      says: 'The type block has no numbers that are known; save it with the type of its samples.',
    },
    { tag: 'encoding', treatment: 'read', says: 'raw, gzip, txt, hex' },
    {
      tag: 'encoding = bzip2',
      treatment: 'refused',
      says: 'The encoding bzip2 is not read; save it with gzip, for example by unu save -f nrrd -e gzip.',
    },
    { tag: 'endian', treatment: 'read', says: 'little or big' },
    { tag: 'line skip', treatment: 'read', says: 'lines before the samples' },
    { tag: 'byte skip', treatment: 'read', says: 'bytes before the samples; -1 for all but these' },
    {
      tag: 'data file',
      treatment: 'refused',
      says:
        'Its samples are in another file (data file): open both together, or save it as one file, with the ' +
        'header attached.',
    },
    {
      tag: 'data file = LIST',
      treatment: 'refused',
      says: 'Its samples are in several files; save it as one file, with the header attached.',
    },
    { tag: 'spacings', treatment: 'read', says: 'lengths of the steps; an axis of NaN is none of space' },
    {
      tag: 'spacings < 0',
      treatment: 'noted',
      says: 'A spacing below zero counts as its amount, and 0 as 1.',
    },
    { tag: 'axis mins', treatment: 'read', says: 'with axis maxs and centers: lengths and the first place' },
    {
      tag: 'axis mins without centers',
      treatment: 'noted',
      says: 'Its axis mins and maxs are left out, as no centers say whether they are those of samples.',
    },
    { tag: 'centers', treatment: 'read', says: 'node or cell: whether axis mins are samples or their faces' },
    { tag: 'thicknesses', treatment: 'ignored', says: 'of what was measured; the steps are spacings' },
    { tag: 'labels', treatment: 'ignored', says: 'names of axes' },
    { tag: 'units', treatment: 'read', says: 'the unit of the spacings, where the axes of space have one' },
    { tag: 'space units', treatment: 'read', says: 'the unit of the space directions' },
    {
      tag: 'units that differ',
      treatment: 'noted',
      says: 'The axes of its space have different units, which are left out.',
    },
    {
      tag: 'no space units',
      treatment: 'noted',
      says: 'Its header states no unit: those of 3D Slicer, which has made its segments, are millimetres.',
    },
    { tag: 'kinds', treatment: 'read', says: 'which axes are those of space; others count volumes' },
    { tag: 'kinds = RGB-color', treatment: 'read', says: 'two further axes and 8 or 16 bits: an image' },
    {
      tag: 'kinds of none',
      treatment: 'noted',
      says: 'Its header does not say what its axes are: the first one is taken for colours.',
    },
    ...parts,
    { tag: 'space', treatment: 'read', says: 'the world of the directions, with or without time' },
    { tag: 'space = scanner-xyz', treatment: 'read', says: 'a world without anatomical directions' },
    {
      tag: 'space = 3D-left-handed',
      treatment: 'noted',
      says: 'Its space is left-handed, and drawn as if it were right-handed: a mirror image.',
    },
    {
      tag: 'space = unknown',
      treatment: 'noted',
      says: 'The name of its space is none of NRRD, so its anatomical directions are not known.',
    },
    {
      tag: 'no space',
      treatment: 'noted',
      says:
        'It names no space (space), so its anatomical directions are not known: other programs may take ' +
        'left for right.',
    },
    {
      tag: 'no space directions',
      treatment: 'noted',
      says:
        'It does not state its orientation (space directions): its axes are shown as they stand, with the ' +
        'lengths that it has (spacings, axis mins and maxs), else 1.',
    },
    { tag: 'space dimension', treatment: 'read', says: 'the numbers of each direction; a fourth is time' },
    { tag: 'space directions', treatment: 'read', says: 'steps through the space; none: not of space' },
    {
      tag: 'space directions of no space',
      treatment: 'noted',
      says: 'Its space directions span no space, so their lengths alone are kept.',
    },
    {
      tag: 'an axis of none',
      treatment: 'noted',
      says: 'An axis that is not of space is shown as one volume after the other.',
    },
    { tag: 'space origin', treatment: 'read', says: 'the place of the first sample' },
    {
      tag: 'space origin of no place',
      treatment: 'noted',
      says: 'Its space origin is left out: it must be a finite vector beside space directions of its length.',
    },
    {
      tag: 'measurement frame',
      treatment: 'ignored',
      says: 'turns vectors and tensors; samples that are read are numbers',
    },
    { tag: 'sample units', treatment: 'read', says: 'the unit of the values' },
    { tag: 'content', treatment: 'ignored', says: 'a text' },
    { tag: 'min', treatment: 'ignored', says: 'a range for display' },
    { tag: 'max', treatment: 'ignored', says: 'a range for display' },
    {
      tag: 'old min',
      treatment: 'noted',
      says: 'Its samples were quantized from another range (old min, old max); they are shown as stored.',
    },
    { tag: 'number', treatment: 'ignored', says: 'the product of the sizes' },
    { tag: 'block size', treatment: 'ignored', says: 'of the type block alone, which is refused' },
    { tag: 'key:=value', treatment: 'ignored', says: 'texts of other programs' },
    {
      tag: 'SegmentN_Name:=',
      treatment: 'read',
      says: 'with LabelValue, Color and Layer, of 3D Slicer: the values are labels with names and colours',
    },
  ],
} as const satisfies TagTable
