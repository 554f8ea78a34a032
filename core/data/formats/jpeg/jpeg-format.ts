import type { FileFormat } from '../format.ts'

/** The format JPEG. */
export const jpegFormat = {
  name: 'JPEG',
  types: ['image'],
  extensions: ['.jpg', '.jpeg'],
  mark: /^\xff\xd8\xff/,
  load: async () => (await import('./jpeg.ts')).jpegReader,
} as const satisfies FileFormat
