import { SpecimenError } from '../../../contract/domain/errors.ts'

/** Compressions of HTTP, with `chunked` last as RFC 9112, 6.1 wants it, or without. */
const compressions = /^\s*(x-)?(gzip|compress|deflate)(\s*,\s*chunked)?\s*$/i

/** Returns the refusal of a compression in `Transfer-Encoding`, which the host does not undo. */
export function findCodingFault(coding: string | undefined): SpecimenError | undefined {
  if (coding === undefined || !compressions.test(coding)) return undefined
  return new SpecimenError(
    'coding.unknown',
    'A body must be sent as it is or in chunks, without compression.',
  )
}
