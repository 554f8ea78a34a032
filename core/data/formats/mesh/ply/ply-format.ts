import { hasWideText } from '../../file-start.ts'
import type { FileFormat } from '../../format.ts'

/** The format PLY. */
export const plyFormat = {
  name: 'PLY',
  types: ['mesh', 'point_cloud', 'lines'],
  extensions: ['.ply'],
  mark: /^ply[\n\r]/,
  canBe: hasWideText, // its reader names UTF-16
  load: async () => (await import('./ply.ts')).plyReader,
} as const satisfies FileFormat
