import type { FileFormat } from '../../format.ts'

/** The format NRRD. */
export const nrrdFormat = {
  name: 'NRRD',
  types: ['volume', 'image'],
  extensions: ['.nrrd', '.nhdr'],
  mark: /^NRRD000/,
  load: async () => (await import('./nrrd.ts')).nrrdReader,
} as const satisfies FileFormat
