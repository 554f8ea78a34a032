import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import type { Log } from '../../domain/log.ts'
import type { AnnouncedCatalog } from '../../federation/relay/announced-catalog.ts'
import { showCatalog } from '../../federation/relay/shown-catalog.ts'
import { awayError, type GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { readCatalogText } from './catalog-text.ts'
import type { WorkerDirectory } from './worker-directory.ts'
import type { WorkerFiles } from './worker-files.ts'
import type { WorkerRecord } from './worker-record.ts'

/** The dependencies of {@link FarCatalogs}. */
export interface FarCatalogsOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly directory: Pick<WorkerDirectory, 'list'>
  readonly openFile: WorkerFiles['open']
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

/** The catalogs of workers of other hosts. The former one is shown until the new one is here. */
export class FarCatalogs {
  readonly #options: FarCatalogsOptions
  readonly #catalogs = new Map<string, FarCatalog>()
  readonly #coming = new Map<string, Promise<void>>()

  constructor(options: FarCatalogsOptions) {
    this.#options = options
  }

  list(): readonly RemoteCatalog[] {
    const { directory, isHere } = this.#options
    return directory.list().flatMap((record) => (isHere(record.workerId) ? [] : this.#show(record)))
  }

  /** Reads what is missing, and forgets what no host has. Failures are tried again with the next call. */
  tend(): void {
    const { directory, isHere } = this.#options
    const records = new Map(directory.list().map((record) => [record.workerId, record]))
    for (const workerId of this.#catalogs.keys()) if (!records.has(workerId)) this.#catalogs.delete(workerId)
    for (const record of records.values()) {
      const { workerId, catalog, isAvailable } = record
      if (this.#coming.size >= comingLimit) return
      const isKnown = this.#catalogs.get(workerId)?.digest === catalog || this.#coming.has(workerId)
      if (isAvailable && !isKnown && !isHere(workerId)) this.#fetch(record)
    }
  }

  /** Resolves when all that is missing has come, or cannot come now. */
  async settle(): Promise<void> {
    this.tend()
    while (this.#coming.size > 0) await Promise.all(this.#coming.values())
  }

  #fetch(record: WorkerRecord): void {
    const { workerId } = record
    const { log } = this.#options
    const coming = this.#receive(record).then(
      () => {
        this.#coming.delete(workerId)
        this.tend() // those for which there was no place
      },
      (err: unknown) => {
        this.#coming.delete(workerId)
        log.warn({ worker: workerId, err }, `the catalog of worker ${workerId} could not be read`)
      },
    )
    this.#coming.set(workerId, coming)
  }

  async #receive({ workerId, catalog: digest }: WorkerRecord): Promise<void> {
    const { connection, keys, openFile, onChange } = this.#options
    const lines = (await connection.ask((redis) => redis.get(keys.catalog(digest)))) ?? ''
    const announced = await readCatalogText({ digest, lines }, workerId, (specimen, part) => {
      return async (request, signal) => await openFile(workerId, { ...request, specimen, part }, signal)
    })
    this.#catalogs.set(workerId, { digest, announced, ...show(workerId, announced, true) })
    onChange()
  }

  #show({ workerId, isAvailable }: WorkerRecord): readonly RemoteCatalog[] {
    const known = this.#catalogs.get(workerId)
    if (!known) return []
    if (known.isAvailable === isAvailable) return [known.shown]
    const shown = show(workerId, known.announced, isAvailable)
    this.#catalogs.set(workerId, { ...known, ...shown })
    return [shown.shown]
  }
}

function show(
  workerId: string,
  announced: AnnouncedCatalog,
  isAvailable: boolean,
): Pick<FarCatalog, 'shown' | 'isAvailable'> {
  return { isAvailable, shown: showCatalog(announced, { workerId, isAvailable, createRunner: () => far }) }
}

/** The runner of far workers, used while Redis is away: their runs go through queues. */
const far = {
  run: async (): Promise<never> => {
    throw awayError()
  },
}
