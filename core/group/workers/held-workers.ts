import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import { retellCatalog } from '../../federation/relay/retold-catalog.ts'
import type { WorkerSession } from '../../federation/relay/session.ts'
import { toLine } from './catalog-lines.ts'
import type { WorkerDirectory } from './worker-directory.ts'
import { type HeldRecord, type WorkerRecord, writeHeld } from './worker-record.ts'

/** What {@link HeldWorkers} are kept with. */
export interface HeldWorkersOptions {
  readonly relay: Pick<Relay, 'sessions'>
  readonly directory: Pick<WorkerDirectory, 'find' | 'hold' | 'release'>
  /** This host, as the group knows it. */
  readonly host: string
  /** Where the others reach it. */
  readonly address: string
  readonly log: Log
}

/** What the directory has been told of a session. */
interface Hold {
  readonly session: WorkerSession
  /** 0 while it has none. */
  readonly hold: number
  /** With which of its links that was. */
  readonly joins: number
  /** What the directory has of it; undefined when that is to be written again. */
  readonly told: HeldRecord | undefined
  readonly isConnected: boolean
}

type Announced = NonNullable<WorkerSession['announced']>

/** The workers whose links this host has or had last, as it tells them to the directory. */
export class HeldWorkers {
  readonly #options: HeldWorkersOptions
  readonly #holds = new Map<string, Hold>()
  readonly #digests = new WeakMap<object, string>()
  #tending: Promise<void> | undefined
  #isStale = false
  #isRetiring = false

  constructor(options: HeldWorkersOptions) {
    this.#options = options
  }

  /** Those that are connected, with the numbers by which they are held. */
  list(): readonly (readonly [workerId: string, hold: number])[] {
    return [...this.#holds]
      .filter(([, { session, joins, hold }]) => hold > 0 && session.isConnected && session.joins === joins)
      .map(([workerId, { hold }]) => [workerId, hold] as const)
  }

  /** The host is about to end. What it holds is kept: a worker's runs go on where that connects next. */
  retire(): void {
    this.#isRetiring = true
  }

  /** The directory has other words of these workers than were written here. */
  check(changed: ReadonlySet<string>): void {
    for (const workerId of changed) {
      const hold = this.#holds.get(workerId)
      const found = this.#options.directory.find(workerId)
      const isOthers = found !== undefined && found.host !== this.#options.host
      if (isOthers && found.hold > (hold?.hold ?? 0)) this.#give(workerId, found)
      else if (hold && found?.hold !== hold.hold) this.#holds.set(workerId, { ...hold, told: undefined })
    }
    this.tend()
  }

  /** Tells the directory what has changed; what it cannot be told now it is told with the next call. */
  tend(): void {
    this.#isStale = true
    this.#tending ??= this.#tend().finally(() => {
      this.#tending = undefined
    })
  }

  /** Resolves when the directory has been told, or cannot be now. */
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
    const { directory } = this.#options
    if (hold > 0 && !this.#isRetiring) await directory.release(workerId, hold)
    else if (told)
      await directory.hold(workerId, { ...told, isAvailable: false }, { hold, isConnected: false })
    this.#holds.delete(workerId)
  }

  async #tell(session: WorkerSession): Promise<void> {
    const { directory, host, address } = this.#options
    const { workerId, announced, joins, instance, isConnected, isAvailable } = session
    if (!announced) return
    const catalog = await this.#digest(announced)
    const held: HeldRecord = { host, address, instance, catalog, isAvailable }
    const before = this.#holds.get(workerId)
    const isSameLink = before?.session === session && before.joins === joins
    const isTold = isSameLink && before.told !== undefined && writeHeld(before.told) === writeHeld(held)
    if (isTold && before.isConnected === isConnected) return
    const given = isSameLink ? before.hold : 0
    if (given === 0 && !isConnected) return // nobody was told of a link that is lost by now
    const hold = await directory.hold(workerId, held, { hold: given, isConnected })
    // Undefined: another host holds it, which the directory will say.
    this.#holds.set(workerId, { session, hold: hold ?? given, joins, told: held, isConnected })
  }

  /** Another host holds a worker now, unless it has connected here once more, which is not told yet. */
  #give(workerId: string, { instance }: WorkerRecord): void {
    const session = this.#options.relay.sessions.get(workerId)
    const known = this.#holds.get(workerId)
    if (session?.isConnected && session.joins !== known?.joins) return
    this.#holds.delete(workerId)
    session?.moveAway(instance)
  }

  /** Returns the digest of what a worker shows, which is taken again only when that has changed. */
  async #digest({ functions, specimens, bundles, errors }: Announced): Promise<string> {
    const known = this.#digests.get(functions) // another map with each change
    if (known !== undefined) return known
    const hash = createHash('sha256')
    for (const frame of retellCatalog({ functions, specimens, bundles, errors })) {
      hash.update(toLine(frame))
      await setImmediate()
    }
    const digest = hash.digest('base64url')
    this.#digests.set(functions, digest)
    return digest
  }
}
