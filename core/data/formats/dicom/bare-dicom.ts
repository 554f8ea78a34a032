import { toView } from '../number-readers.ts'

const latin = new TextDecoder('latin1')
/** Types of the elements with which files without a preamble begin. */
const types = new Set([
  'UL',
  'UI',
  'CS',
  'DA',
  'TM',
  'SH',
  'LO',
  'OB',
  'PN',
  'DT',
  'UC',
  'AE',
  'DS',
  'IS',
  'US',
])
/** Groups with which data sets begin: meta header, identification, patient, acquisition, series, image. */
const groups = [0x02, 0x08, 0x10, 0x18, 0x20, 0x28]
/** Elements that must follow each other in a data set whose elements do not say their types. */
const leastElements = 3

/** Returns whether the first bytes are elements of DICOM without a preamble, in one of the plain syntaxes. */
export function isBareDicom(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, , fourth = 0] = bytes
  const isExplicit = types.has(latin.decode(bytes.subarray(4, 6)))
  if (first === 0 && groups.includes(second)) return isExplicit
  if (second !== 0 || !groups.includes(first) || fourth !== 0 || bytes.length < 16) return false
  return isExplicit || (first !== 2 && hasElements(bytes))
}

/** Returns whether elements without types follow each other: a tag each, rising, and an even length. */
function hasElements(bytes: Uint8Array): boolean {
  const view = toView(bytes)
  let last = -1
  let at = 0
  for (let count = 0; count < leastElements; count++) {
    if (at + 8 > bytes.length) return false
    const [group, element] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const [tag, length] = [65_536 * group + element, view.getUint32(at + 4, true)]
    if (!groups.includes(group) || tag <= last || length % 2 === 1 || length >= 65_536) return false
    last = tag
    at += 8 + length
  }
  return true
}
