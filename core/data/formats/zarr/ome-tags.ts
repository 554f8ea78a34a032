import type { TagTable } from '../tag-table.ts'

/** The metadata of an image of OME-Zarr and of its arrays, and the values of those that decide. */
export const omeTags = {
  format: 'OME-Zarr',
  source: 'OME-NGFF 0.4, 0.5 and 0.6, Zarr 2 and Zarr 3',
  rows: [
    { tag: 'multiscales', treatment: 'read', says: 'the first image' },
    {
      tag: 'several multiscales',
      treatment: 'noted',
      says: 'Its metadata have several images; this is the first.',
    },
    { tag: 'datasets', treatment: 'read', says: 'the levels, the finest that the limit allows' },
    { tag: 'axes', treatment: 'read', says: 'x, y and z by their names, whichever order they have' },
    {
      tag: 'coordinateSystems',
      treatment: 'read',
      says:
        'the axes of 0.6: of the system to which the levels lead, or of the one further system, where it ' +
        'has units of length',
    },
    {
      tag: 'further coordinateSystems',
      treatment: 'noted',
      says: 'Other coordinate systems of it are left out: places are those of the system of its levels.',
    },
    {
      tag: 'other transformations of a level',
      treatment: 'refused',
      says:
        'The transformation of a level must be a scale, translation, rotation, affine, mapAxis, identity, ' +
        'or a sequence of these, with its numbers in the metadata; save it as one of these.',
    },
    {
      tag: 'affine of times or channels',
      treatment: 'refused',
      says: 'A transformation mixes an axis with others that are no times or channels; save it without.',
    },
    { tag: 'rotation, affine, mapAxis, sequence', treatment: 'read', says: 'directions of the axes, of 0.6' },
    { tag: 'bijection', treatment: 'read', says: 'its forward transformation, of 0.6' },
    {
      tag: 'scene',
      treatment: 'noted',
      says: 'It is a scene of images: this is the first, without its place among the others.',
    },
    {
      tag: 'later versions',
      treatment: 'refused',
      says: 'It is a later version of OME-Zarr than 0.6, which is not known; save it as 0.5.',
    },
    { tag: 'axes without types', treatment: 'read', says: 'x, y and z are those of space, as in 0.3' },
    {
      tag: 'axes of other names',
      treatment: 'noted',
      says: 'Its axes of space are not named x, y and z: they are z, y, x in the order of the array.',
    },
    { tag: 'axes.type', treatment: 'read', says: 'space; times, channels and others count volumes' },
    { tag: 'axes.unit', treatment: 'read', says: 'of lengths; where they differ, all are those of x' },
    {
      tag: 'axes.unit that is no length',
      treatment: 'noted',
      says: 'The axes of its space have units that cannot be compared, which are left out.',
    },
    {
      tag: 'coordinateTransformations',
      treatment: 'read',
      says: 'scale and translation of the level, then those of all levels',
    },
    { tag: 'identity', treatment: 'ignored', says: 'changes nothing' },
    {
      tag: 'other transformations',
      treatment: 'noted',
      says: 'A transformation that is no scale or translation is left out: places are without it.',
    },
    { tag: 'omero', treatment: 'ignored', says: 'names, colours and windows for display' },
    { tag: 'labels', treatment: 'noted', says: 'Its labels are left out.' },
    { tag: 'image-label', treatment: 'read', says: 'the values are labels, named by properties and colors' },
    {
      tag: 'plate',
      treatment: 'noted',
      says: 'It is a plate: this is the first image of the first of its wells.',
    },
    { tag: 'well', treatment: 'noted', says: 'It is a well of several fields: this is the first.' },
    {
      tag: 'bioformats2raw.layout',
      treatment: 'noted',
      says: 'It has several images in folders; this is the first.',
    },
    {
      tag: 'dtype',
      treatment: 'read',
      says: 'integers of 8 to 64 bits, floats of 16 to 64, in both byte orders',
    },
    {
      tag: 'dtype of no number',
      treatment: 'refused',
      says: 'The samples must be real numbers; save texts, structures or complex numbers as such.',
    },
    { tag: 'order', treatment: 'read', says: 'C or F' },
    { tag: 'dimension_separator', treatment: 'read', says: 'a point or a slash in the names of chunks' },
    { tag: 'fill_value', treatment: 'read', says: 'samples of chunks that are not there' },
    { tag: 'filters', treatment: 'read', says: 'delta, and what the library of Zarr has' },
    {
      tag: 'filters and codecs that count with floats of 16 bits',
      treatment: 'refused',
      says: 'A filter or codec counts with its floats of 16 bits, which is not read; save it as float32.',
    },
    {
      tag: 'fill_value that is no float of 16 bits',
      treatment: 'refused',
      says: 'The fill_value of floats of 16 bits must be a number, NaN, Infinity, -Infinity or 0x7e00.',
    },
    { tag: 'data_type', treatment: 'read', says: 'as dtype, of Zarr 3' },
    {
      tag: 'codecs',
      treatment: 'read',
      says: 'bytes, transpose, sharding and the usual compressors, of Zarr 3',
    },
    { tag: 'dimension_names', treatment: 'ignored', says: 'the names of axes in multiscales go before' },
    {
      tag: 'dimension_names in another order',
      treatment: 'noted',
      says: 'Its arrays name their axes in another order; that of the metadata of the image is used.',
    },
  ],
} as const satisfies TagTable
