/** Slow readers are disconnected: their pending answers cost memory and hold places that others need. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../domain/log.ts'

const minute = 60_000
const lookMilliseconds = 5000
/** Bytes of the largest piece of an answer; Node counts a write at its end. */
const pieceBytes = 2 ** 18

interface Minute {
  readonly start: number
  readonly taken: number
}

/** Measures how fast clients read their answers; `look` is called periodically. */
export class SlowReaders {
  readonly #leastBytes: number
  readonly #log: Log
  readonly #minutes = new Map<Socket, Minute>()

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
    // Of a larger write nothing is known yet; one of which nothing is taken is ended as stalled.
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
