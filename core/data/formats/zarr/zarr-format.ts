import type { FolderFormat } from '../format.ts'

/** The format OME-Zarr. */
export const zarrFormat = {
  name: 'OME-Zarr',
  load: async () => (await import('./zarr.ts')).zarrReader,
} as const satisfies FolderFormat
