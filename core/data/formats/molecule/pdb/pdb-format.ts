import { isPaddedText } from '../../file-start.ts'
import type { FileFormat } from '../../format.ts'

/** The first record of a structure: atoms, or one of those before them. */
const pdbMark =
  /^(HEADER {4}|(TITLE|COMPND) {4,}\S|REMARK {1,4}\d|CRYST1[ .\d]{20}|MODEL {5,}\d|(ATOM {2}|HETATM)[ \w]{6})/

/** The format PDB. */
export const pdbFormat = {
  name: 'PDB',
  types: ['point_cloud'],
  extensions: ['.pdb', '.ent'],
  mark: pdbMark,
  canBe: isPaddedText,
  load: async () => (await import('./pdb.ts')).pdbReader,
} as const satisfies FileFormat
