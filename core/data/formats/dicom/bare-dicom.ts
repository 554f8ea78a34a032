import { toView } from '../number-readers.ts'

const latin = new TextDecoder('latin1')
/** Types of the elements with which files without a preamble begin. */
const types = new Set(['UL', 'UI', 'CS', 'DA', 'TM', 'SH', 'LO', 'OB', 'PN', 'DT', 'UC', 'AE'])

/** Returns whether the first bytes are elements of DICOM without a preamble, in one of the plain syntaxes. */
export function isBareDicom(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, , fourth = 0] = bytes
  const isExplicit = types.has(latin.decode(bytes.subarray(4, 6)))
  if (first === 0 && (second === 2 || second === 8)) return isExplicit
  if (second !== 0 || (first !== 2 && first !== 8) || fourth !== 0 || bytes.length < 16) return false
  if (isExplicit) return true
  const view = toView(bytes)
  const length = view.getUint32(4, true)
  const next = 8 + length
  if (first !== 8 || length % 2 === 1 || next + 8 > bytes.length) return false
  const isLater = view.getUint16(next + 2, true) > view.getUint16(2, true)
  return view.getUint16(next, true) === 8 && isLater && view.getUint32(next + 4, true) < 65_536
}
