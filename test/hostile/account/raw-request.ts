/** Requests over sockets of their own, whose answers are read no further than their head. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createDeferred } from '../../../core/contract/time/deferred.ts'

/**
 * Read of each answer: its head, or a whole refusal. A kernel whose reader takes more at once makes room for more, up
 * to 32 MiB, and what it has taken the host no longer holds.
 */
const headBytes = 4096

/** A connection on which requests were sent. */
export interface RawRequest {
  readonly socket: Socket
  /** Resolves with the head of the first answer, and its code where it is a problem. */
  readonly answer: Promise<RawHead>
}

/** The head of an answer. */
export interface RawHead {
  readonly status: number
  readonly retryAfter: number | undefined
  readonly code: string | undefined
}

/** Sends `text` on a new connection, of which no more is read than the first bytes of the first answer. */
export async function sendRaw(port: number, text: string): Promise<RawRequest> {
  const head = createDeferred<RawHead>()
  const readNoMore = (count: number, bytes: Uint8Array): boolean => {
    head.resolve(readHead(Buffer.from(bytes.subarray(0, count)).toString()))
    return false
  }
  const socket = connect({
    host: '127.0.0.1',
    port,
    onread: { buffer: Buffer.alloc(headBytes), callback: readNoMore },
  })
  socket.on('error', () => {}) // the host may end it
  socket.once('close', () => head.reject(new Error('The connection ended before an answer came.')))
  head.promise.catch(() => {}) // of a connection that ends before
  await once(socket, 'connect')
  socket.write(text)
  return { socket, answer: head.promise }
}

function readHead(text: string): RawHead {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
  const [, seconds] = /\r\nretry-after: (\d+)/i.exec(text) ?? []
  const [, code] = /"code":"([\w.]+)"/.exec(text) ?? []
  return { status: Number(status), retryAfter: seconds === undefined ? undefined : Number(seconds), code }
}

/** Returns the text of a request whose body is a JSON text, for an address of agents too. */
export function toTextRequest(target: string, body: string): string {
  const types = 'content-type: application/json\r\naccept: application/json, text/event-stream\r\n'
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`
  return `POST ${target} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: identity\r\n${types}${length}\r\n${body}`
}

/** Returns the text of a request; `body` is sent as JSON, in at least so many bytes. */
export function toRequest(method: string, target: string, body?: unknown, bytes = 0): string {
  const text = body === undefined ? '' : JSON.stringify(body).padEnd(bytes)
  const length = Buffer.byteLength(text)
  const more = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${length}\r\n`
  return `${method} ${target} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: identity\r\n${more}\r\n${text}`
}
