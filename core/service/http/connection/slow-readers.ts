/**
 * Slow and stalled readers are disconnected: their pending answers cost memory and hold places that others
 * need.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../../contract/domain/log.ts'

const minute = 60_000
const lookMilliseconds = 5000
/** Bytes of the largest piece of an answer; Node counts a write at its end. */
const pieceBytes = 2 ** 18

/** Measures how fast clients read their answers; `look` is called periodically. */
export class SlowReaders {
  readonly #leastBytes: number
  readonly #log: Log
  /** The beginning of a minute, and the bytes that were taken before it. */
  readonly #minutes = new Map<Socket, { readonly start: number; readonly taken: number }>()

  /** `leastBytes` is the minimum per minute while an answer is pending. */
  constructor(leastBytes: number, log: Log) {
    this.#leastBytes = leastBytes
    this.#log = log
  }

  /** Ends each connection whose client has read too little in a whole minute. `now` is in milliseconds. */
  look(sockets: ReadonlySet<Socket>, now: number): void {
    for (const socket of this.#minutes.keys())
      if (!sockets.has(socket) || socket.writableLength === 0) this.#minutes.delete(socket)
    for (const socket of sockets) if (socket.writableLength > 0) this.#judge(socket, now)
  }

  #judge(socket: Socket, now: number): void {
    const taken = socket.bytesWritten - socket.writableLength
    const known = this.#minutes.get(socket)
    if (known && now - known.start < minute) return
    const bytes = known && taken - known.taken
    this.#minutes.set(socket, { start: now, taken })
    // A larger write is not measured until it ends; its reader is stalled when it takes nothing.
    if (socket.writableLength > 2 * pieceBytes) return
    if (bytes === undefined || bytes + pieceBytes >= this.#leastBytes) return
    const fields = { client: socket.remoteAddress, bytes, waiting: socket.writableLength }
    this.#log.warn(fields, `a client that has read ${bytes} bytes in a minute was cut off (--reader-rate)`)
    this.#minutes.delete(socket)
    socket.resetAndDestroy()
  }
}

/** Checks the readers of a server while it is open. */
export function dropSlowReaders(
  server: Server,
  sockets: ReadonlySet<Socket>,
  { leastBytes, log }: { readonly leastBytes: number; readonly log: Log },
): void {
  const readers = new SlowReaders(leastBytes, log)
  const timer = setInterval(() => readers.look(sockets, performance.now()), lookMilliseconds)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** The longest time in which a client may read nothing of an answer; one byte renews it. */
export const stalledSeconds = 30

/**
 * Ends and logs each connection whose client reads nothing for so long; waiting for an answer is no stall.
 * The timeout is the connection's, so that requests cost nothing: Node sets it again before each request, and
 * its own keep-alive timeout between two.
 */
export function dropStalledReaders(server: Server, log: Log, seconds = stalledSeconds): void {
  const milliseconds = seconds * 1000
  server.setTimeout(milliseconds, (socket) => {
    const { writableLength: bytes, timeout, remoteAddress: client } = socket
    // Its answer is being made.
    if (bytes === 0 && timeout === milliseconds) return void socket.setTimeout(milliseconds)
    if (bytes === 0) return void socket.destroy() // the timeout of a connection without a request
    log.warn({ client, bytes }, `a client that has read nothing for ${seconds} s was cut off`)
    socket.resetAndDestroy() // otherwise the kernel would keep its buffer for some minutes more
  })
}
