import type { FileFormat } from '../../format.ts'

/** The format BMP. */
export const bmpFormat = {
  name: 'BMP',
  types: ['image'],
  extensions: ['.bmp'],
  // Two letters alone would be those of texts: the size of a known head follows.
  mark: /^BM.{12}[\cL\cP(48@l|]\0\0\0/s,
  load: async () => (await import('./bmp.ts')).bmpReader,
} as const satisfies FileFormat
