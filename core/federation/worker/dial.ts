/**
 * One attempt of a worker to reach its relay: the WebSocket's handshake, and what the relay says when it
 * refuses.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { SpecimenError } from '../../domain/errors.ts'
import { isJsonObject, parseJson } from '../../domain/json.ts'
import { linkProtocol } from '../link/control-frames.ts'
import { socketOptions } from '../link/link.ts'

/** Why there is no link. */
export interface Refusal {
  /** HTTP status of the relay's refusal; null when no answer came, or only that of a proxy before it. */
  readonly status: number | null
  /** For people. */
  readonly detail: string
}

export interface Dialling {
  readonly url: string
  readonly token: string | undefined
  /** Aborts the attempt. */
  readonly signal: AbortSignal
  /** Takes the open WebSocket and the socket below it, before a message can come. */
  readonly onOpen: (webSocket: WebSocket, socket: Socket) => void
  readonly onRefused: (refusal: Refusal) => void
}

const handshakeMilliseconds = 10_000
const bodyBytes = 64 * 1024
/** Without a relay's own words these come from a proxy: 502 to 504 (RFC 9110), and private ones above. */
const leastGatewayStatus = 502
const detailLength = 1000

/**
 * Returns the address that a worker dials. @throws `config.invalid` for what is no http, https, ws or wss
 * address
 */
export function toLinkUrl(relayUrl: string, workerId: string): string {
  const url = URL.canParse(relayUrl) ? new URL(relayUrl) : undefined
  const isFit =
    url !== undefined && /^(https?|wss?):$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isFit) {
    const wanted = 'http://host:port, https://…, ws://… or wss://…, without a user name'
    // Which may be secret.
    const shown = relayUrl.includes('@') ? 'one with a user name or password' : JSON.stringify(relayUrl)
    throw new SpecimenError('config.invalid', `The relay's address is ${shown}; ${wanted} was wanted.`)
  }
  const scheme = url.protocol.replace('http', 'ws')
  return `${scheme}//${url.host}${url.pathname.replace(/\/+$/, '')}/ws/federation/${workerId}`
}

/** Dials once; calls `onOpen` or `onRefused`, one of them once. */
export function dialRelay({ url, token, signal, onOpen, onRefused }: Dialling): void {
  const webSocket = new WebSocket(url, [linkProtocol], {
    ...socketOptions,
    ...(isUnread(url) && { generateMask: (mask: Buffer) => void mask.fill(0) }),
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
  const refuse = (refusal: Refusal): void => {
    if (!settle()) return
    end()
    onRefused(refusal)
  }
  signal.addEventListener('abort', end, { once: true })
  webSocket.on('upgrade', (response) => {
    socket = response.socket
  })
  webSocket.on('open', () => {
    if (settle() && socket) onOpen(webSocket, socket)
  })
  webSocket.on('unexpected-response', (request, response) => void readRefusal(request, response).then(refuse))
  webSocket.on('error', (error) => refuse({ status: null, detail: describeError(error) }))
}

/**
 * Returns whether nothing between the two ends can read the bytes. A random mask is for proxies that would
 * take a message for HTTP (RFC 6455, 10.3): inside TLS and on one machine there are none, and masks of zeros,
 * which leave the bytes as they are, cost neither end a pass over them (100 MB from a worker on loopback: 150
 * ms instead of 280).
 */
function isUnread(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'wss:' ||
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

/** Reads what the relay says instead of upgrading, as far as it is a problem body of sane size. */
async function readRefusal(request: ClientRequest, response: IncomingMessage): Promise<Refusal> {
  const status = response.statusCode ?? 0
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length
      if (length > bodyBytes) break
      parts.push(part)
    }
    const body = parseJson(Buffer.concat(parts).toString(), 'The body')
    const detail =
      isJsonObject(body) && typeof body.detail === 'string' ? body.detail.slice(0, detailLength) : undefined
    if (status === 404 && detail)
      return { status, detail: `${detail} Is this the address of a relay (specimen relay)?` }
    if (detail) return { status, detail }
  } catch {
    // The status alone must do: it was no relay that answered, or the answer broke off.
  } finally {
    request.destroy()
  }
  const answered = `answered with status ${status}`
  if (status < leastGatewayStatus)
    return { status, detail: `it ${answered}; is this the address of a relay?` }
  return { status: null, detail: `a proxy before it ${answered}; the relay is not there at the moment` }
}

function describeError(error: Error & { readonly code?: string }): string {
  return error.message || error.code || error.name
}
