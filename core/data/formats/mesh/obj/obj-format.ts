import { isPaddedText } from '../../file-start.ts'
import type { FileFormat } from '../../format.ts'

/** The format OBJ: plain text, which may begin with any word. */
export const objFormat = {
  name: 'OBJ',
  types: ['mesh', 'point_cloud', 'lines'],
  extensions: ['.obj'],
  canBe: isPaddedText,
  load: async () => (await import('./obj.ts')).objReader,
} as const satisfies FileFormat
