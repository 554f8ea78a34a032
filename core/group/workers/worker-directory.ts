import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { parseRecord, type WorkerRecord, writeRecord } from './worker-record.ts'

/** The dependencies of a {@link WorkerDirectory}. */
export interface WorkerDirectoryOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly log: Log
  /** The longest absence of a worker. */
  readonly graceSeconds: number
  /** True while a host gives signs of life. */
  readonly isThere: (host: string) => boolean
  /** Called after each change, with the workers whose records have changed. */
  readonly onChange: (changed: ReadonlySet<string>) => void
}

/** The workers of the group, each with the host that has its link, as far as this host has heard. */
export class WorkerDirectory {
  readonly #options: WorkerDirectoryOptions
  readonly #records = new Map<string, WorkerRecord>()
  /** The times at which workers of dead hosts were missed, in milliseconds. */
  readonly #missed = new Map<string, number>()
  #version = ''

  constructor(options: WorkerDirectoryOptions) {
    this.#options = options
  }

  /** Workers of a dead host are listed as away. */
  list(): readonly WorkerRecord[] {
    return [...this.#records.values()].map((record) => this.#judge(record))
  }

  find(workerId: string): WorkerRecord | undefined {
    const record = this.#records.get(workerId)
    return record && this.#judge(record)
  }

  /** Takes the version of the records in Redis, and reads them when it is another one. */
  take(version: string): void {
    if (version === this.#version) {
      this.#miss()
      return
    }
    this.#version = version
    this.read().catch((err: unknown) => {
      this.#version = ''
      this.#note(err)
    })
  }

  /** Redis has lost its data: holds are counted from the beginning. */
  loseAll(): void {
    this.#records.clear()
    this.#version = ''
  }

  /** Takes one record that a host has told. */
  hear(told: string): void {
    const [workerId = '', ...record] = told.split(' ')
    this.#set(workerId, record.join(' '))
    this.#options.onChange(new Set([workerId]))
  }

  /** Reads all records. @throws `group.away` */
  async read(): Promise<void> {
    const { connection, keys, onChange } = this.#options
    const found = await connection.ask((redis) => redis.hgetall(keys.workers))
    const changed = new Set<string>()
    for (const workerId of this.#records.keys())
      if (!(workerId in found)) {
        this.#records.delete(workerId)
        changed.add(workerId)
      }
    for (const [workerId, text] of Object.entries(found)) {
      if (this.#set(workerId, text)) changed.add(workerId)
    }
    this.#miss()
    onChange(changed)
  }

  #set(workerId: string, text: string): boolean {
    const record = parseRecord(workerId, text)
    const before = this.#records.get(workerId)
    if (record && (before?.hold ?? 0) <= record.hold) this.#records.set(workerId, record)
    if (!record) this.#records.delete(workerId)
    return JSON.stringify(before) !== JSON.stringify(this.#records.get(workerId))
  }

  #judge(record: WorkerRecord): WorkerRecord {
    return this.#options.isThere(record.host) ? record : { ...record, isAvailable: false }
  }

  /** Removes the workers of dead hosts after the grace time. */
  #miss(): void {
    const { connection, keys, graceSeconds, isThere } = this.#options
    for (const { workerId, host, hold } of this.#records.values()) {
      if (isThere(host)) this.#missed.delete(workerId)
      else if (!this.#missed.has(workerId)) this.#missed.set(workerId, performance.now())
      const missedAt = this.#missed.get(workerId)
      if (missedAt === undefined || performance.now() - missedAt < graceSeconds * 1000) continue
      this.#missed.delete(workerId)
      const left = { workerId, hold, record: null }
      connection.ask((redis) => writeRecord(redis, keys, left)).catch((err: unknown) => this.#note(err))
    }
  }

  #note(err: unknown): void {
    if (err instanceof SpecimenError && err.code === 'group.away') return // logged already
    this.#options.log.warn({ err }, 'the workers of the group could not be read')
  }
}
