import type { FileFormat } from '../format.ts'

/** The format TIFF, BigTIFF too. */
export const tiffFormat = {
  name: 'TIFF',
  types: ['volume', 'image'],
  extensions: ['.tif', '.tiff'],
  mark: /^(II[*+]\0|MM\0[*+])/,
  load: async () => (await import('./tiff.ts')).tiffReader,
} as const satisfies FileFormat
