import type { TagTable } from '../../tag-table.ts'

/** The keys of an NPY header, and the values of `descr`. */
export const npyTags = {
  format: 'NPY',
  source: 'numpy.lib.format, versions 1.0 to 3.0',
  rows: [
    {
      tag: 'descr',
      treatment: 'read',
      says: 'the element type: real numbers, both byte orders',
    },
    {
      tag: 'descr = ?',
      treatment: 'read',
      says: 'bool: 0 or 255 in an image, 0 or 1 in a volume',
    },
    {
      tag: 'descr = e',
      treatment: 'read',
      says: 'floats of 16 bits as float32',
    },
    {
      tag: 'descr = q',
      treatment: 'read',
      says: 'integers of 64 bits as float64, exact up to 2^53',
    },
    {
      tag: 'descr = c',
      treatment: 'refused',
      says: 'The dtype must be real numbers (it has complex ones); save their magnitude, by numpy.abs.',
    },
    {
      tag: 'descr = g',
      treatment: 'refused',
      says: 'Floats of more than 64 bits differ from machine to machine; save them as float64.',
    },
    {
      tag: 'descr = O',
      treatment: 'refused',
      says: 'Its elements are objects of Python, which only Python reads; save an array of numbers.',
    },
    {
      tag: 'descr = S',
      treatment: 'refused',
      says: 'Its elements are texts; save an array of numbers.',
    },
    {
      tag: 'descr = M',
      treatment: 'refused',
      says: 'Its elements are times or durations; save them as numbers, by .astype(float).',
    },
    {
      tag: 'descr = V',
      treatment: 'refused',
      says: 'Its elements are records of several fields; save one field alone, as an array of numbers.',
    },
    {
      tag: 'fortran_order',
      treatment: 'read',
      says: 'True: the first axis is the fastest',
    },
    {
      tag: 'shape',
      treatment: 'read',
      says: 'slowest axis first, as in a result',
    },
    {
      tag: 'shape = (n,)',
      treatment: 'refused',
      says: 'An array must have at least two axes to be shown; give it a shape, by .reshape.',
    },
    {
      tag: 'shape = (…, 3) of uint8',
      treatment: 'refused',
      says: 'Each voxel must be one number (its last axis has colours); save one colour alone.',
    },
  ],
} as const satisfies TagTable
