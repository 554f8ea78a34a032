import type { FileFormat } from '../../format.ts'

/** The format WebP. */
export const webpFormat = {
  name: 'WebP',
  types: ['image'],
  extensions: ['.webp'],
  mark: /^RIFF.{4}WEBP/s,
  load: async () => (await import('./webp.ts')).webpReader,
} as const satisfies FileFormat
