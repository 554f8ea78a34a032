import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import type { Log } from '../../domain/log.ts'
import type { AnnouncedCatalog } from '../../federation/relay/announced-catalog.ts'
import type { FileRequest } from '../../federation/relay/remote-file.ts'
import { showCatalog } from '../../federation/relay/shown-catalog.ts'
import { awayError } from '../redis/connect.ts'
import { readCatalog } from './catalog-lines.ts'
import type { WorkerFiles } from './far-files.ts'
import type { PeerQuestions } from './peer-questions.ts'
import type { WorkerDirectory } from './worker-directory.ts'
import type { WorkerRecord } from './worker-record.ts'

/** What {@link FarCatalogs} are had with. */
export interface FarCatalogsOptions {
  readonly directory: Pick<WorkerDirectory, 'list'>
  readonly questions: Pick<PeerQuestions, 'ask'>
  readonly openFile: WorkerFiles['open']
  /** Whether a worker's link is, or was last, this host's. */
  readonly isHere: (workerId: string) => boolean
  /** Told when a catalog has come. */
  readonly onChange: () => void
  readonly log: Log
}

/** The catalog of a worker, as it came from the host that holds it. */
interface FarCatalog {
  readonly digest: string
  readonly announced: AnnouncedCatalog
  readonly shown: RemoteCatalog
  readonly isAvailable: boolean
}

/** Catalogs that come at a time. */
const comingLimit = 8
/** A catalog is at hand, and is sent at once. */
const answerSeconds = 5

/**
 * What workers show whose links other hosts hold, fetched from those when the directory says that it has
 * changed. The former one is shown until the new one is here.
 */
export class FarCatalogs {
  readonly #options: FarCatalogsOptions
  readonly #catalogs = new Map<string, FarCatalog>()
  readonly #coming = new Map<string, Promise<void>>()

  constructor(options: FarCatalogsOptions) {
    this.#options = options
  }

  /** What each of them shows at this moment. */
  list(): readonly RemoteCatalog[] {
    const { directory, isHere } = this.#options
    return directory.list().flatMap((record) => (isHere(record.workerId) ? [] : this.#show(record)))
  }

  /** Fetches what is missing, and forgets what nobody has. What cannot be had is tried with the next call. */
  tend(): void {
    const { directory } = this.#options
    const records = new Map(directory.list().map((record) => [record.workerId, record]))
    for (const workerId of this.#catalogs.keys()) if (!records.has(workerId)) this.#catalogs.delete(workerId)
    for (const record of records.values()) {
      if (this.#coming.size >= comingLimit) return
      if (this.#isMissing(record)) this.#fetch(record)
    }
  }

  /** Resolves when nothing that is missing is on its way any more. */
  async settle(): Promise<void> {
    this.tend()
    while (this.#coming.size > 0) await Promise.all(this.#coming.values())
  }

  #isMissing({ workerId, catalog, isAvailable }: WorkerRecord): boolean {
    const { isHere } = this.#options
    const isKnown = this.#catalogs.get(workerId)?.digest === catalog || this.#coming.has(workerId)
    return isAvailable && !isKnown && !isHere(workerId)
  }

  #fetch(record: WorkerRecord): void {
    const { workerId } = record
    const coming = this.#receive(record).then(
      () => {
        this.#coming.delete(workerId)
        this.tend() // those for which there was no place
      },
      (err: unknown) => {
        this.#coming.delete(workerId)
        const fields = { worker: workerId, host: record.address, err }
        this.#options.log.warn(fields, `the catalog of worker ${workerId} could not be had from its host`)
      },
    )
    this.#coming.set(workerId, coming)
  }

  async #receive({ workerId, address, catalog: digest }: WorkerRecord): Promise<void> {
    const { questions, openFile, onChange } = this.#options
    const { body } = await questions.ask(address, { ask: 'catalog', worker: workerId }, { answerSeconds })
    const announced = await readCatalog(body, {
      workerId,
      digest,
      openFile: (specimen, part) => async (request, signal) => {
        const asked: FileRequest = { ...request, specimen, part }
        return await openFile(workerId, asked, signal)
      },
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
  return { isAvailable, shown: showCatalog(announced, { workerId, isAvailable, createRunner: () => nobody }) }
}

/** Runs go through the host that holds the worker, which nobody can ask by Redis while that is away. */
const nobody = {
  run: async (): Promise<never> => {
    throw awayError()
  },
}
