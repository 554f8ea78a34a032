import type { FileFormat } from '../../format.ts'

/** The format PNG. */
export const pngFormat = {
  name: 'PNG',
  types: ['image'],
  extensions: ['.png'],
  mark: /^\x89PNG\r\n\cZ\n/,
  load: async () => (await import('./png.ts')).pngReader,
} as const satisfies FileFormat
