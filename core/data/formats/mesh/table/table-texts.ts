/** Tables of texts at places, whose cells may have line breaks (RFC 4180, 2.6). */
import { captionCount, captionLength } from '../../../../contract/domain/result/captions.ts'

/** Bytes of the longest table of texts: its numbers, and texts of characters of three bytes. */
export const mostTextBytes = captionCount * (3 * captionLength + 200)

/** The part of a table that is read. */
interface TablePart {
  /** The line of its first record, from 1. */
  readonly from: number
  /** False for the beginning of a table, whose last record may be cut. */
  readonly isWhole: boolean
}

/**
 * Yields the lines of a text, from one on as records, which have the line breaks within their quotes. A last
 * one that is cut is left out.
 */
export function* readRecords(text: string, { from, isWhole }: TablePart): Generator<string> {
  let [start, line, isQuoted] = [0, 1, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"' && line >= from) isQuoted = !isQuoted
    if (isQuoted || (character !== '\n' && character !== '\r')) continue
    yield text.slice(start, at)
    if (character === '\r' && text[at + 1] === '\n') at++
    start = at + 1
    line++
  }
  if (start < text.length && (isWhole || !isQuoted)) yield text.slice(start)
}
