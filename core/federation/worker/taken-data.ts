import { SpecimenError } from '../../contract/domain/errors.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import type { CheckResult } from '../../engine/run/runner.ts'
import type { Chunk } from '../link/chunk.ts'
import type { RelayFrameOf, WorkerFrame } from '../link/control-frames.ts'
import { IncomingResult } from '../link/incoming-result.ts'
import { LinkError } from '../link/link-error.ts'
import { type ServedExchange, type ServedHome, toFailedFrame } from './exchange.ts'
import type { KeptData, UsedData } from './kept-data.ts'

/** How a worker takes data. */
export interface TakingParts {
  readonly kept: KeptData
  /** Most bytes of one. */
  readonly resultBytes: number
  readonly check: CheckResult
}

/**
 * Data that the relay gives for runs, from its `give` to its `done`: kept already, or asked for and received
 * over any number of links. Meanwhile they stay in memory.
 */
export class TakenData implements ServedExchange {
  readonly kind = 'give'
  readonly hash: string
  readonly #id: number
  readonly #home: ServedHome
  readonly #parts: TakingParts
  readonly #there = createDeferred<void>()
  #stage: 'lacking' | 'checking' | 'there' | 'ended' = 'lacking'
  #incoming: IncomingResult | undefined
  #giveBack = (): void => {}
  #used: UsedData | undefined
  #failure: WorkerFrame | undefined
  #isPaused = false

  constructor({ id, hash }: RelayFrameOf<'give'>, home: ServedHome, parts: TakingParts) {
    this.hash = hash
    this.#id = id
    this.#home = home
    this.#parts = parts
    this.#there.promise.catch(() => {}) // the runs that take them see it
    this.#used = parts.kept.use(hash)
    if (this.#used) this.#arrive(this.#used)
  }

  /** Resolves once they are here. @throws the reason why they do not come */
  get there(): Promise<void> {
    return this.#there.promise
  }

  /** Answers the relay's `give`. */
  answer(): void {
    if (this.#failure) this.#send(this.#failure)
    else if (this.#stage === 'there') this.#send({ type: 'has', id: this.#id })
    else if (this.#stage === 'lacking')
      this.#send({ type: 'lacks', id: this.#id, offset: this.#incoming?.received ?? 0 })
  }

  refuse(error: unknown): void {
    if (this.#stage === 'ended') return
    this.#end()
    this.#failure = toFailedFrame(this.#id, error, this.#home.log)
    this.#there.reject(error)
    this.answer()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.answer()
  }

  cancel(): void {
    this.drop()
    this.#home.forget(this.#id)
  }

  drop(): void {
    this.#isPaused = true
    if (this.#stage === 'ended') return
    this.#end()
    this.#there.reject(new SpecimenError('run.cancelled', 'The relay gives the data of the run no more.'))
  }

  /** Handles what goes before their bytes. @throws LinkError */
  open({ head, bytes }: RelayFrameOf<'content'>): void {
    if (this.#stage !== 'lacking') return
    const { kept, resultBytes } = this.#parts
    try {
      if (this.#incoming && !this.#incoming.isAnnouncedBy({ head, bytes }))
        throw this.#toError('after a new connection, other data than before it')
      if (this.#incoming) return
      const source = { subject: 'The data of a run', refuse: (found: string) => this.#toError(found) }
      this.#incoming = new IncomingResult({ head, bytes }, resultBytes, source)
      this.#giveBack = kept.take(bytes)
    } catch (error) {
      this.refuse(error)
    }
  }

  /** Takes their next bytes. @throws LinkError */
  receiveChunk({ offset, bytes }: Chunk): void {
    if (this.#stage === 'ended') return
    const incoming = this.#stage === 'lacking' ? this.#incoming : undefined
    if (!incoming || offset !== incoming.received || bytes.length > incoming.byteLength - offset) {
      const wanted = incoming ? `${incoming.byteLength - incoming.received} at ${incoming.received}` : 'none'
      const found = `${bytes.length} at ${offset}`
      throw new LinkError('protocol', `bytes of data ${this.#id} must be ${wanted} (got ${found})`, this.#id)
    }
    try {
      incoming.take(bytes)
    } catch (error) {
      this.refuse(error)
    }
  }

  /** Checks what has come, after its last byte. */
  finish(end: RelayFrameOf<'end'>): void {
    const incoming = this.#incoming
    if (this.#stage !== 'lacking') return
    if (!incoming) throw new LinkError('protocol', `the end of data ${this.#id} came too early`, this.#id)
    this.#stage = 'checking'
    this.#check(incoming, end).catch((error: unknown) => this.refuse(error))
  }

  async #check(incoming: IncomingResult, end: RelayFrameOf<'end'>): Promise<void> {
    const { kept, check } = this.#parts
    incoming.checkEnd(end)
    const result = await incoming.toResult({ returnType: null }, check)
    if (this.#stage !== 'checking') return // it was dropped meanwhile
    this.#giveBack()
    this.#incoming = undefined
    this.#arrive(kept.put(this.hash, result))
    this.answer()
  }

  #arrive(used: UsedData): void {
    this.#used = used
    this.#stage = 'there'
    this.#there.resolve()
  }

  #end(): void {
    this.#stage = 'ended'
    this.#incoming = undefined
    this.#giveBack()
    this.#used?.release()
    this.#used = undefined
  }

  #toError(found: string): SpecimenError {
    return new SpecimenError('request.invalid', `The relay sent something wrong: ${found}.`)
  }

  #send(frame: WorkerFrame): void {
    if (!this.#isPaused) this.#home.send(frame)
  }
}
