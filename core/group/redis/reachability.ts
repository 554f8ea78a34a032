import type { Redis } from 'ioredis'
import type { Log } from '../../contract/domain/log.ts'
import { createDeadline } from '../../contract/time/deadline.ts'

/** Milliseconds between two looks. */
const pause = 1000
/** Seconds after which Redis counts as lost: a shorter cut of the connections changes nothing. */
const cutSeconds = 3
/** Milliseconds after which an answer that is not there says nothing of Redis: this host was stopped. */
const latest = 4000

/**
 * Whether Redis answers on all connections of a host: known as soon as one is lost, within the time that a
 * command may take where it is silent, and as soon as it answers again. It is lost once it has been away for
 * three seconds.
 */
export class Reachability {
  readonly #clients: readonly Redis[]
  readonly #log: Log
  readonly #listeners = new Set<(isAway: boolean) => void>()
  readonly #lostListeners = new Set<() => void>()
  readonly #cut = createDeadline(() => {
    this.#isLost = true
    for (const listener of [...this.#lostListeners]) listener()
  })
  #isAway = false
  #isLost = false
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

  /** True once Redis has been away for so long that it is no cut of the connections, until it is back. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** Tells a listener each time that Redis is lost. */
  onLost(listener: () => void): void {
    this.#lostListeners.add(listener)
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
    this.#cut.stop()
    this.#isAway = true
    this.#isLost = true
    this.#listeners.clear()
    this.#lostListeners.clear()
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
    this.#isLost = false
    if (isAway) this.#cut.start(cutSeconds)
    else this.#cut.stop()
    if (isAway) this.#log.warn({ err }, 'Redis cannot be reached')
    else this.#log.info({}, 'Redis can be reached again')
    for (const listener of [...this.#listeners]) listener(isAway)
  }
}
