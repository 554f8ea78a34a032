import type { FileFormat } from '../../format.ts'
import { toView } from '../../number-readers.ts'

/** The format NIfTI. */
export const niftiFormat = {
  name: 'NIfTI',
  types: ['volume'],
  extensions: ['.nii', '.hdr'],
  mark: /^(.{344}n[+i]1|.{4}n[+i]2)\0/s,
  canBe: isNiftiSize,
  load: async () => (await import('./nifti.ts')).niftiReader,
} as const satisfies FileFormat

/** Returns whether it begins with the size of a header of NIfTI or Analyze. */
function isNiftiSize(_start: string, bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false
  return [true, false].some((isLittle) => [348, 540].includes(toView(bytes).getInt32(0, isLittle)))
}
