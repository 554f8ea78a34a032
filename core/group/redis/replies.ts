import { SpecimenError } from '../../contract/domain/errors.ts'

/**
 * Replies that pass: it starts, is full or has become a replica, or its rights are being changed. A
 * transaction of which it refuses a command for such a reason is `EXECABORT`.
 */
const passing =
  /^(LOADING|EXECABORT|READONLY|MASTERDOWN|NOREPLICAS|OOM|MISCONF|BUSY|NOAUTH|WRONGPASS|NOPERM)\b/
/** The same as `NOPERM`, of a command, a key or a channel in a script. */
const forbiddenInScript = /^ERR The user executing the script can't\b/

/** Returns true for a reply that the user may not do what was asked. */
export function isForbiddenReply(message: string): boolean {
  return /\bNOPERM\b/.test(message) || forbiddenInScript.test(message)
}

/** Returns true for an error that Redis has answered. */
export function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError'
}

/** Errors of this program, not of the connection. */
const ownErrors = [SpecimenError, TypeError, SyntaxError, RangeError]

/** Returns true when Redis did not answer, or answered that it cannot now. */
export function isAwayReply(error: unknown): boolean {
  if (!(error instanceof Error) || ownErrors.some((own) => error instanceof own)) return false
  return !isReply(error) || passing.test(error.message) || isForbiddenReply(error.message)
}
