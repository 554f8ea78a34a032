import type { FileFormat } from '../../format.ts'

/** The format of surfaces of FreeSurfer. */
export const freesurferSurfaceFormat = {
  name: 'FreeSurfer surface',
  types: ['mesh'],
  extensions: ['.pial', '.white', '.inflated', '.sphere', '.orig', '.smoothwm'],
  mark: /^\xff\xff[\xfd-\xff]/,
  load: async () => (await import('./freesurfer-surface.ts')).freesurferSurfaceReader,
} as const satisfies FileFormat
