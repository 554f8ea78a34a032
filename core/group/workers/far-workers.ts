import { hasCode } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { AssetAnswer } from '../../contract/domain/specimen.ts'
import type { RemoteCatalog } from '../../engine/catalog/remote-catalog.ts'
import { type AnnouncedCatalog, showCatalog } from '../../federation/relay/announced-catalog.ts'
import type { FileRequest } from '../../federation/relay/remote-file.ts'
import { type GroupMember, type HeldWorker, isHostName } from '../members/member.ts'
import { awayError, type GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { readCatalogText } from './catalog-text.ts'

/** A worker, and the host that has or had its link; or a host by itself. */
export interface FarWorker extends HeldWorker {
  readonly host: string
  readonly address: string
  /** The time of the last sign of life of that host, in milliseconds. */
  readonly seenAt: number
  /** The id of the catalog that is shown until the present one is here. */
  readonly former: string
}

/** The dependencies of {@link FarWorkers}. */
export interface FarWorkersOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  /** The longest absence of a worker. */
  readonly graceSeconds: number
  /** Opens a file of a worker, or a host, at whichever host has it. */
  readonly openFile: (workerId: string, request: FileRequest, signal: AbortSignal) => Promise<AssetAnswer>
  /** True for a worker whose link is, or was last, this host's. */
  readonly isHere: (workerId: string) => boolean
  /** Returns the digest of this host's own catalog; undefined before it serves. */
  readonly findOwnDigest: () => string | undefined
  /** Called when a catalog has come. */
  readonly onChange: () => void
  readonly log: Log
}

/**
 * The workers of all hosts, the other hosts, and the catalogs of those that are not here: the former until
 * the new one is. Hosts with equal catalogs share one.
 */
export class FarWorkers {
  readonly #options: FarWorkersOptions
  #workers = new Map<string, FarWorker>()
  /** By {@link toCatalogId}. */
  readonly #catalogs = new Map<string, (isAvailable: boolean) => RemoteCatalog>()
  #reading: Promise<void> | undefined

  constructor(options: FarWorkersOptions) {
    this.#options = options
  }

  get all(): Iterable<FarWorker> {
    return this.#workers.values()
  }

  find(workerId: string): FarWorker | undefined {
    return this.#workers.get(workerId)
  }

  /** Returns the catalogs of the workers of other hosts. */
  list(): readonly RemoteCatalog[] {
    const workers = [...this.all].filter(({ workerId }) => !isHostName(workerId))
    return workers.flatMap((worker) => (this.#isNeeded(worker) ? this.#show(worker) : []))
  }

  /** Returns the catalogs of the other hosts that are available, or are not; one of those that are equal. */
  listHosts(isAvailable: boolean): readonly RemoteCatalog[] {
    const hosts = [...this.all].filter((worker) => isHostName(worker.workerId) && this.#isNeeded(worker))
    const shown = hosts.filter((worker) => worker.isAvailable === isAvailable)
    return [...new Set(shown.flatMap((worker) => this.#show(worker)))]
  }

  /** Takes the hosts of the group. Workers of those that are gone are away, and after the grace time gone. */
  take(members: readonly GroupMember[]): void {
    const next = new Map<string, FarWorker>()
    const seenAt = performance.now()
    for (const { id: host, address, workers } of members)
      for (const worker of workers)
        if (worker.since > (next.get(worker.workerId)?.since ?? 0)) {
          const known = this.find(worker.workerId)
          const isHere = known && this.#catalogs.has(toCatalogId(known))
          const former = isHere ? toCatalogId(known) : (known?.former ?? '')
          next.set(worker.workerId, { ...worker, host, address, seenAt, former })
        }
    for (const known of this.all) {
      const isLeft = members.some(({ id }) => id === known.host)
      const isOver = seenAt - known.seenAt > this.#options.graceSeconds * 1000
      if (!isLeft && !isOver && !next.has(known.workerId))
        next.set(known.workerId, { ...known, isAvailable: false })
    }
    this.#workers = next
    const used = new Set([...this.all].flatMap((worker) => [toCatalogId(worker), worker.former]))
    for (const id of this.#catalogs.keys()) if (!used.has(id)) this.#catalogs.delete(id)
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined
    })
  }

  /** Resolves when all catalogs that are missing have come, or cannot come now. */
  async settle(): Promise<void> {
    await this.#reading
  }

  /** Reads the catalogs that are missing, one after the other; what fails is read with the next call. */
  async #readAll(): Promise<void> {
    const tried = new Set<string>()
    const isMissing = (worker: FarWorker): boolean => {
      const id = toCatalogId(worker)
      return !this.#catalogs.has(id) && !tried.has(id) && this.#isNeeded(worker)
    }
    for (let next = [...this.all].find(isMissing); next; next = [...this.all].find(isMissing)) {
      const id = toCatalogId(next)
      tried.add(id)
      await this.#receive(next, id).catch((err: unknown) => {
        if (hasCode(err, 'group.away')) return // logged already
        this.#options.log.warn({ catalog: id, err }, 'a catalog of the group could not be read')
      })
    }
  }

  async #receive({ workerId, catalog: digest }: FarWorker, id: string): Promise<void> {
    const { connection, keys, openFile, onChange } = this.#options
    const lines = (await connection.ask((redis) => redis.get(keys.catalog(digest)))) ?? ''
    const isHost = isHostName(workerId)
    const announced = await readCatalogText({ digest, lines }, isHost ? '' : workerId, (specimen, part) => {
      return async (request, signal) => {
        const holder = isHost ? this.#findHost(digest) : workerId
        return await openFile(holder, { ...request, specimen, part }, signal)
      }
    })
    const [there, away] = [show(workerId, announced, true), show(workerId, announced, false)]
    this.#catalogs.set(id, (isAvailable) => (isAvailable ? there : away))
    onChange()
  }

  /** False for a worker of this host, and for a host with the same catalog as this one. */
  #isNeeded({ workerId, catalog }: FarWorker): boolean {
    const { isHere, findOwnDigest } = this.#options
    return isHostName(workerId) ? catalog !== findOwnDigest() : !isHere(workerId)
  }

  #findHost(digest: string): string {
    const hosts = [...this.all].filter(({ workerId, catalog }) => isHostName(workerId) && catalog === digest)
    return (hosts.find(({ isAvailable }) => isAvailable) ?? hosts[0])?.workerId ?? ''
  }

  #show(worker: FarWorker): readonly RemoteCatalog[] {
    const known = this.#catalogs.get(toCatalogId(worker)) ?? this.#catalogs.get(worker.former)
    return known ? [known(worker.isAvailable)] : []
  }
}

/** Returns what equal catalogs have in common: those of hosts belong to no one of them. */
function toCatalogId({ workerId, catalog }: HeldWorker): string {
  return `${isHostName(workerId) ? '~' : workerId} ${catalog}`
}

/** As of a function: what runs through queues is sent no data. */
const refusesData =
  'it runs at another host of this group, and data do not cross to other hosts; ask that one'

function show(workerId: string, announced: AnnouncedCatalog, isAvailable: boolean): RemoteCatalog {
  const shown = showCatalog(announced, { workerId, isAvailable, refusesData }, () => far)
  if (!isHostName(workerId)) return shown
  const functions = shown.functions.map((found) => ({ ...found, owner: 'a bundle of another host' }))
  return { ...shown, functions, specimens: shown.specimens.map((each) => ({ ...each, origin: null })) }
}

/** The runner of what is far, used while Redis is away: its runs go through queues. */
const far = {
  run: async (): Promise<never> => {
    throw awayError()
  },
}
