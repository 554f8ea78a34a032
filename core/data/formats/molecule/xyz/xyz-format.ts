import { readStart } from '../../file-start.ts'
import type { FileFormat } from '../../format.ts'
import { isAtoms } from './is-atoms.ts'

/** The format XYZ of chemists. */
export const xyzFormat = {
  name: 'XYZ',
  types: ['point_cloud'],
  extensions: ['.xyz', '.extxyz'],
  // Tables of points have the same ending.
  isContent: (bytes: Uint8Array) => isAtoms(readStart(bytes)),
  load: async () => (await import('./xyz.ts')).xyzReader,
} as const satisfies FileFormat
