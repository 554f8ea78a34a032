import { resultTypes } from '../../contract/domain/result/result.ts'
import type { FileFormat, FormatReader } from './format.ts'

/** A folder as one file. */
export const tarFormat = {
  name: 'tar',
  types: resultTypes,
  extensions: ['.tar'],
  mark: /^.{257}ustar/s,
  load: async (): Promise<FormatReader> => ({ decode: (await import('./tar.ts')).decodeTar }),
} as const satisfies FileFormat
