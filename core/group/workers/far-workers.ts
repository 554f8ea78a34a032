import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import type { Log } from '../../domain/log.ts'
import type { AssetAnswer } from '../../domain/specimen.ts'
import type { AnnouncedCatalog } from '../../federation/relay/announced-catalog.ts'
import type { FileRequest } from '../../federation/relay/remote-file.ts'
import { showCatalog } from '../../federation/relay/shown-catalog.ts'
import type { GroupMember, HeldWorker } from '../members/member.ts'
import { awayError, type GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { readCatalogText } from './catalog-text.ts'

/** A worker, and the host that has or had its link. */
export interface FarWorker extends HeldWorker {
  readonly host: string
  readonly address: string
  /** The time since which that host is gone, in milliseconds. */
  readonly missedAt?: number
}

/** The dependencies of {@link FarWorkers}. */
export interface FarWorkersOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  /** The longest absence of a worker. */
  readonly graceSeconds: number
  /** Opens a file of a worker at whichever host has its link. */
  readonly openFile: (workerId: string, request: FileRequest, signal: AbortSignal) => Promise<AssetAnswer>
  /** True for a worker whose link is, or was last, this host's. */
  readonly isHere: (workerId: string) => boolean
  /** Called when a catalog has come. */
  readonly onChange: () => void
  readonly log: Log
}

interface FarCatalog {
  readonly digest: string
  readonly announced: AnnouncedCatalog
  readonly shown: RemoteCatalog
  readonly isAvailable: boolean
}

/** Catalogs that are read at a time. */
const comingLimit = 8

/** The workers of all hosts, and the catalogs of those that are not here: the former until the new one is. */
export class FarWorkers {
  readonly #options: FarWorkersOptions
  #workers = new Map<string, FarWorker>()
  readonly #catalogs = new Map<string, FarCatalog>()
  readonly #coming = new Map<string, Promise<void>>()

  constructor(options: FarWorkersOptions) {
    this.#options = options
  }

  get all(): Iterable<FarWorker> {
    return this.#workers.values()
  }

  find(workerId: string): FarWorker | undefined {
    return this.#workers.get(workerId)
  }

  list(): readonly RemoteCatalog[] {
    return [...this.all].flatMap((worker) =>
      this.#options.isHere(worker.workerId) ? [] : this.#show(worker),
    )
  }

  /** Takes the hosts of the group. Workers of those that are gone are away, and after the grace time gone. */
  take(members: readonly GroupMember[]): void {
    const next = new Map<string, FarWorker>()
    for (const { id: host, address, workers } of members)
      for (const worker of workers)
        if (worker.since > (next.get(worker.workerId)?.since ?? 0))
          next.set(worker.workerId, { ...worker, host, address })
    const now = performance.now()
    for (const known of this.all) {
      const missedAt = known.missedAt ?? now
      const isLeft = members.some(({ id }) => id === known.host)
      if (isLeft || next.has(known.workerId) || now - missedAt > this.#options.graceSeconds * 1000) continue
      next.set(known.workerId, { ...known, isAvailable: false, missedAt })
    }
    this.#workers = next
    for (const workerId of this.#catalogs.keys()) if (!next.has(workerId)) this.#catalogs.delete(workerId)
    this.#tend()
  }

  /** Resolves when all catalogs that are missing have come, or cannot come now. */
  async settle(): Promise<void> {
    while (this.#coming.size > 0) await Promise.all(this.#coming.values())
  }

  /** Reads the catalogs that are missing. Failures are tried again with the next call. */
  #tend(): void {
    const { isHere, log } = this.#options
    for (const worker of this.all) {
      const { workerId, catalog } = worker
      if (this.#coming.size >= comingLimit) return
      const isKnown = this.#catalogs.get(workerId)?.digest === catalog || this.#coming.has(workerId)
      if (isKnown || isHere(workerId)) continue // one that is away is shown, too
      const end = (): unknown => this.#coming.delete(workerId)
      const coming = this.#receive(worker).then(
        () => {
          end()
          this.#tend() // those for which there was no place
        },
        (err: unknown) => {
          end()
          log.warn({ worker: workerId, err }, `the catalog of worker ${workerId} could not be read`)
        },
      )
      this.#coming.set(workerId, coming)
    }
  }

  async #receive({ workerId, catalog: digest }: FarWorker): Promise<void> {
    const { connection, keys, openFile, onChange } = this.#options
    const lines = (await connection.ask((redis) => redis.get(keys.catalog(digest)))) ?? ''
    const announced = await readCatalogText({ digest, lines }, workerId, (specimen, part) => {
      return async (request, signal) => await openFile(workerId, { ...request, specimen, part }, signal)
    })
    this.#catalogs.set(workerId, { digest, announced, ...show(workerId, announced, true) })
    onChange()
  }

  #show({ workerId, isAvailable }: FarWorker): readonly RemoteCatalog[] {
    const known = this.#catalogs.get(workerId)
    if (!known) return []
    if (known.isAvailable === isAvailable) return [known.shown]
    const shown = show(workerId, known.announced, isAvailable)
    this.#catalogs.set(workerId, { ...known, ...shown })
    return [shown.shown]
  }
}

function show(workerId: string, announced: AnnouncedCatalog, isAvailable: boolean) {
  return { isAvailable, shown: showCatalog(announced, { workerId, isAvailable, createRunner: () => far }) }
}

/** The runner of far workers, used while Redis is away: their runs go through queues. */
const far = {
  run: async (): Promise<never> => {
    throw awayError()
  },
}
