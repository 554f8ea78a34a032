import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'

/** The place of a piece in a file. */
export interface PieceRange {
  /** The place of its first byte. */
  readonly start: number
  /** The place after its last byte. */
  readonly end: number
  /** The bytes of the whole file. */
  readonly total: number
}

/**
 * Returns the place of a body in its file (RFC 9110, 14.4 and 14.5), undefined for the whole of it. `length`
 * is that of the body; undefined for chunks.
 * @throws `request.invalid` for another form or length, `piece.outside` for a piece that no file has
 */
export function parseContentRange(
  text: string | undefined,
  length: number | undefined,
): PieceRange | undefined {
  if (text === undefined) return undefined
  const [, first, last, all] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(text.trim()) ?? []
  if (first === undefined) {
    const detail = `Content-Range must have the form "bytes 0-1023/52428800" (got ${describe(text)}).`
    throw new SpecimenError('request.invalid', detail)
  }
  const [start, end, total] = [Number(first), Number(last) + 1, Number(all)]
  if (start >= end || end > total) {
    const wanted = 'a first byte that is not behind the last, and a last one before the length of the file'
    throw new SpecimenError('piece.outside', `Content-Range must have ${wanted} (got ${describe(text)}).`)
  }
  if (length !== undefined && length !== end - start) {
    const wanted = `the ${end - start} bytes of its Content-Range`
    const detail = `The body must have ${wanted} (Content-Length is ${length}).`
    throw new SpecimenError('request.invalid', detail)
  }
  return { start, end, total }
}
