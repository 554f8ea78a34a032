import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import type { WorkerSession } from '../../federation/relay/session.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { type CatalogText, toCatalogText } from './catalog-text.ts'
import { formatRecord, type HeldRecord, type WorkerRecord, writeRecord } from './worker-record.ts'

/** The dependencies of {@link HeldWorkers}. */
export interface HeldWorkersOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly relay: Pick<Relay, 'sessions'>
  /** This host, as the group knows it. */
  readonly host: string
  /** The address at which the others reach it. */
  readonly address: string
  readonly log: Log
}

/** The record of a session as Redis has it. */
interface Hold {
  readonly session: WorkerSession
  /** 0 while it has none. */
  readonly hold: number
  /** The link of the session, counted. */
  readonly joins: number
  /** The record as it was written last; undefined when it is to be written again. */
  readonly told: HeldRecord | undefined
}

/** Milliseconds for which a catalog is kept, and after which it is written again. */
const catalogLife = 3_600_000
const catalogPause = 1_200_000

/** The workers whose links this host has or had last, as it tells them to the group. */
export class HeldWorkers {
  readonly #options: HeldWorkersOptions
  readonly #holds = new Map<string, Hold>()
  readonly #texts = new WeakMap<object, Promise<CatalogText>>()
  readonly #written = new Map<string, number>()
  #tending: Promise<void> | undefined
  #isStale = false
  #isRetiring = false

  constructor(options: HeldWorkersOptions) {
    this.#options = options
  }

  /** The host is about to end. Its records stay: the runs of a worker go on where that connects next. */
  retire(): void {
    this.#isRetiring = true
  }

  /** Redis has lost its data: all is written again. */
  loseAll(): void {
    this.#written.clear()
    for (const [workerId, hold] of this.#holds)
      this.#holds.set(workerId, { ...hold, hold: 0, told: undefined })
    this.tend()
  }

  /** Gives up a worker that has connected to another host, unless it has connected here since. */
  check(found: WorkerRecord): void {
    const { host, relay } = this.#options
    const known = this.#holds.get(found.workerId)
    if (found.host === host || found.hold <= (known?.hold ?? 0)) return
    const session = relay.sessions.get(found.workerId)
    if (session?.isConnected && session.joins !== known?.joins) return
    this.#holds.delete(found.workerId)
    session?.moveAway(found.instance)
  }

  /** Writes all changes; those that Redis does not take now are written with the next call. */
  tend(): void {
    this.#isStale = true
    this.#tending ??= this.#tend().finally(() => {
      this.#tending = undefined
    })
  }

  /** Resolves when all changes are written, or cannot be now. */
  async settle(): Promise<void> {
    this.tend()
    await this.#tending
  }

  async #tend(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const { sessions } = this.#options.relay
      try {
        for (const [workerId, hold] of this.#holds)
          if (sessions.get(workerId) !== hold.session) await this.#release(workerId, hold)
        for (const session of [...sessions.values()]) await this.#tell(session)
      } catch (err) {
        if (err instanceof SpecimenError && err.code === 'group.away') return
        this.#options.log.warn({ err }, 'the group could not be told of a worker')
      }
    }
  }

  async #release(workerId: string, { hold, told }: Hold): Promise<void> {
    const { connection, keys } = this.#options
    const record = this.#isRetiring && told ? { ...told, isAvailable: false } : null
    if (hold > 0) await connection.ask((redis) => writeRecord(redis, keys, { workerId, hold, record }))
    this.#holds.delete(workerId)
  }

  async #tell(session: WorkerSession): Promise<void> {
    const { connection, keys, host, address } = this.#options
    const { workerId, announced, joins, instance, isConnected, isAvailable } = session
    if (!announced) return
    const text = this.#texts.get(announced.functions) ?? toCatalogText(announced)
    this.#texts.set(announced.functions, text) // another map with each change
    const { digest, lines } = await text
    if (performance.now() - (this.#written.get(digest) ?? Number.NEGATIVE_INFINITY) > catalogPause) {
      await connection.ask((redis) => redis.set(keys.catalog(digest), lines, 'PX', catalogLife))
      this.#written.set(digest, performance.now())
    }
    const record: HeldRecord = { host, address, instance, catalog: digest, isAvailable }
    const before = this.#holds.get(workerId)
    const isSameLink = before?.session === session && before.joins === joins
    const isTold = before?.told && formatRecord(before.told) === formatRecord(record)
    if (isSameLink && isTold) return
    const given = isSameLink ? before.hold : 0
    if (given === 0 && !isConnected) return // no host was told of a link that is lost by now
    const hold = await connection.ask((redis) => writeRecord(redis, keys, { workerId, hold: given, record }))
    this.#holds.set(workerId, { session, hold: hold === 0 ? given : hold, joins, told: record })
  }
}
