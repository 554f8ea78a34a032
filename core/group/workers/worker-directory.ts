import { createDeferred, type Deferred } from '../../domain/deferred.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { GroupConnection } from '../redis/connect.ts'
import {
  type DirectoryKeys,
  readDirectory,
  releaseHold,
  toDirectoryChannel,
  toDirectoryKeys,
  writeHold,
} from './directory-records.ts'
import { type HeldRecord, parseWorkerRecord, type WorkerRecord, writeHeld } from './worker-record.ts'

/** What the directory is to its host. */
export interface WorkerDirectoryOptions {
  readonly connection: Pick<GroupConnection, 'ask' | 'subscriber' | 'prefix'>
  /** For how long a worker is kept that no host has a link of. */
  readonly graceSeconds: number
  /** Whether a host is in the group now. */
  readonly isThere: (host: string) => boolean
  /** Returns the workers that are connected to this host, with the numbers of their holds. */
  readonly listHeld: () => readonly (readonly [workerId: string, hold: number])[]
  /** Told after each look, with the workers of which something has changed. */
  readonly onRead: (changed: ReadonlySet<string>) => void
  readonly log: Log
  /** Milliseconds between two looks, when nobody says that there is something new. */
  readonly pause?: number
}

/** Milliseconds that a host may be late with its word before what it holds counts as away. */
const lateness = 10_000

/**
 * Which host holds the link of which worker, as all hosts of the group know it: the one that has written the
 * highest number. It is read when somebody says that it has changed, and every 2 s, which is also how hosts
 * renew what they hold; what nobody renews for the grace time is forgotten.
 */
export class WorkerDirectory {
  readonly #options: WorkerDirectoryOptions
  readonly #keys: DirectoryKeys
  readonly #channel: string
  readonly #records = new Map<string, WorkerRecord>()
  /** Hosts that were missed, while records name them and they have not come back. */
  readonly #gone = new Set<string>()
  #began = ''
  #known = 0
  #readAt = 0
  #reading: Promise<void> | undefined
  #readAgain: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #news: Deferred<void> = createDeferred()
  #isClosed = false

  constructor(options: WorkerDirectoryOptions) {
    this.#options = options
    const { prefix } = options.connection
    this.#keys = toDirectoryKeys(prefix)
    this.#channel = toDirectoryChannel(prefix)
  }

  /** Every worker of the group, as far as this host has heard. */
  list(): readonly WorkerRecord[] {
    return [...this.#records.values()].map((record) => this.#judge(record))
  }

  /** Returns where a worker is; undefined for one that no host knows. */
  find(workerId: string): WorkerRecord | undefined {
    const record = this.#records.get(workerId)
    return record && this.#judge(record)
  }

  /** Whether it is read no more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when something may have changed. */
  get news(): Promise<void> {
    return this.#news.promise
  }

  /** Reads it, from now on whenever it has changed. Resolves after the first time. @throws `group.away` */
  async open(): Promise<void> {
    const { subscriber } = this.#options.connection
    subscriber.on('message', this.#hear)
    await subscriber.subscribe(this.#channel).catch((error: unknown) => this.#note(error))
    this.#timer = setInterval(() => this.#look(), this.#options.pause ?? 2000)
    this.#timer.unref()
    await this.read()
  }

  /** Resolves when everything is known that was written before the call. @throws `group.away` */
  read(): Promise<void> {
    if (!this.#reading) return this.#startReading()
    this.#readAgain ??= this.#reading.catch(() => {}).then(() => this.#startReading())
    return this.#readAgain
  }

  /**
   * Writes what this host says of a worker; `hold` is 0 when a link of it has just joined. Returns the number
   * by which it is held, undefined when it is another host's by now. @throws `group.away`
   */
  async hold(
    workerId: string,
    held: HeldRecord,
    { hold, isConnected }: { readonly hold: number; readonly isConnected: boolean },
  ): Promise<number | undefined> {
    const life = isConnected ? this.#life : this.#options.graceSeconds * 1000
    const written = { workerId, hold, record: writeHeld(held), life, channel: this.#channel }
    return await this.#options.connection.ask((redis) => writeHold(redis, this.#keys, written))
  }

  /** Forgets a worker that this host has held. @throws `group.away` */
  async release(workerId: string, hold: number): Promise<void> {
    const released = { workerId, hold, channel: this.#channel }
    await this.#options.connection.ask((redis) => releaseHold(redis, this.#keys, released))
  }

  /** A host is gone: nobody can reach the workers that it held, until another host has them. */
  lose(host: string): void {
    this.#gone.add(host)
    this.#tell(new Set(this.#listAt(host)))
  }

  /** Reads it no more. */
  close(): void {
    clearInterval(this.#timer)
    this.#options.connection.subscriber.off('message', this.#hear)
    this.#isClosed = true
  }

  get #life(): number {
    return this.#options.graceSeconds * 1000 + lateness
  }

  readonly #hear = (channel: string): void => {
    if (channel === this.#channel) this.#look()
  }

  #look(): void {
    this.read().catch((error: unknown) => this.#note(error))
  }

  #startReading(): Promise<void> {
    this.#readAgain = undefined
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    const { connection, listHeld } = this.#options
    // Who was away for longer than others are told of what is gone learns all of it.
    const isFresh = performance.now() - this.#readAt < 30_000
    const asked = {
      began: isFresh ? this.#began : '',
      known: this.#known,
      held: listHeld(),
      life: this.#life,
    }
    const { began, known, lost, records } = await connection.ask((redis) =>
      readDirectory(redis, this.#keys, asked),
    )
    const changed = new Set(lost)
    if (began !== asked.began) {
      for (const workerId of this.#records.keys()) changed.add(workerId)
      this.#records.clear()
    }
    for (const [workerId, text] of records) {
      const record = parseWorkerRecord(workerId, text)
      if (record) this.#records.set(workerId, record)
      else this.#records.delete(workerId)
      changed.add(workerId)
    }
    this.#began = began
    this.#known = known
    this.#readAt = performance.now()
    for (const host of this.#gone) {
      const left = this.#listAt(host)
      if (left.length > 0 && !this.#options.isThere(host)) continue
      this.#gone.delete(host)
      for (const workerId of left) changed.add(workerId)
    }
    this.#tell(changed)
  }

  #listAt(wanted: string): string[] {
    return [...this.#records.values()].filter(({ host }) => host === wanted).map(({ workerId }) => workerId)
  }

  #tell(changed: ReadonlySet<string>): void {
    this.#options.onRead(changed)
    if (changed.size === 0) return
    const { resolve } = this.#news
    this.#news = createDeferred()
    resolve()
  }

  #judge(record: WorkerRecord): WorkerRecord {
    return this.#gone.has(record.host) ? { ...record, isAvailable: false } : record
  }

  /** While Redis is away everybody is told so already. */
  #note(error: unknown): void {
    if (error instanceof SpecimenError && error.code === 'group.away') return
    this.#options.log.warn({ err: error }, 'this host could not read who has which workers')
  }
}
