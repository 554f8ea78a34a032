import type { FileFormat } from '../../format.ts'
import { toView } from '../../number-readers.ts'

/** The format MGH. */
export const mghFormat = {
  name: 'MGH',
  types: ['volume'],
  extensions: ['.mgh', '.mgz'],
  isContent: isMgh,
  load: async () => (await import('./mgh.ts')).mghReader,
} as const satisfies FileFormat

/** MGH has its version alone as a mark: extents, type and flag of its place must be those of it, too. */
function isMgh(bytes: Uint8Array): boolean {
  if (bytes.length < 284) return false
  const view = toView(bytes)
  const [version, ...extents] = [0, 4, 8, 12, 16].map((at) => view.getInt32(at))
  const isExtent = (extent: number): boolean => extent > 0 && extent < 2 ** 24
  // The flag is -1 in files without a place by freesurferformats of R.
  const isFlag = Math.abs(view.getInt16(28)) <= 1
  return version === 1 && extents.every(isExtent) && view.getUint32(20) <= 10 && isFlag
}
