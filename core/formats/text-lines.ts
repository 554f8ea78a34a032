import { refuse } from './refusal.ts'

const blockBytes = 2 ** 20
const longestLine = 2 ** 20

/**
 * Yields the lines of a text without their ends (`\n`, `\r\n` or `\r`), one character a byte. Decodes in
 * blocks, because one string cannot hold a file of 512 MiB.
 * @throws `file.undecodable` for a line of more than a mebibyte
 */
export function* readLines(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('latin1')
  let rest = ''
  for (let at = 0; at < bytes.length; at += blockBytes) {
    // slice, because a TextDecoder refuses shared memory in browsers.
    const lines = (rest + decoder.decode(bytes.slice(at, at + blockBytes))).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > longestLine)
      throw refuse(`A line has more than ${longestLine} characters: this is no text.`)
    yield* lines
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}

/** Returns the words of a line. */
export function splitWords(line: string): string[] {
  const trimmed = line.trim()
  return trimmed === '' ? [] : trimmed.split(/\s+/)
}
