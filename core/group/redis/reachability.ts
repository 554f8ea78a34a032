import type { Redis } from 'ioredis'
import type { Log } from '../../contract/domain/log.ts'

/** Milliseconds between two looks. */
const pause = 1000
/** Milliseconds after which an answer that is not there says nothing of Redis: this host was stopped. */
const latest = 4000

/**
 * Whether Redis answers on all connections of a host: known as soon as one is lost, within the time that a
 * command may take where it is silent, and as soon as it answers again.
 */
export class Reachability {
  readonly #clients: readonly Redis[]
  readonly #log: Log
  readonly #listeners = new Set<(isAway: boolean) => void>()
  #isAway = false
  #isAsking = false
  #timer: NodeJS.Timeout | undefined

  constructor(clients: readonly Redis[], log: Log) {
    this.#clients = clients
    this.#log = log
  }

  /** Whether Redis cannot be reached. */
  get isAway(): boolean {
    return this.#isAway
  }

  /** Tells a listener of each change from now on. */
  onChange(listener: (isAway: boolean) => void): void {
    this.#listeners.add(listener)
  }

  /** Begins to look, on connections that are open. */
  watch(): void {
    for (const client of this.#clients) {
      client.on('close', () => this.#turn(new Error('a connection has ended')))
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
    const askedAt = performance.now()
    const problem = await Promise.all(this.#clients.map((client) => client.ping())).then(
      () => undefined,
      (error: unknown) => error,
    )
    this.#isAsking = false
    // A process that was stopped finds its time over before it has read the answer.
    if (problem === undefined || performance.now() - askedAt < latest) this.#turn(problem)
  }

  /** Takes what is wrong now, if anything. */
  #turn(err: unknown): void {
    const isAway = err !== undefined
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    if (isAway) this.#log.warn({ err }, 'Redis cannot be reached')
    else this.#log.info({}, 'Redis can be reached again')
    for (const listener of [...this.#listeners]) listener(isAway)
  }
}
