import { type Dtype, elementArrays } from '../../../../contract/domain/result/elements.ts'
import { numberReaders, toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { TextWords } from '../text-words.ts'
import type { PlyElement, PlyHeader } from './ply-header.ts'

/** Reads numbers in the order of the file. */
export interface PlyNumbers {
  /** True where numbers are written in digits, which may be more than their type has. */
  readonly isText: boolean
  /** @throws `file.undecodable` at the end of the file, and for a word that is not a number */
  read(type: Dtype): number
  /** Refuses more rows than the rest can hold, before allocating for them. */
  requireRows(element: PlyElement): void
  /** Returns true when a few bytes are left, fewer than a row of the last element. @throws for more */
  requireEnd(): boolean
}

/** Returns the numbers after a header. */
export function createPlyNumbers(bytes: Uint8Array, { form, dataStart }: PlyHeader): PlyNumbers {
  const content = bytes.subarray(dataStart)
  return form === 'ascii'
    ? createTextNumbers(content)
    : createBinaryNumbers(content, form === 'binary_little_endian')
}

const truncated = 'The file is truncated: it ends within its last element.'

function createBinaryNumbers(content: Uint8Array, isLittle: boolean): PlyNumbers {
  const view = toView(content)
  const measure = (type: Dtype): number => elementArrays[type].BYTES_PER_ELEMENT
  let next = 0
  let lastRowBytes = 0
  return {
    isText: false,
    read: (type) => {
      const at = next
      next += measure(type)
      if (next > view.byteLength) throw refuse(truncated)
      return numberReaders[type](view, at, isLittle)
    },
    requireRows: ({ name, count, properties }) => {
      lastRowBytes = properties.reduce((sum, { type, countType }) => sum + measure(countType ?? type), 0)
      requireBytes(`${count} rows of the element ${name}`, count * lastRowBytes, view.byteLength - next)
    },
    requireEnd: () => {
      const rest = content.subarray(next)
      if (rest.length >= Math.max(lastRowBytes, 3) && rest.some((byte) => byte > 32))
        throw refuse(`It must end after its elements (got ${rest.length} more bytes).`)
      return rest.length > 0
    },
  }
}

function createTextNumbers(content: Uint8Array): PlyNumbers {
  const words = new TextWords(content)
  return {
    isText: true,
    read: () => {
      if (!words.next()) throw refuse(truncated)
      const number = words.toNumber()
      if (number === undefined) throw words.numberError('Every value must be a number')
      return number
    },
    // A number takes two bytes with its separator; the last one may take one.
    requireRows: ({ name, count, properties }) =>
      requireBytes(`${count} rows of the element ${name}`, 2 * count * properties.length - 1, content.length),
    requireEnd: () => {
      if (words.next()) throw refuse('It must end after its elements (got more numbers).')
      return false
    },
  }
}
