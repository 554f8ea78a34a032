import type { FileFormat } from '../../format.ts'
import { rootOf } from '../../other-formats.ts'

/** The format GIFTI. */
export const giftiFormat = {
  name: 'GIFTI',
  types: ['mesh', 'point_cloud'],
  extensions: ['.gii'],
  mark: rootOf('GIFTI'),
  load: async () => (await import('./gifti.ts')).giftiReader,
} as const satisfies FileFormat
