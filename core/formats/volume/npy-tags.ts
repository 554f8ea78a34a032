import type { TagTable } from '../tag-table.ts'

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
      says: 'The dtype must be real numbers (got c8); save it as float32, for example.',
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
  ],
} as const satisfies TagTable
