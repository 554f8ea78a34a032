/** The attempts of a worker to reach its relay: their outcome and log, and the delay before the next. */

import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { toCommand } from '../../contract/text/to-command.ts'
import { isJsonObject, parseJson } from '../../contract/values/json.ts'
import { linkProtocol } from '../link/control-frames.ts'
import { type LinkEnd, type LinkSocket, socketOptions } from '../link/link.ts'

/** The reason for a missing link. */
export interface DialRefusal {
  /** HTTP status of the relay's refusal; null when no answer came, or only that of a proxy. */
  readonly status: number | null
  readonly detail: string
}

const handshakeMilliseconds = 10_000
const bodyBytes = 64 * 1024
/** Without a problem body these come from a proxy: 502 to 504 (RFC 9110), and private ones above. */
const leastGatewayStatus = 502
const detailLength = 1000
const firstWaitMilliseconds = 500
const longestWaitMilliseconds = 30_000
/** The maximum of any time that a relay names. */
export const longestSeconds = 600

/**
 * Returns the milliseconds to wait after `failures` attempts in a row, the first being 0; `random` returns 0
 * up to 1. Full jitter, so that a thousand workers whose relay was restarted do not come back in one moment
 * (PROTOCOL.md, Resume).
 */
export function toDelay(failures: number, random: () => number): number {
  return random() * Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** Math.min(failures, 16))
}

/** Returns the address that a worker dials. @throws `config.invalid` for other protocols */
export function toLinkUrl(relayUrl: string, workerId: string): string {
  const url = URL.canParse(relayUrl) ? new URL(relayUrl) : undefined
  const isFit =
    url !== undefined && /^(https?|wss?):$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isFit) {
    const wanted = 'http://host:port, https://…, ws://… or wss://…, without a user name'
    // The password may be a secret.
    const shown = relayUrl.includes('@') ? 'one with a user name or password' : JSON.stringify(relayUrl)
    throw new SpecimenError('config.invalid', `The relay's address must be ${wanted} (got ${shown}).`)
  }
  const scheme = url.protocol.replace('http', 'ws')
  return `${scheme}//${url.host}${url.pathname.replace(/\/+$/, '')}/ws/federation/${workerId}`
}

/** The address of a relay, and the signal that ends dialling. */
interface DialOptions {
  readonly url: string
  readonly token?: string | undefined
  readonly signal: AbortSignal
}

/**
 * Dials once; calls either `onOpen`, before a message can arrive, or `onRefused` once. An abort ends the
 * attempt.
 */
export function dialRelay(
  { url, token, signal }: DialOptions,
  onOpen: (dialled: LinkSocket) => void,
  onRefused: (refusal: DialRefusal) => void,
): void {
  const webSocket = new WebSocket(url, [linkProtocol], {
    ...socketOptions,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  let socket: Socket | undefined
  let isSettled = false
  const end = (): void => webSocket.terminate()
  const timer = setTimeout(
    () => refuse({ status: null, detail: 'it did not answer within 10 s' }),
    handshakeMilliseconds,
  )
  const settle = (): boolean => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    const isFirst = !isSettled
    isSettled = true
    return isFirst
  }
  const refuse = (refusal: DialRefusal): void => {
    if (!settle()) return
    end()
    onRefused(refusal)
  }
  signal.addEventListener('abort', end, { once: true })
  webSocket.on('upgrade', (response) => {
    socket = response.socket
  })
  webSocket.on('open', () => {
    if (settle() && socket) onOpen({ webSocket, socket })
  })
  webSocket.on('unexpected-response', (request, response) => void readRefusal(request, response).then(refuse))
  webSocket.on('error', (error) => refuse({ status: null, detail: describeError(error) }))
}

/** Returns the reason for a missing upgrade: the relay's own, where its answer has one. */
async function readRefusal(request: ClientRequest, response: IncomingMessage): Promise<DialRefusal> {
  const status = response.statusCode ?? 0
  const detail = await readDetail(response)
  request.destroy()
  if (status === 404 && detail)
    return { status, detail: `${detail} Is this the address of a relay (${toCommand('relay')})?` }
  if (detail) return { status, detail }
  const answered = `answered with status ${status}`
  if (status < leastGatewayStatus)
    return { status, detail: `it ${answered}; is this the address of a relay?` }
  return { status: null, detail: `a proxy before it ${answered}; the relay is not there at the moment` }
}

/** Returns the `detail` of a problem body of sane size; undefined for any other answer. */
async function readDetail(response: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response) {
      const bytes: Buffer = part // the response has no encoding, so its parts are buffers
      length += bytes.length
      if (length > bodyBytes) break
      parts.push(bytes)
    }
    const body = parseJson(Buffer.concat(parts).toString(), 'The body')
    if (isJsonObject(body) && typeof body.detail === 'string') return body.detail.slice(0, detailLength)
  } catch {
    // Only the status remains: no relay answered, or the answer broke off.
  }
  return undefined
}

function describeError(error: Error & { readonly code?: string }): string {
  return error.message || error.code || error.name
}

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
