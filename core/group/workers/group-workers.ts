import type { Invocation } from '../../contract/domain/invocation.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import type { RemoteCatalog, RemoteCatalogs } from '../../engine/catalog/remote-catalog.ts'
import type { OpenRelay, Relay } from '../../federation/relay/relay.ts'
import { awayError } from '../../federation/relay/worker-errors.ts'
import { lookPath, reloadPath } from '../../service/http/routes/peer-answers.ts'
import { type HeldWorker, isHostName } from '../members/member.ts'
import type { Members } from '../members/members.ts'
import type { PeerRequests } from '../results/peer-request.ts'
import { toWorkerQueue } from '../runs/run-queues.ts'
import type { Absence } from '../runs/run-waits.ts'
import { FarWorkers, type FarWorkersOptions } from './far-workers.ts'
import { HeldWorkers } from './held-workers.ts'
import { mergeHosts } from './merge-hosts.ts'
import { WorkerFiles } from './worker-files.ts'

/** The dependencies of {@link GroupWorkers}. */
export interface GroupWorkersOptions
  extends Omit<FarWorkersOptions, 'openFile' | 'isHere' | 'findOwnDigest'> {
  readonly requests: PeerRequests
  readonly members: Members
  readonly host: string
  /** Returns the catalog of this host; undefined before it serves. */
  readonly findCatalog: () => Catalog | undefined
  /** Tells the group what this host has now. */
  readonly tell: () => Promise<void>
}

/** Longer than a relay waits until its worker has read its folders. */
const reloadSeconds = 15
/** A host that does not answer within this time is silent, and learns of news when it is there again. */
const silentSeconds = 2

/**
 * The catalogs of a group: of the workers whose links this host holds, of those of the others, and of the
 * other hosts themselves.
 */
export class GroupWorkers implements RemoteCatalogs {
  readonly files: WorkerFiles
  readonly #options: GroupWorkersOptions
  readonly #relay: Relay | undefined
  readonly #held: HeldWorkers
  readonly #far: FarWorkers
  /** The addresses of hosts with workers that did not answer as the last reload began. */
  #silent: readonly string[] = []
  #isRetiring = false

  /** `openRelay` makes the relay, which reports changes of its workers; absent for a host that takes none. */
  constructor(
    options: GroupWorkersOptions,
    openRelay: ((own: Pick<Parameters<OpenRelay>[0], 'onChange' | 'isElsewhere'>) => Relay) | undefined,
  ) {
    this.#options = options
    const { connection, requests, host, findCatalog, onChange } = options
    const relay = openRelay?.({
      onChange: () => {
        onChange()
        void options.tell()
      },
      isElsewhere: (workerId, instance) => {
        const worker = this.#far.find(workerId)
        return worker?.isAvailable === true && worker.host !== host && worker.instance !== instance
      },
    })
    this.#relay = relay
    this.#held = new HeldWorkers(options, relay?.sessions ?? new Map())
    const findOwn = () => findCatalog()?.own
    this.files = new WorkerFiles({ find: (workerId) => this.#far.find(workerId), requests, relay, findOwn })
    this.#far = new FarWorkers({
      ...options,
      openFile: async (...asked) => await this.files.open(...asked),
      isHere: (workerId) => relay?.sessions.has(workerId) ?? false,
      findOwnDigest: () => this.#held.ownDigest,
    })
    connection.reachability.onChange(onChange)
  }

