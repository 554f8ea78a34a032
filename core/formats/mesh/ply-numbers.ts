import { type Dtype, elementArrays } from '../../domain/result/elements.ts'
import { numberReaders, toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { readLines, splitWords } from '../text-lines.ts'
import type { PlyElement, readPlyHeader } from './ply-header.ts'

/** Reads numbers in the order of the file. */
export interface PlyNumbers {
  /** @throws `file.undecodable` at the end of the file, and for a word that is not a number */
  read(type: Dtype): number
  /** Refuses more rows than the rest can hold, before allocating for them. */
  requireRows(element: PlyElement): void
  requireEnd(): void
}

/** Returns the numbers after a header. */
export function createPlyNumbers(
  bytes: Uint8Array,
  { form, dataStart }: ReturnType<typeof readPlyHeader>,
): PlyNumbers {
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
  return {
    read: (type) => {
      const at = next
      next += measure(type)
      if (next > view.byteLength) throw refuse(truncated)
      return numberReaders[type](view, at, isLittle)
    },
    requireRows: ({ name, count, properties }) => {
      const rowBytes = properties.reduce((sum, { type, countType }) => sum + measure(countType ?? type), 0)
      requireBytes(`${count} rows of the element ${name}`, count * rowBytes, view.byteLength - next)
    },
    requireEnd: () => {
      const rest = view.byteLength - next
      if (rest > 0) throw refuse(`It must end after its elements (got ${rest} more bytes).`)
    },
  }
}

function createTextNumbers(content: Uint8Array): PlyNumbers {
  const lines = readLines(content)
  let words: readonly string[] = []
  let next = 0
  /** Goes on to a line with words; returns whether there is one. */
  const hasMore = (): boolean => {
    for (; next === words.length; next = 0) {
      const { done, value } = lines.next()
      if (done) return false
      words = splitWords(value)
    }
    return true
  }
  return {
    read: () => {
      if (!hasMore()) throw refuse(truncated)
      const word = words[next++] ?? ''
      const number = Number(word)
      if (!Number.isNaN(number) || /^[-+]?nan$/i.test(word)) return number
      throw refuse(`Every value must be a number (got ${JSON.stringify(word.slice(0, 60))}).`)
    },
    // A number takes two bytes with its separator; the last one may take one.
    requireRows: ({ name, count, properties }) =>
      requireBytes(`${count} rows of the element ${name}`, 2 * count * properties.length - 1, content.length),
    requireEnd: () => {
      if (hasMore()) throw refuse('It must end after its elements (got more numbers).')
    },
  }
}
