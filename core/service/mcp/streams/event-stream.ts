import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createDeadline } from '../../../contract/time/deadline.ts'
import { leftError } from '../../../engine/run/run-failure.ts'
import type { Hold } from '../../account/ledger.ts'
import { onEnded } from '../../http/answer/answer-hold.ts'
import { largeBytes } from '../../http/answer/large-answers.ts'

/** A stream without a message says so often that it is there, so that proxies do not end it. */
const idleSeconds = 15
/** The memory of a stream beside its messages: its connection, the objects around, and the idle comment. */
const seatBytes = 16 * 1024
const idleComment = Buffer.from(': keepalive\n\n')

/**
 * The answer to one request, as a stream of events. Its bytes are of the account (`answers`) from before they
 * are written until the operating system has them, or the connection has ended; those that are being made for
 * it until they are written or forgotten, with a connection or without. It knows its request alone, and no
 * session.
 */
export class EventStream {
  readonly #reply: FastifyReply
  readonly #body = new Readable({ read: () => {} })
  readonly #hold: Hold
  readonly #onClosed: (() => void)[] = []
  readonly #idle = createDeadline(() => this.#writeIdle())
  /** Bytes that are being made for it. */
  #reserved = 0
  /** Set once nothing more is made for it. */
  #isMade = false
  /** Bytes that were written in all. */
  #written = 0
  /** Events that wait, as others of the client do, until it has read some of its large answers. */
  #waiting: Buffer[] | undefined
  #hasEnded = false
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

  /**
   * Takes bytes that will be written, before they are made: also where the client has gone, as it may come
   * again for them. @throws `host.busy`, `run.cancelled` when nothing more is to be made
   */
  reserve(bytes: number): void {
    if (this.#isMade) throw leftError()
    this.#hold.resize(this.#hold.amount + bytes)
    this.#reserved += bytes
  }

  /** Gives back what was reserved: it was written, or is forgotten. */
  endReserve(): void {
    this.#isMade = true
    this.#reserved = 0
    if (this.#isClosed) this.#hold.resize(0)
    else this.#settle()
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
    this.#hold.resize(seatBytes + Math.max(this.#reserved, this.#unread + length))
    this.#written += length
    this.#push(event)
    this.#idle.start(idleSeconds)
  }

  /** Ends the answer behind what was written. */
  end(): void {
    this.#idle.stop()
    this.#hasEnded = true
    if (!this.#isClosed && !this.#waiting) this.#body.push(null)
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
    if (this.#isClosed) return 0
    const waiting = this.#waiting?.reduce((sum, { byteLength }) => sum + byteLength, 0) ?? 0
    return waiting + this.#handedOver
  }

  /** Unread bytes that wait for nothing else. */
  get #handedOver(): number {
    return this.#body.readableLength + this.#reply.raw.writableLength
  }

  /** Hands parts over to the connection; those of a large answer in its turn among those of its client. */
  #push(parts: readonly Buffer[]): void {
    if (this.#waiting) {
      this.#waiting.push(...parts)
      return
    }
    const isLarge = this.#written >= largeBytes
    const turn = isLarge ? this.#reply.server.largeAnswers.begin(this.#reply) : undefined
    if (!turn) for (const part of parts) this.#body.push(part)
    else {
      this.#waiting = [...parts]
      void turn.then(() => this.#goOn())
    }
  }

  #goOn(): void {
    const parts = this.#waiting ?? []
    this.#waiting = undefined
    if (this.#isClosed) return
    for (const part of parts) this.#body.push(part)
    if (this.#hasEnded) this.#body.push(null)
  }

  /** Gives back what was read. It takes nothing, as nobody hears of a refusal here. */
  #settle(): void {
    if (this.#isClosed) return
    const needed = seatBytes + Math.max(this.#reserved, this.#unread)
    this.#hold.resize(Math.min(this.#hold.amount, needed))
  }

  #writeIdle(): void {
    this.#settle()
    this.#pushIdle()
    this.#idle.start(idleSeconds)
  }

  /** Says that the stream is there, in bytes of its seat. */
  #pushIdle(): void {
    const isBehind = this.#handedOver > idleComment.byteLength
    if (!this.#isClosed && !isBehind) this.#body.push(idleComment)
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#idle.stop()
    this.#hold.resize(this.#reserved)
    this.#body.destroy()
    for (const end of this.#onClosed.splice(0)) end()
  }
}
