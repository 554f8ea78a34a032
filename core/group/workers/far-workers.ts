import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { AssetAnswer } from '../../domain/specimen.ts'
import type { AnnouncedCatalog } from '../../federation/relay/announced-catalog.ts'
import type { FileRequest } from '../../federation/relay/remote-file.ts'
import { showCatalog } from '../../federation/relay/shown-catalog.ts'
import { type GroupMember, type HeldWorker, isHostName } from '../members/member.ts'
import { awayError, type GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { readCatalogText } from './catalog-text.ts'
import type { OtherHosts } from './merge-hosts.ts'

/** A worker, and the host that has or had its link; or a host by itself. */
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

interface FarCatalog {
  readonly digest: string
  readonly announced: AnnouncedCatalog
  readonly shown: RemoteCatalog
  readonly isAvailable: boolean
}

/** Catalogs that are read at a time. */
const comingLimit = 8

/**
 * The workers of all hosts, the other hosts, and the catalogs of those that are not here: the former until
 * the new one is. Hosts with equal catalogs share one.
 */
export class FarWorkers {
  readonly #options: FarWorkersOptions
  #workers = new Map<string, FarWorker>()
  #seen = new Map<string, number>()
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
      isHostName(worker.workerId) || this.#options.isHere(worker.workerId) ? [] : this.#show(worker),
    )
  }

  /** Returns the catalogs of the other hosts, one of those that are equal. */
  listHosts(): OtherHosts {
    const hosts = [...this.all].filter((worker) => isHostName(worker.workerId) && !this.#isAlike(worker))
    const listShown = (some: readonly FarWorker[]): readonly RemoteCatalog[] => [
      ...new Set(some.flatMap(({ workerId }) => this.#catalogs.get(workerId)?.shown ?? [])),
    ]
    return {
      there: listShown(hosts.filter(({ isAvailable }) => isAvailable)),
      away: listShown(hosts.filter(({ isAvailable }) => !isAvailable)),
      findSeen: (revision) => this.#seen.get(revision) ?? 0,
    }
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
    this.#seen = readSeen(members)
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
      // One that is away is shown, too.
      if (isKnown || isHere(workerId) || this.#isAlike(worker)) continue
      const equal = isHostName(workerId) ? this.#findEqual(catalog) : undefined
      if (equal === 'coming') continue
      if (equal) {
        this.#catalogs.set(workerId, equal)
        continue
      }
      const end = (): unknown => this.#coming.delete(workerId)
      const coming = this.#receive(worker).then(
        () => {
          end()
          this.#tend() // those for which there was no place
        },
        (err: unknown) => {
          end()
          if (err instanceof SpecimenError && err.code === 'group.away') return // logged already
          const of = isHostName(workerId) ? `host ${worker.host}` : `worker ${workerId}`
          log.warn({ worker: workerId, err }, `the catalog of ${of} could not be read`)
        },
      )
      this.#coming.set(workerId, coming)
    }
  }

  async #receive({ workerId, catalog: digest }: FarWorker): Promise<void> {
    const { connection, keys, openFile, onChange } = this.#options
    const lines = (await connection.ask((redis) => redis.get(keys.catalog(digest)))) ?? ''
    const isHost = isHostName(workerId)
    const announced = await readCatalogText({ digest, lines }, isHost ? '' : workerId, (specimen, part) => {
      return async (request, signal) => {
        const holder = isHost ? this.#findHost(digest) : workerId
        return await openFile(holder, { ...request, specimen, part }, signal)
      }
    })
    this.#catalogs.set(workerId, { digest, announced, ...show(workerId, announced, true) })
    onChange()
  }

  /** True for a host with the same catalog as this one, and for this one. */
  #isAlike({ workerId, catalog }: FarWorker): boolean {
    return isHostName(workerId) && catalog === this.#options.findOwnDigest()
  }

  #findHost(digest: string): string {
    const hosts = [...this.all].filter(({ workerId, catalog }) => isHostName(workerId) && catalog === digest)
    return (hosts.find(({ isAvailable }) => isAvailable) ?? hosts[0])?.workerId ?? ''
  }

  #findEqual(digest: string): FarCatalog | 'coming' | undefined {
    for (const { workerId, catalog } of this.all) {
      if (catalog !== digest || !isHostName(workerId)) continue
      const known = this.#catalogs.get(workerId)
      if (known?.digest === digest) return known
      if (this.#coming.has(workerId)) return 'coming'
    }
    return undefined
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
  const shown = showCatalog(announced, { workerId, isAvailable, createRunner: () => far })
  if (!isHostName(workerId)) return { isAvailable, shown }
  const functions = shown.functions.map((found) => ({ ...found, owner: 'a bundle of another host' }))
  const specimens = shown.specimens.map((specimen) => ({ ...specimen, origin: null }))
  return { isAvailable, shown: { ...shown, functions, specimens } }
}

/** Returns the time at which each revision was first seen, by the hosts that have it. */
function readSeen(members: readonly GroupMember[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { revisions, seen } of members)
    for (const [i, revision] of revisions.entries())
      times.set(
        revision,
        Math.min(seen[i] ?? Number.POSITIVE_INFINITY, times.get(revision) ?? Number.POSITIVE_INFINITY),
      )
  return times
}

/** The runner of what is far, used while Redis is away: its runs go through queues. */
const far = {
  run: async (): Promise<never> => {
    throw awayError()
  },
}
