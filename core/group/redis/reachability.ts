import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Log } from '../../domain/log.ts'

/** Milliseconds between two looks, and those that an answer may take: together below 2 s. */
const pause = 500
const patience = 1000

/**
 * Whether Redis answers on all connections of a host: known within 2 s when it does so no longer, and as soon
 * as it does again. A connection that is lost says so at once; what is merely silent is asked twice a second,
 * by which a connection with nobody at its other end is found out and opened again.
 */
export class Reachability {
  readonly #clients: readonly Redis[]
  readonly #log: Log
  readonly #listeners = new Set<(isAway: boolean) => void>()
  #isAway = false
  #isAsking = false
  /** What a connection has complained of last. */
  #problem: unknown
  #timer: NodeJS.Timeout | undefined

  constructor(clients: readonly Redis[], log: Log) {
    this.#clients = clients
    this.#log = log
  }

  /** Whether Redis cannot be reached. */
  get isAway(): boolean {
    return this.#isAway
  }

  /** Tells a listener of each change from now on; returns what ends that. */
  onChange(listener: (isAway: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Begins to look, on connections that are open. */
  watch(): void {
    for (const client of this.#clients) {
      client.on('error', (error) => {
        this.#problem = error
      })
      client.on('close', () => this.#turn(true))
      client.on('ready', () => void this.#look())
    }
    this.#timer = setInterval(() => void this.#look(), pause)
    this.#timer.unref()
  }

  /** Ends it: Redis is away from now on, and nobody is told. */
  close(): void {
    clearInterval(this.#timer)
    this.#isAway = true
    this.#listeners.clear()
  }

  async #look(): Promise<void> {
    if (this.#isAsking || this.#clients.some(({ status }) => status !== 'ready')) return
    this.#isAsking = true
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
      // The answer may be there and unread, when it is this process that was late.
      .then(() => nextTurn())
      .then(() => nextTurn(false))
    const answer = Promise.all(this.#clients.map((client) => client.ping())).then(
      () => true,
      (error: unknown) => {
        this.#problem ??= error
        return false
      },
    )
    const hasAnswered = await Promise.race([answer, late])
    clearTimeout(timer)
    this.#isAsking = false
    this.#turn(!hasAnswered)
  }

  #turn(isAway: boolean): void {
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    if (isAway) this.#log.warn({ err: this.#problem }, 'Redis cannot be reached')
    else this.#log.info({}, 'Redis can be reached again')
    this.#problem = undefined
    for (const listener of [...this.#listeners]) listener(isAway)
  }
}
