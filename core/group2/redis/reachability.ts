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
      client.on('ready', () => this.#look())
    }
    this.#timer = setInterval(() => this.#look(), pause)
    this.#timer.unref()
  }

  /** Ends it: Redis is away from now on, and nobody is told. */
  close(): void {
    clearInterval(this.#timer)
    this.#isAway = true
    this.#listeners.clear()
  }

  #look(): void {
    if (this.#isAsking || this.#clients.some(({ status }) => status !== 'ready')) return
    this.#isAsking = true
    void this.#answers().then((answers) => {
      this.#isAsking = false
      this.#turn(!answers)
    })
  }

  async #answers(): Promise<boolean> {
    let hasAnswered: boolean | undefined
    const answer = Promise.all(this.#clients.map((client) => client.ping())).then(
      () => {
        hasAnswered = true
      },
      (error: unknown) => {
        this.#problem ??= error
        hasAnswered ??= false
      },
    )
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([answer, late])
    clearTimeout(timer)
    // The answer may be there and unread, when it is this process that was late.
    if (hasAnswered === undefined) await nextTurn()
    if (hasAnswered === undefined) await nextTurn()
    return hasAnswered === true
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
