import type { DecodeContext } from './format.ts'
import { refuse } from './refusal.ts'

const blockBytes = 2 ** 20
const longestLine = 2 ** 20
const [lineFeed, carriageReturn, blank, endMark] = [10, 13, 32, 26]

/**
 * Yields the lines of a text without their ends (`\n`, `\r\n` or `\r`) and without a byte order mark, one
 * character a byte, or in an encoding. Decodes in blocks, because one string cannot hold a file of 512 MiB.
 * @throws `file.undecodable` for a line of more than a mebibyte
 */
export function* readLines(
  bytes: Uint8Array,
  encoding: 'latin1' | 'utf-8' | 'windows-1252' = 'latin1',
): Generator<string> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  for (let at = findTextStart(bytes); at < bytes.length; at += blockBytes) {
    // slice, because a TextDecoder refuses shared memory in browsers.
    const block = decoder.decode(bytes.slice(at, at + blockBytes), { stream: true })
    const lines = (rest + block).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > longestLine)
      throw refuse(`A line has more than ${longestLine} characters: this is no text.`)
    yield* lines
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}

/**
 * Returns a text without what pads it at its end: end marks of DOS (^Z), and NUL bytes, which a note counts,
 * because an interrupted copy has them in place of content. `what` is the text as a part of a sentence.
 * @throws `file.undecodable` for either with more text behind it, and for UTF-16
 */
export function cutPadding(
  bytes: Uint8Array,
  { onNote }: Pick<DecodeContext, 'onNote'>,
  what = 'the text',
): Uint8Array {
  findTextStart(bytes)
  const marks = [bytes.indexOf(0), bytes.indexOf(endMark)].filter((at) => at >= 0)
  if (marks.length === 0) return bytes
  const first = Math.min(...marks)
  const padding = bytes.subarray(first)
  if (padding.some((byte) => byte > blank || (byte < blank && !isPadding(byte))))
    throw paddingError(bytes, first, what)
  const zeros = padding.reduce((count, byte) => count + Number(byte === 0), 0)
  if (zeros > 0)
    onNote(
      `NUL bytes behind ${what} are left out (${zeros}): if the file was cut off there, the rest is lost.`,
    )
  return bytes.subarray(0, first)
}

function isPadding(byte: number): boolean {
  return byte === 0 || byte === endMark || (byte >= 9 && byte <= carriageReturn)
}

function paddingError(bytes: Uint8Array, at: number, what: string): Error {
  let line = 1
  for (let i = 0; i < at; i++)
    if (bytes[i] === lineFeed || (bytes[i] === carriageReturn && bytes[i + 1] !== lineFeed)) line++
  const place = `in line ${line} of ${what}, with more behind it`
  return bytes[at] === 0
    ? refuse(`A text must have no NUL bytes (got one ${place}): the file is damaged, or is no text.`)
    : refuse(`A text must end with its end mark ^Z (got the byte 1a ${place}); remove it, or what follows.`)
}

/** Returns the length of the byte order mark of a text. @throws `file.undecodable` for UTF-16 */
export function findTextStart(bytes: Uint8Array): number {
  const [first = 32, second = 32, third = 32, fourth = 32] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const isWide =
    (first === 0) !== (second === 0) && (third === 0) === (first === 0) && (fourth === 0) === (second === 0)
  if (isMarked || isWide) throw refuse('The text must be UTF-8 (got UTF-16); save it as UTF-8.')
  return bytes.length - skipByteOrderMark(bytes).length
}

/** Returns the bytes without the mark of UTF-8 that some editors write before any text, a header too. */
export function skipByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** Returns the encoding of a text by its first kilobytes. */
export function findEncoding(bytes: Uint8Array): 'utf-8' | 'windows-1252' {
  try {
    // The last character may be cut, which a stream awaits.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice(0, blockBytes), { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Returns the words of a line. */
export function splitWords(line: string): string[] {
  const trimmed = line.trim()
  return trimmed === '' ? [] : trimmed.split(/\s+/)
}
