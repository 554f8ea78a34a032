/** The outcome of one dialling attempt of a worker: its log, and the decision on another attempt. */
import type { Log } from '../../domain/log.ts'
import type { LinkEnd } from '../link/link.ts'
import type { DialRefusal } from './dial.ts'
import { longestSeconds } from './relay-link.ts'

/** A finished attempt, without a link or with an ended one. */
export type DialAttempt =
  | { readonly kind: 'refused'; readonly refusal: DialRefusal }
  | {
      readonly kind: 'ended'
      readonly end: LinkEnd
      /** From the welcome to the end; 0 without a welcome. */
      readonly welcomeMilliseconds: number
    }

/** Permanent refusals: the id is wrong, or the versions are. */
const finalStatuses = [400, 426]

/** Returns the end after which a worker does not dial again; undefined when it does. */
export function toFinalEnd(attempt: DialAttempt): LinkEnd | undefined {
  if (attempt.kind === 'ended') {
    const { code, isPeers } = attempt.end
    return code === 'replaced' && isPeers ? attempt.end : undefined
  }
  const { status, detail } = attempt.refusal
  if (status === null || !finalStatuses.includes(status)) return undefined
  return { code: 'protocol', detail, isPeers: true, retrySeconds: null }
}

/** Returns the seconds that the relay has requested its worker to wait; 0 by default. */
export function toWaitSeconds(attempt: DialAttempt): number {
  if (attempt.kind === 'refused' || !attempt.end.isPeers) return 0
  return Math.min(attempt.end.retrySeconds ?? 0, longestSeconds)
}

/** The log of a worker's attempts: repeated trouble is logged loudly only once. */
export class AttemptLog {
  readonly #log: Log
  readonly #relayUrl: string
  #trouble = ''

  constructor(log: Log, relayUrl: string) {
    this.#log = log
    this.#relayUrl = relayUrl
  }

  connected(workerId: string, software: string): void {
    this.#trouble = ''
    const fields = { relay: this.#relayUrl, worker: workerId, software }
    this.#log.info(fields, `connected to the relay as ${workerId}`)
  }

  add(attempt: DialAttempt): void {
    const isFinal = toFinalEnd(attempt) !== undefined
    if (attempt.kind === 'ended') this.#addEnd(attempt.end, isFinal)
    else this.#addRefusal(attempt.refusal, isFinal)
  }

  #addEnd({ code, detail, isPeers }: LinkEnd, isFinal: boolean): void {
    const who = isPeers ? 'the relay has ended the link' : 'the link has ended'
    if (isFinal) {
      this.#log.error({ code }, `${who}, and this worker with it: ${detail}`)
      return
    }
    const isOrdinary = code === 'lost' || code === 'stopping'
    this.#addOnce(isOrdinary ? 'info' : 'error', { code }, `${who}: ${detail}`)
  }

  #addRefusal({ status, detail }: DialRefusal, isFinal: boolean): void {
    if (status === null)
      this.#addOnce('warn', { status, relay: this.#relayUrl }, `the relay cannot be reached: ${detail}`)
    else {
      const text = `the relay does not take this worker: ${detail}`
      if (isFinal) this.#log.error({ status }, text)
      else this.#addOnce('error', { status, relay: this.#relayUrl }, text)
    }
  }

  #addOnce(level: 'info' | 'warn' | 'error', fields: object, text: string): void {
    if (text === this.#trouble) this.#log.debug(fields, text)
    else this.#log[level](fields, text)
    this.#trouble = text
  }
}
