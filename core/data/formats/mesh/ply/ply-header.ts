import { type Dtype, dtypes } from '../../../../contract/domain/result/elements.ts'
import { refuse } from '../../refusal.ts'
import { findTextStart, splitWords } from '../../text-lines.ts'

/** One number, or a list of them after their count. */
export interface PlyProperty {
  readonly name: string
  readonly type: Dtype
  /** The type of a list's count; null for a single number. */
  readonly countType: Dtype | null
}

/** A table of the file: `count` rows of the properties. */
export interface PlyElement {
  readonly name: string
  readonly count: number
  readonly properties: PlyProperty[]
}

const longestHeader = 2 ** 16
const forms = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const

const types: { readonly [name: string]: Dtype } = {
  ...Object.fromEntries(dtypes.map((dtype) => [dtype, dtype])),
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
}

/** The header of a PLY file. */
export interface PlyHeader {
  readonly form: (typeof forms)[number]
  readonly elements: readonly PlyElement[]
  /** The first byte behind it. */
  readonly dataStart: number
  /** Its comments, a line each. */
  readonly comments: string
}

/** Returns the header of a PLY file. @throws `file.undecodable` */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  // One character a byte, so that offsets in the text are those of the file.
  const text = new TextDecoder('latin1').decode(bytes.slice(findTextStart(bytes), longestHeader))
  // All lines end as the first one does: binary data may begin with the byte of a line's end.
  const [lineEnd = '\n'] = /\r\n|\n|\r/.exec(text) ?? []
  // Some programs end the last line otherwise than those before it.
  const end = new RegExp(`(^|${lineEnd})end_header[ \\t]*(${lineEnd}|\r\n|\n)`).exec(text)
  if (!end) throw refuse('The header must end with end_header. Is the file truncated?')
  let form: (typeof forms)[number] | undefined
  const elements: PlyElement[] = []
  const lines = text.slice(0, end.index).split(lineEnd)
  for (const line of lines) {
    const [word, ...words] = splitWords(line)
    if (word === 'format') form = readForm(words[0])
    else if (word === 'element') elements.push(readElement(words))
    else if (word === 'property') {
      const element = elements.at(-1)
      if (!element) throw refuse(`A property must stand below its element (got ${JSON.stringify(line)}).`)
      element.properties.push(readProperty(words))
    }
  }
  if (!form) throw refuse('The header must have a line with the format.')
  const comments = lines.filter((line) => /^comment\b/.test(line)).join('\n')
  return { form, elements, dataStart: end.index + end[0].length + findTextStart(bytes), comments }
}

function readForm(word = 'none') {
  const form = forms.find((known) => known === word)
  if (form) return form
  throw refuse(`The format must be one of ${forms.join(', ')} (got ${word}).`)
}

function readElement([name = '', count]: readonly string[]): PlyElement {
  const number = Number(count)
  if (Number.isSafeInteger(number) && number >= 0) return { name, count: number, properties: [] }
  throw refuse(`The count of the element ${name} must be a whole number (got ${count ?? 'none'}).`)
}

function readProperty(words: readonly string[]): PlyProperty {
  if (words[0] !== 'list') return { name: words[1] ?? '', type: readType(words[0]), countType: null }
  const countType = readType(words[1])
  if (countType.startsWith('float')) throw refuse('The count of a list must be of a type of whole numbers.')
  return { name: words[3] ?? '', type: readType(words[2]), countType }
}

function readType(name = 'none'): Dtype {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  if (type) return type
  throw refuse(`The type of a property must be one of ${Object.keys(types).join(', ')} (got ${name}).`)
}
