import type { FileFormat } from '../format.ts'
import { isBareDicom } from './bare-dicom.ts'

/** The format DICOM. */
export const dicomFormat = {
  name: 'DICOM',
  types: ['volume', 'image'],
  extensions: ['.dcm', '.ima'],
  mark: /^.{128}DICM/s,
  isContent: isBareDicom,
  canBe: isDicomElement,
  load: async () => (await import('./dicom.ts')).dicomReader,
} as const satisfies FileFormat

/** Returns whether it begins with an element of the groups with which files without a preamble begin. */
function isDicomElement(start: string): boolean {
  return /^([\cB\cH\cP\cX (]\0.\0|\0[\cB\cH\cP\cX (]\0.)/s.test(start)
}
