import { isPaddedText } from '../../file-start.ts'
import type { FileFormat } from '../../format.ts'

/** Tables of points: plain text, which may begin with any word. */
export const tableFormat = {
  name: 'CSV',
  types: ['point_cloud', 'lines', 'arrows', 'labels'],
  extensions: ['.csv', '.tsv', '.xyz', '.pts'],
  canBe: isPaddedText,
  load: async () => (await import('./table.ts')).tableReader,
} as const satisfies FileFormat
