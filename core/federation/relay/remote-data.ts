import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { createDeadline, type Deadline } from '../../contract/time/deadline.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import { toResultHead } from '../../engine/run/result-head.ts'
import { type ByteSource, createArraySource } from '../link/byte-source.ts'
import { LinkError } from '../link/link-error.ts'
import type { OutgoingStreams } from '../link/outgoing-streams.ts'
import type { Exchange, ExchangeAnswer, ExchangeHome, RelayOptions } from './exchange.ts'
import { silentError, toRemoteFailure } from './worker-errors.ts'

/** Data as they are sent. */
export interface OutgoingData {
  /** Names their content: 64 hexadecimal digits. */
  readonly hash: string
  readonly head: JsonObject
  readonly source: ByteSource
}

/** More than any data have: they are consumed as they arrive, so only the link's window counts. */
const unlimitedBytes = 2 ** 40

/** Returns data as they are sent; nothing is copied. @throws `function.failed` for too long texts */
export function toOutgoing(hash: string, result: Result): OutgoingData {
  const { head, arrays } = toResultHead(result)
  return { hash, head, source: createArraySource(arrays) }
}

/**
 * Data of runs on their way to a worker and in its memory, from the first run there that takes them to the
 * last: named by their hash, and sent only when the worker says that it lacks them, over any number of links.
 *
 * | event | `asked` | `sending` | `sent` | `there` |
 * | --- | --- | --- | --- | --- |
 * | `has` | `there` | protocol broken | `there` | stays |
 * | `lacks` | `sending` | protocol broken | protocol broken | protocol broken |
 * | the last byte leaves | – | `sent` | – | – |
 * | `failed` | `ended` | `ended` | `ended` | `ended` |
 * | a new link | stays | `asked` | `asked` | stays, or `sending` by `lacks` |
 * | the last run leaves | `ended` | `ended` | `ended` | `ended` |
 */
export class RemoteData implements Exchange {
  readonly id: number
  readonly #home: ExchangeHome
  readonly #streams: OutgoingStreams
  readonly #waits: RelayOptions['waits']
  readonly #data: OutgoingData
  readonly #onEnd: () => void
  readonly #there = createDeferred<void>()
  readonly #silence: Deadline
  #stage: 'asked' | 'sending' | 'sent' | 'there' | 'ended' = 'asked'
  /** Set from a new link to the first answer on it. */
  #isAskedAgain = false
  #users = 0

  constructor(
    data: OutgoingData,
    { streams, waits }: { readonly streams: OutgoingStreams; readonly waits: RelayOptions['waits'] },
    home: ExchangeHome,
    onEnd: () => void,
  ) {
    this.id = home.id
    this.#data = data
    this.#streams = streams
    this.#waits = waits
    this.#home = home
    this.#onEnd = onEnd
    this.#silence = createDeadline(() => this.#giveUp())
    this.#there.promise.catch(() => {}) // the runs that take them see it
    streams.add(this.id, data.source, (end) => this.#finish(end))
  }

  /** Resolves once the worker has them. @throws the worker's refusal; `worker.silent` */
  get there(): Promise<void> {
    return this.#there.promise
  }

  get isThere(): boolean {
    return this.#stage === 'there'
  }

  get isWanted(): boolean {
    return this.#stage !== 'ended'
  }

  /** Keeps them at the worker until the returned function is called as often as this one. */
  hold(): () => void {
    this.#users++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      if (--this.#users > 0 || !this.isWanted) return
      this.#home.send({ type: 'done', id: this.id })
      this.#leave()
    }
  }

  begin(): void {
    this.#isAskedAgain = this.#stage === 'there'
    if (this.#stage !== 'there') this.#stage = 'asked'
    this.#silence.start(this.#waits.answerSeconds)
    this.#home.ask({ type: 'give', id: this.id, hash: this.#data.hash })
  }

  pause(): void {
    this.#silence.stop()
  }

  /** The worker has taken bytes from the link. */
  advance(): void {
    if (this.#stage === 'sending' || this.#stage === 'sent') this.#silence.start(this.#waits.streamSeconds)
  }

  receive(answer: ExchangeAnswer): void {
    if (answer.type === 'has') this.#arrive()
    else if (answer.type === 'lacks') this.#send(answer.offset)
    else if (answer.type === 'failed') {
      this.#home.send({ type: 'done', id: this.id })
      this.fail(toRemoteFailure(this.#home.workerId, answer))
    } else throw new LinkError('protocol', `${answer.type} answers no data`)
  }

  receiveChunk(): void {
    throw new LinkError('protocol', `a worker has no bytes to send for data ${this.id}`)
  }

  fail(error: SpecimenError): void {
    this.#leave()
    this.#there.reject(error)
  }

  #arrive(): void {
    if (this.#stage === 'sending')
      throw new LinkError('protocol', `data ${this.id} cannot be there before all of them were sent`)
    this.#stage = 'there'
    this.#isAskedAgain = false
    this.#silence.stop()
    this.#there.resolve()
  }

  #send(offset: number): void {
    const isAsked = this.#stage === 'asked' || this.#isAskedAgain
    if (!isAsked) throw new LinkError('protocol', `data ${this.id} cannot be lacking twice`)
    this.#isAskedAgain = false
    this.#stage = 'sending'
    this.#silence.start(this.#waits.streamSeconds)
    const { head, source } = this.#data
    this.#home.send({ type: 'content', id: this.id, head, bytes: source.byteLength })
    if (this.#streams.start(this.id, { offset, window: unlimitedBytes, consumed: offset })) return
    throw new LinkError('protocol', `data ${this.id} cannot go on at byte ${offset}, which was never sent`)
  }

  #finish(end: { readonly bytes: number; readonly crc32: number }): void {
    this.#stage = 'sent'
    this.advance()
    this.#home.send({ type: 'end', id: this.id, ...end })
  }

  #giveUp(): void {
    const { answerSeconds, streamSeconds } = this.#waits
    const isAsked = this.#stage === 'asked' || this.#isAskedAgain
    const [seconds, what] = isAsked
      ? [answerSeconds, 'said whether it has the data of a run']
      : [streamSeconds, 'gone on taking the data of a run']
    this.#home.send({ type: 'done', id: this.id })
    this.fail(silentError(this.#home.workerId, seconds, what))
  }

  #leave(): void {
    this.#stage = 'ended'
    this.#silence.stop()
    this.#streams.close(this.id)
    this.#home.forget()
    this.#onEnd()
  }
}