  /** In the same order at every host. */
  list(): readonly RemoteCatalog[] {
    const catalogs = [...(this.#relay?.list() ?? []), ...this.#far.list(), ...this.#listOthers()]
    return catalogs.sort((one, other) => (one.workerId < other.workerId ? -1 : 1))
  }

  /** While Redis is away this host computes by itself, and its own versions count. */
  #listOthers(): readonly RemoteCatalog[] {
    const { connection, members, findCatalog } = this.#options
    const own = findCatalog()?.own
    const [there, away] = [this.#far.listHosts(true), this.#far.listHosts(false)]
    if (!own || there.length + away.length === 0) return []
    const isAlone = connection.reachability.isAway
    const others = isAlone ? { there: [], away: [...there, ...away] } : { there, away }
    const merged = mergeHosts(own, { ...others, seen: members.seen })
    return [{ workerId: '~', ...merged, bundles: 0, errors: [] }]
  }

  async reload(): Promise<void> {
    const { host } = this.#options
    const others = [...this.#far.all].filter(({ workerId, isAvailable, host: holder }) => {
      return isAvailable && holder !== host && !isHostName(workerId)
    })
    const holders = [...new Set(others.map(({ address }) => address))]
    const reloadOthers = async (): Promise<void> => {
      const there = await this.#ask(holders, lookPath, silentSeconds)
      this.#silent = holders.filter((address) => !there.includes(address))
      await this.#ask(there, reloadPath, reloadSeconds)
    }
    await Promise.all([this.reloadHere(), reloadOthers()])
  }

  /** Has all hosts that answer show what this one has now, and this one what they have. */
  async announce(): Promise<void> {
    const { host, members, tell, connection } = this.#options
    await tell()
    const others = members.all.filter(({ id }) => id !== host).map(({ address }) => address)
    if (others.length === 0 || connection.reachability.isAway) return
    const asked = others.filter((address) => !this.#silent.includes(address))
    this.#silent = []
    await this.#ask(asked, lookPath, silentSeconds)
    await this.look().catch(() => {}) // while Redis is away all is as it was
  }

  /** Reads what all hosts have now. @throws `group.away` */
  async look(): Promise<void> {
    await this.#options.members.beat()
    await this.settle()
  }

  /** Asks other hosts for something; resolves with the addresses of those that have answered. */
  async #ask(addresses: readonly string[], path: string, answerSeconds: number): Promise<readonly string[]> {
    const { requests, log } = this.#options
    const asked = addresses.map(async (address) => {
      try {
        const response = await requests.ask(address + path, { method: 'POST', answerSeconds })
        response.resume()
        return [address]
      } catch (err) {
        log.warn({ host: address, err }, 'another host did not answer to a reload')
        return []
      }
    })
    return (await Promise.all(asked)).flat()
  }

  /** Reloads the workers of this host, and tells the group what they have now. */
  async reloadHere(): Promise<void> {
    await this.#relay?.reload()
    await this.#options.tell()
  }

  /** Returns the workers of this host, and itself, as they were read last. */
  listHeld(): readonly HeldWorker[] {
    const held = this.#held.list()
    return this.#isRetiring ? held.map((worker) => ({ ...worker, isAvailable: false })) : held
  }

  /** Reads them. Those of a host that is about to end stay: their runs go on elsewhere. */
  async readHeld(): Promise<void> {
    if (!this.#isRetiring) await this.#held.read()
  }

  /** Resolves when all catalogs of the group are here, or cannot come now. */
  async settle(): Promise<void> {
    await this.#far.settle()
  }

  /** Returns the queues of the workers whose links this host has, with their places. */
  listQueues(): readonly (readonly [queue: string, places: number])[] {
    const sessions = [...(this.#relay?.sessions.values() ?? [])].filter(({ exchanges }) => exchanges.isReady)
    return sessions.map(({ workerId, exchanges }) => [toWorkerQueue(workerId), exchanges.places] as const)
  }

  /**
   * Returns the queue of a call of a worker's function or file, or `worker.unreachable` when no host has its
   * link; undefined for a call of another.
   */
  findQueue(invocation: Invocation): string | Absence['error'] | undefined {
    const { functionName, revision } = invocation
    const [workerId = '', ...own] = functionName.split(':')
    if (own.length === 0) return undefined
    // A file that an older worker does not decode has no revision of the worker's: any host can decode it.
    const isOfWorker = revision.startsWith(`${workerId}:`)
    if (!isOfWorker && !this.#options.findCatalog()?.decodesThere(invocation)) return undefined
    const isHere = this.#relay?.sessions.get(workerId)?.exchanges.isReady === true
    const worker = this.#far.find(workerId)
    if (isHere || worker?.isAvailable) return toWorkerQueue(workerId)
    const state = worker ? 'is away at this moment; try again when it is back' : 'is not connected'
    return awayError(workerId, state)
  }

  /** Returns the error of runs in the queue of a worker that is gone. */
  findAbsence(queue: string): Absence | undefined {
    const workerId = queue.slice(toWorkerQueue('').length)
    const isKnown = this.#far.find(workerId) !== undefined || this.#relay?.sessions.has(workerId)
    if (isKnown || queue !== toWorkerQueue(workerId)) return undefined
    return { error: awayError(workerId, 'has been away for too long and is given up'), patience: 0 }
  }

  /** Takes the hosts of the group, some of which may be new, gone, or have other workers. */
  refresh(): void {
    const { members, host, onChange } = this.#options
    this.#far.take(members.all)
    for (const worker of this.#far.all) if (worker.host !== host) this.#held.check(worker)
    onChange()
  }

  /** The host is about to end. */
  retire(): void {
    this.#isRetiring = true
  }
}
