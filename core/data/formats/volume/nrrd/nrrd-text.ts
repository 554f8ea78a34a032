/** Samples of NRRD as text: decimal numbers, or hexadecimal digits of their bytes. */
import type { ElementArray } from '../../../../contract/domain/result/elements.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { cutPadding, readLines, splitWords } from '../../text-lines.ts'
import { toWrittenNumber } from '../../written-number.ts'
import { elementBytes, readSamples } from '../samples.ts'
import type { NrrdHeader } from './nrrd-header.ts'

const samplesText = 'the text of its samples'

/** Returns the samples that a file writes as numbers. @throws `file.undecodable` */
export function readTextSamples(
  bytes: Uint8Array,
  { dtype, sizes }: NrrdHeader,
  context: Pick<DecodeContext, 'onNote'>,
): ElementArray {
  const content = cutPadding(bytes, context, samplesText)
  const count = sizes.reduce((total, size) => total * size, 1)
  // A number takes two bytes with its separator.
  requireBytes(`an array of ${sizes.join('×')} numbers`, 2 * count - 1, content.length)
  const numbers = new Float64Array(count)
  let found = 0
  for (const line of readLines(content)) {
    for (const word of line.split(/[\s,]+/)) {
      if (word === '') continue
      const number = toNumber(word)
      if (found < count) numbers[found] = number
      found++
    }
  }
  if (found !== count) throw refuse(`It must have ${count} numbers (got ${found}).`)
  if (dtype === 'float64' || dtype === 'int64' || dtype === 'uint64') return numbers
  const target = readSamples(new Uint8Array(count * elementBytes[dtype]), {
    dtype,
    count,
    isBigEndian: false,
  })
  target.set(numbers)
  return target
}

function toNumber(word: string): number {
  const number = toWrittenNumber(word)
  if (number !== undefined) return number
  throw refuse(`Samples must be numbers (got ${JSON.stringify(word.slice(0, 60))}).`)
}

/** Returns the bytes that a file writes as two hexadecimal digits each. @throws `file.undecodable` */
export function readHexSamples(
  bytes: Uint8Array,
  byteLength: number,
  context: Pick<DecodeContext, 'onNote'>,
): Uint8Array {
  const content = cutPadding(bytes, context, samplesText)
  requireBytes('the samples in hexadecimal digits', 2 * byteLength, content.length)
  const plain = new Uint8Array(byteLength)
  let digits = 0
  for (const line of readLines(content)) {
    for (const word of splitWords(line)) {
      if (!/^[0-9a-f]*$/i.test(word))
        throw refuse(`Samples must be hexadecimal digits (got ${word.slice(0, 60)}).`)
      for (const digit of word) {
        const at = digits++ >> 1
        if (at < byteLength) plain[at] = ((plain[at] ?? 0) << 4) | Number.parseInt(digit, 16)
      }
    }
  }
  if (digits !== 2 * byteLength)
    throw refuse(`It must have ${2 * byteLength} hexadecimal digits (got ${digits}).`)
  return plain
}
