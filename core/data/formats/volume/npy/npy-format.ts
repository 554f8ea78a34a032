import type { FileFormat } from '../../format.ts'

/** The format NPY. */
export const npyFormat = {
  name: 'NPY',
  types: ['volume', 'image', 'point_cloud'],
  extensions: ['.npy'],
  mark: /^\x93NUMPY/,
  load: async () => (await import('./npy.ts')).npyReader,
} as const satisfies FileFormat
