import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createDeadline } from '../../../contract/time/deadline.ts'
import type { Hold } from '../../account/ledger.ts'
import { onEnded } from '../../http/answer/answer-hold.ts'

/** A stream without a message says so often that it is there, so that proxies do not end it. */
const idleSeconds = 15
/** The memory of a stream beside its messages: its connection, the objects around, and the idle comment. */
const seatBytes = 16 * 1024
const idleComment = Buffer.from(': keepalive\n\n')

/**
 * The answer to one request, as a stream of events. Its bytes are of the account (`answers`) from before they
 * are written until the operating system has them, or the connection has ended. It knows its request alone,
 * and no session.
 */
export class EventStream {
  readonly #reply: FastifyReply
  readonly #body = new Readable({ read: () => {} })
  readonly #hold: Hold
  readonly #onClosed: (() => void)[] = []
  readonly #idle = createDeadline(() => this.#writeIdle())
  #reserved = seatBytes
  #isClosed = false

  /** @throws `host.busy` */
  constructor(reply: FastifyReply) {
    const { server, request, raw } = reply
    this.#reply = reply
    this.#hold = server.heldAnswers.take(request.client, seatBytes)
    const settle = (): void => this.#settle()
    raw.on('drain', settle)
    onEnded(reply, () => {
      raw.off('drain', settle)
      this.#close()
    })
  }

  /** True once the connection has ended: what is written is written nowhere. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** True while events that were written wait for the client. */
  get isBehind(): boolean {
    return this.#unread > idleComment.byteLength
  }

  /** Takes bytes that will be written, before they are made. @throws `host.busy` */
  reserve(bytes: number): void {
    if (this.#isClosed) return
    this.#hold.resize(this.#hold.amount + bytes)
    this.#reserved += bytes
  }

  /** Sends the head of the answer, with what was written, and all that will be. */
  async open(headers: { readonly [name: string]: string }): Promise<FastifyReply> {
    if (this.#isClosed) return this.#reply.hijack()
    this.#idle.start(idleSeconds)
    const usual = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
    this.#reply.code(200).headers({ 'content-type': 'text/event-stream', ...usual, ...headers })
    this.#pushIdle() // the head goes out with the first bytes
    return await this.#reply.send(this.#body)
  }

  /** Writes the parts of an event. @throws `host.busy`, and then nothing is written */
  write(event: readonly Buffer[]): void {
    if (this.#isClosed) return
    const length = event.reduce((sum, { byteLength }) => sum + byteLength, 0)
    this.#hold.resize(Math.max(this.#reserved, seatBytes + this.#unread + length))
    for (const part of event) this.#body.push(part)
    this.#idle.start(idleSeconds)
  }

  /** Ends the answer behind what was written. */
  end(): void {
    this.#idle.stop()
    if (!this.#isClosed) this.#body.push(null)
  }

  /** Ends the connection, with what waits in it. */
  abandon(): void {
    this.#reply.raw.destroy()
    this.#close()
  }

  /** Calls back once the connection has ended, at once where it has. */
  onClosed(end: () => void): void {
    if (this.#isClosed) end()
    else this.#onClosed.push(end)
  }

  get #unread(): number {
    return this.#isClosed ? 0 : this.#body.readableLength + this.#reply.raw.writableLength
  }

  /** Gives back what was read. It takes nothing, as nobody hears of a refusal here. */
  #settle(): void {
    if (this.#isClosed) return
    this.#hold.resize(Math.min(this.#hold.amount, Math.max(this.#reserved, seatBytes + this.#unread)))
  }

  #writeIdle(): void {
    this.#settle()
    this.#pushIdle()
    this.#idle.start(idleSeconds)
  }

  /** Says that the stream is there, in bytes of its seat. */
  #pushIdle(): void {
    if (!this.#isClosed && !this.isBehind) this.#body.push(idleComment)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#idle.stop()
    this.#hold.release()
    this.#body.destroy()
    for (const end of this.#onClosed.splice(0)) end()
  }
}
