import type { FastifyReply } from 'fastify'
import type { Hold, Ledger, SharedThing } from '../../account/ledger.ts'

/** Bytes of a request whose result is not there yet: its parameters, its connection, the objects around. */
const seatBytes = 64 * 1024

/**
 * The memory that an answer holds: a little from its beginning on, and its result from the moment its size is
 * known until the bytes have been handed to the operating system, or the connection has ended.
 */
export class AnswerHold {
  readonly #ledger: Ledger
  readonly #client: string
  readonly #seat: Hold
  #result: Hold | undefined
  #file: Hold | undefined
  #isEnded = false

  /** @throws `host.busy` */
  constructor(ledger: Ledger, reply: FastifyReply) {
    this.#ledger = ledger
    this.#client = reply.request.client
    this.#seat = ledger.take(this.#client, seatBytes)
    onEnded(reply, () => {
      this.#isEnded = true
      this.#seat.release()
      this.#result?.release()
      this.#file?.release()
    })
  }

  /** Takes a result in place of the one before, and `own` bytes that are made of it. @throws `host.busy` */
  take(result: SharedThing, own: number): void {
    this.#result?.release()
    this.#result = undefined
    if (!this.#isEnded) this.#result = this.#ledger.takeShared(this.#client, result, own)
  }

  /** Takes a file that was made for this answer, and maybe for others as well. @throws `host.busy` */
  takeFile(file: SharedThing): void {
    if (!this.#isEnded) this.#file = this.#ledger.takeShared(this.#client, file, 0)
  }
}

/** Holds bytes for an answer until it ends, at most. @throws `host.busy` */
export function holdBytes(ledger: Ledger, reply: FastifyReply, body: string | Buffer | number): Hold {
  const { client } = reply.request
  const hold = Buffer.isBuffer(body)
    ? ledger.takeShared(client, { key: body, amount: body.length }, 0) // kept and sent to many
    : ledger.take(client, typeof body === 'string' ? body.length : body)
  onEnded(reply, hold.release)
  return hold
}

/** Calls back once an answer has been sent, or its connection has ended: one behind others never closes. */
export function onEnded({ raw, request }: FastifyReply, end: () => void): void {
  const { socket } = request.raw
  const endOnce = (): void => {
    raw.off('close', endOnce).off('finish', endOnce)
    socket.off('close', endOnce)
    end()
  }
  socket.setMaxListeners(0) // one for each pipelined request
  raw.setMaxListeners(0) // several parts of an answer look for its end
  raw.once('close', endOnce).once('finish', endOnce)
  socket.once('close', endOnce)
  if (socket.destroyed) endOnce()
}
