import { SpecimenError } from '../../contract/domain/errors.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'

/** Returns the refusal of a file that violates its format. `detail` is a whole sentence. */
export function refuse(detail: string, cause?: unknown): SpecimenError {
  return new SpecimenError('file.undecodable', detail, { cause })
}

/** The refusal of a file that a host decodes, and a page does not: its codec is WebAssembly. */
export class HostOnlyError extends SpecimenError {
  constructor(detail: string) {
    super('file.undecodable', detail)
  }
}

/** Returns whether a refusal, or what has caused it, is that of a file which a host decodes. */
export function isHostOnly(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof HostOnlyError) return true
  return false
}

/**
 * Returns the refusal of a decoder's error in words of the file: libraries throw texts, plain objects and the
 * errors of JavaScript for bytes that do not fit.
 */
export function toDamage(thrown: unknown): SpecimenError {
  if (thrown instanceof SpecimenError) return thrown
  if (thrown instanceof RangeError && /allocation failed|invalid .*buffer length/i.test(thrown.message))
    return refuse('It needs more memory than there is for decoding; use a smaller one.', thrown)
  return refuse(`The file is damaged: ${describeDamage(thrown)}`, thrown)
}

function describeDamage(thrown: unknown): string {
  // Libraries name their function first: "dicomParser.readFixedString: attempt to read past end of buffer".
  const text = toThrownText(thrown).replace(/^[\w.]{1,200}(?: -)?:? (?=.)/, (found) =>
    /[.]/.test(found) ? '' : found,
  )
  if (/call stack/i.test(text)) return 'its parts are nested too deeply.'
  if (
    thrown instanceof RangeError ||
    /past (the )?end|overrun|overread|out of (bounds|range)|unexpected end/i.test(text)
  )
    return 'it ends before what it announces, or a length in it is wrong.'
  const isInternal = [TypeError, ReferenceError, SyntaxError, EvalError].some(
    (kind) => thrown instanceof kind,
  )
  if (isInternal || (typeof thrown !== 'string' && !(thrown instanceof Error) && /^an? /.test(text)))
    return 'its parts do not fit together.'
  return `${cutText(text, 300).replace(/[.!]$/, '')}.`
}

/** Refuses a file that ends early: `what` needs `wanted` bytes. @throws `file.undecodable` */
export function requireBytes(what: string, wanted: number, found: number): void {
  if (wanted <= found) return
  throw refuse(`The file is truncated: ${what} needs ${wanted} bytes and ${Math.max(0, found)} are left.`)
}

/** Refuses content that would exceed the limit. @throws `file.undecodable` */
export function requireWithin(what: string, byteLength: number, byteLimit: number): void {
  if (byteLength <= byteLimit) return
  throw refuse(
    `${what} would take ${byteLength} bytes and at most ${byteLimit} are allowed; use a smaller one.`,
  )
}

/** Returns a file's name as a part of a sentence. */
export function showName(name: string): string {
  return JSON.stringify(cutText(name, 80))
}
