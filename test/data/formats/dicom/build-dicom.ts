/** Files of DICOM made by hand after PS3.5: elements in order, in one of the plain syntaxes. */

/** The value of an element: a text, numbers of its type, bytes, or the items of a sequence. */
export type ElementValue = string | readonly number[] | Uint8Array | readonly DicomElements[]

/** Elements by number and type: `'00280010 US': [2]`. */
export interface DicomElements {
  readonly [tag: string]: ElementValue
}

/** The form of a file. */
export interface DicomForm {
  readonly syntax?: string
  /** Elements without types, in the low byte first. */
  readonly isImplicit?: boolean
  readonly isBigEndian?: boolean
  /** Without preamble and meta header. */
  readonly isBare?: boolean
}

export const explicitLittle = '1.2.840.10008.1.2.1'
const sizes: { readonly [type: string]: number } = {
  US: 2,
  SS: 2,
  OW: 2,
  AT: 2,
  UL: 4,
  SL: 4,
  FL: 4,
  OF: 4,
  FD: 8,
  OD: 8,
  OV: 8,
}
const long = /^(OB|OW|OF|OD|OL|OV|SQ|UN|UT|UC|UR)$/

/** Returns the bytes of a file. */
export function toDicom(elements: DicomElements, form: DicomForm = {}): Uint8Array {
  const { syntax = explicitLittle, isBare = false } = form
  const body = writeElements(elements, form)
  if (isBare) return new Uint8Array(body)
  const meta = writeElements({ '00020010 UI': syntax }, {})
  return new Uint8Array(Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), meta, body]))
}

function writeElements(elements: DicomElements, form: DicomForm): Buffer {
  const inOrder = Object.entries(elements).sort(([one], [other]) => (one < other ? -1 : 1))
  return Buffer.concat(inOrder.map(([tag, value]) => writeElement(tag, value, form)))
}

function writeElement(tag: string, value: ElementValue, form: DicomForm): Buffer {
  const [number = '', type = ''] = tag.split(' ')
  const { isBigEndian = false, isImplicit = false } = form
  const groups = [number.slice(0, 4), number.slice(4)].map((part) => Number.parseInt(part, 16))
  const head = writeNumbers(groups, 2, isBigEndian)
  const content = writeValue(type, value, form)
  const length = writeNumbers([content.length], isImplicit || long.test(type) ? 4 : 2, isBigEndian)
  if (isImplicit) return Buffer.concat([head, length, content])
  return Buffer.concat([head, Buffer.from(type), Buffer.alloc(long.test(type) ? 2 : 0), length, content])
}

function writeValue(type: string, value: ElementValue, form: DicomForm): Buffer {
  if (typeof value === 'string')
    return Buffer.from(value.length % 2 ? value + (type === 'UI' ? '\0' : ' ') : value)
  if (value instanceof Uint8Array) return Buffer.concat([value, Buffer.alloc(value.length % 2)])
  if (isItems(value)) return Buffer.concat(value.map((item) => writeItem(item, form)))
  return writeNumbers(value, sizes[type] ?? 1, form.isBigEndian ?? false, type)
}

function isItems(value: readonly (number | DicomElements)[]): value is readonly DicomElements[] {
  return value.some((item) => typeof item === 'object')
}

function writeItem(item: DicomElements, form: DicomForm): Buffer {
  const content = writeElements(item, form)
  const isBigEndian = form.isBigEndian ?? false
  const head = [
    writeNumbers([0xfffe, 0xe000], 2, isBigEndian),
    writeNumbers([content.length], 4, isBigEndian),
  ]
  return Buffer.concat([...head, content])
}

function writeNumbers(numbers: readonly number[], size: number, isBigEndian: boolean, type = ''): Buffer {
  const bytes = Buffer.alloc(numbers.length * size)
  numbers.forEach((number, i) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset + i * size, size)
    if (/^(FL|OF)$/.test(type)) view.setFloat32(0, number, !isBigEndian)
    else if (/^(FD|OD)$/.test(type)) view.setFloat64(0, number, !isBigEndian)
    else if (size === 8) view.setBigUint64(0, BigInt(number), !isBigEndian)
    else if (size === 4) view.setUint32(0, number >>> 0, !isBigEndian)
    else if (size === 2) view.setUint16(0, number & 0xffff, !isBigEndian)
    else view.setUint8(0, number)
  })
  return bytes
}

/** The elements of a picture of 2 rows and 2 columns of 16 bits: 1, 2, 3, 400. */
export const picture: DicomElements = {
  '00080060 CS': 'OT',
  '0020000e UI': '1.2.3',
  '00280002 US': [1],
  '00280004 CS': 'MONOCHROME2',
  '00280010 US': [2],
  '00280011 US': [2],
  '00280100 US': [16],
  '00280101 US': [16],
  '00280102 US': [15],
  '00280103 US': [0],
  '7fe00010 OW': [1, 2, 3, 400],
}

/** Signed samples, which are a volume of one slice, with its thickness. */
export const slice: DicomElements = {
  ...picture,
  '00180050 DS': '3',
  '00280030 DS': '0.5\\0.25',
  '00280103 US': [1],
  '7fe00010 OW': [1, 2, 3, -400],
}

/** Three frames of {@link slice}, of one row each: 0 … 5. */
export const frames: DicomElements = {
  ...slice,
  '00280008 IS': '3',
  '00280010 US': [1],
  '7fe00010 OW': [0, 1, 2, 3, 4, 5],
}
