/** Failures of a function that asked for something by an address, in words that say what to do. */

import { addressAdvice, requestAdvice } from '../../contract/text/failure-advice.ts'

/** Messages of engines that name no cause, and codes of systems. */
const signs = [
  /^(?:fetch failed|Failed to fetch|Load failed|NetworkError when attempting to fetch resource)/,
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b/,
]
const unparsed = /^Failed to parse URL from /
const causeLimit = 4

/** Returns what a request failed of and what helps; undefined for an error that is about something else. */
export function explainRequest(error: Error): string | undefined {
  const { message } = error
  if (unparsed.test(message))
    return `${message}: a function has no address that another could begin at. ${addressAdvice}`
  const reason = findReason(error)
  if (!signs.some((sign) => sign.test(message) || sign.test(reason))) return undefined
  const text = [message, reason].filter((part, i, all) => part !== '' && all.indexOf(part) === i).join(': ')
  return `${text.replace(/[.…]+$/, '')}. ${requestAdvice}`
}

/** Returns the message of the deepest cause. An error of several attempts has no message of its own. */
function findReason(error: Error): string {
  let reason = error.message
  let next: unknown = error
  for (let depth = 0; depth <= causeLimit && next instanceof Error; depth++) {
    reason = next.message || reason
    next = next instanceof AggregateError ? next.errors[0] : next.cause
  }
  return reason
}
