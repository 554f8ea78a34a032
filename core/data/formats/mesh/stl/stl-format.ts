import { hasWideText, isText, readLength } from '../../file-start.ts'
import type { FileFormat } from '../../format.ts'

/** The format STL. */
export const stlFormat = {
  name: 'STL',
  types: ['mesh'],
  extensions: ['.stl'],
  mark: /^\s*solid\b.*\bfacet\b/is,
  // Many binary files begin with the text file's word: their length is that of their triangles.
  isContent: (bytes: Uint8Array) => bytes.length === 84 + 50 * readLength(bytes, 80),
  canBe: (start: string) => !isText(start) || hasWideText(start) || /^\s*solid\b/i.test(start),
  load: async () => (await import('./stl.ts')).stlReader,
} as const satisfies FileFormat
