import type { RemoteCatalog, RemoteCatalogs } from '../../catalog/remote-catalog.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Log } from '../../domain/log.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import { awayError } from '../../federation/relay/worker-errors.ts'
import { reloadPath } from '../../http/routes/peer-answers.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { PeerRequests } from '../results/peer-request.ts'
import { toWorkerQueue } from '../runs/run-queues.ts'
import type { Absence } from '../runs/run-waits.ts'
import { FarCatalogs } from './far-catalogs.ts'
import { HeldWorkers } from './held-workers.ts'
import { WorkerDirectory } from './worker-directory.ts'
import { WorkerFiles } from './worker-files.ts'

/** The dependencies of {@link GroupWorkers}. */
export interface GroupWorkersOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly requests: PeerRequests
  readonly host: string
  /** The address at which the other hosts reach this one. */
  readonly address: string
  readonly graceSeconds: number
  readonly isThere: (host: string) => boolean
  readonly log: Log
  /** Called when the catalog of a worker has changed. */
  readonly onChange: () => void
  /** Called when this host takes from other queues of workers. */
  readonly onServe: () => void
}

/** Longer than a relay waits until its worker has read its folders. */
const reloadSeconds = 15

/** The workers of all hosts of a group: those whose links this one holds, and those of the others. */
export class GroupWorkers implements RemoteCatalogs {
  readonly files: WorkerFiles
  readonly #options: GroupWorkersOptions
  readonly #relay: Relay | undefined
  readonly #held: HeldWorkers | undefined
  readonly #directory: WorkerDirectory
  readonly #far: FarCatalogs

  /** `openRelay` makes the relay, which reports changes of its workers; absent for a host that takes none. */
  constructor(options: GroupWorkersOptions, openRelay: ((onChange: () => void) => Relay) | undefined) {
    this.#options = options
    const { requests, onChange } = options
    const directory = new WorkerDirectory({ ...options, onChange: (changed) => this.#take(changed) })
    this.#directory = directory
    const relay = openRelay?.(() => {
      onChange()
      options.onServe()
      this.#held?.tend()
    })
    this.#relay = relay
    this.#held = relay && new HeldWorkers({ ...options, relay })
    this.files = new WorkerFiles({ directory, requests, relay })
    this.#far = new FarCatalogs({
      ...{ ...options, directory },
      openFile: async (...asked) => await this.files.open(...asked),
      isHere: (workerId) => relay?.sessions.has(workerId) ?? false,
    })
  }

  /** In the same order at every host. */
  list(): readonly RemoteCatalog[] {
    const catalogs = [...(this.#relay?.list() ?? []), ...this.#far.list()]
    return catalogs.sort((one, other) => (one.workerId < other.workerId ? -1 : 1))
  }

  async reload(): Promise<void> {
    const { host, requests, log } = this.#options
    const others = this.#directory.list().filter((record) => record.isAvailable && record.host !== host)
    const askHost = async (address: string): Promise<void> => {
      try {
        const asked = { method: 'POST', answerSeconds: reloadSeconds } as const
        const response = await requests.ask(address + reloadPath, asked)
        response.resume()
      } catch (err) {
        log.warn({ host: address, err }, 'the workers of another host could not be reloaded')
      }
    }
    const addresses = new Set(others.map(({ address }) => address))
    await Promise.all([this.reloadHere(), ...[...addresses].map(askHost)])
    if (addresses.size === 0) return
    await this.#directory.read().catch(() => {}) // while Redis is away it is as it was
    await this.#far.settle()
  }

  /** Reloads the workers of this host, and tells the group what they have now. */
  async reloadHere(): Promise<void> {
    await this.#relay?.reload()
    await this.#held?.settle()
  }

  /** Returns the queues of the workers whose links this host has, with their places. */
  listQueues(): readonly (readonly [queue: string, places: number])[] {
    const sessions = [...(this.#relay?.sessions.values() ?? [])].filter(({ isAvailable }) => isAvailable)
    return sessions.map(({ workerId, places }) => [toWorkerQueue(workerId), places] as const)
  }

  /**
   * Returns the queue of a call of a worker's function; undefined for a call of another.
   * @throws `worker.unreachable` when no host has its link
   */
  findQueue({ functionName, revision }: Invocation): string | undefined {
    const [workerId = '', ...own] = functionName.split(':')
    // The call that decodes a worker's file, which any host can, has no revision of the worker's.
    if (own.length === 0 || !revision.startsWith(`${workerId}:`)) return undefined
    const isHere = this.#relay?.sessions.get(workerId)?.isAvailable === true
    const found = this.#directory.find(workerId)
    if (!isHere && !found) throw awayError(workerId, 'is not connected')
    if (!isHere && !found?.isAvailable)
      throw awayError(workerId, 'is away at this moment; try again when it is back')
    return toWorkerQueue(workerId)
  }

  /** Returns the error of runs in the queue of a worker that is gone. */
  findAbsence(queue: string): Absence | undefined {
    const isWorkers = queue.startsWith(toWorkerQueue(''))
    const workerId = queue.slice(toWorkerQueue('').length)
    if (!isWorkers || this.#directory.find(workerId) || this.#relay?.sessions.has(workerId)) return undefined
    const error = awayError(workerId, 'has been away for too long and is given up')
    return { error, notice: error.message, patience: 0 }
  }

  /** Takes the version of the records of workers that Redis has. */
  take(version: string): void {
    this.#directory.take(version)
  }

  /** Takes the record of a worker that another host has told. */
  hear(told: string): void {
    this.#directory.hear(told)
  }

  /** Hosts have come or gone, and with them the links of workers. */
  refresh(): void {
    this.#far.tend()
    this.#options.onChange()
  }

  /** Redis has lost its data. */
  loseAll(): void {
    this.#directory.loseAll()
    this.#held?.loseAll()
  }

  /** Writes what Redis could not take before. */
  tend(): void {
    this.#held?.tend()
    this.#far.tend()
  }

  /** The host is about to end: its workers go on elsewhere. */
  retire(): void {
    this.#held?.retire()
  }

  /** Ends it, once the relay has ended. */
  async close(): Promise<void> {
    await this.#held?.settle()
  }

  #take(changed: ReadonlySet<string>): void {
    for (const workerId of changed) {
      const found = this.#directory.find(workerId)
      if (found) this.#held?.check(found)
    }
    this.#far.tend()
    if (changed.size > 0) this.#options.onChange()
  }
}
