import type { FileFormat } from '../../format.ts'

/** The format MetaImage. */
export const metaImageFormat = {
  name: 'MetaImage',
  types: ['volume', 'image'],
  extensions: ['.mha', '.mhd'],
  mark: /^\s*(ObjectType\s*=\s*Image|NDims\s*=)/,
  canBe: (start: string) => /^\s*\w+\s*=/.test(start),
  load: async () => (await import('./metaimage.ts')).metaImageReader,
} as const satisfies FileFormat
