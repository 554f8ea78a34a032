import { readStart } from '../../file-start.ts'
import type { FileFormat } from '../../format.ts'

/** The format 3MF. */
export const threeMfFormat = {
  name: '3MF',
  types: ['mesh', 'scene'],
  extensions: ['.3mf'],
  isContent: is3mf,
  load: async () => (await import('./three-mf.ts')).threeMfReader,
} as const satisfies FileFormat

/** Returns whether an archive begins with one of the files that each 3MF has, or names its model. */
function is3mf(bytes: Uint8Array): boolean {
  const start = readStart(bytes)
  return (
    start.startsWith('PK\x03\x04') &&
    /\[Content_Types\][.]xml|_rels\/[.]rels|3D\/[^/]{0,100}[.]model/.test(start)
  )
}
