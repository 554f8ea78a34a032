import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import { isJsonObject } from '../domain/json.ts'
import {
  createHostMemory,
  type HostMemory,
  type MemoryOptions,
  type OfferedHost,
} from '../memory/host-memory.ts'
import { version } from '../version.ts'
import { answerPeers } from './answer-peers.ts'
import type { GroupSettings } from './group-settings.ts'
import { GroupJobStore } from './jobs/group-job-store.ts'
import { Members } from './members/members.ts'
import { connectGroup, type GroupConnection } from './redis/connect.ts'
import { toKeys } from './redis/keys.ts'
import { parseOwnJson } from './redis/own-json.ts'
import { GroupResults } from './results/group-results.ts'
import { GroupRoomCache } from './results/group-room-cache.ts'
import { PeerRequests } from './results/peer-request.ts'
import { PeerSignatures } from './results/peer-signatures.ts'
import { Shelf } from './results/shelf.ts'
import { GroupRooms } from './rooms/group-rooms.ts'
import { findRunner, recallRunner, renewCall } from './runs/find-runner.ts'
import { GroupFlights, type RunPlace } from './runs/group-flights.ts'
import { lostError } from './runs/run-end.ts'
import { isBundleQueue, isBundleRevision, RunQueues, toBundleQueue, toHostQueue } from './runs/run-queues.ts'
import type { Absence } from './runs/run-waits.ts'
import { TakenRuns } from './runs/taken-runs.ts'
import { watchGroup } from './watch-group.ts'
import { GroupWorkers } from './workers/group-workers.ts'

type JoinOptions = MemoryOptions & { readonly settings: GroupSettings }

/** Connections to each other host: a file keeps one as long as its client reads. */
const connectionLimit = 256
/** Milliseconds between two looks at what this host has in the group. */
const tendPause = 5000
/** Milliseconds for which the end of the queues is awaited, when their runs have ended. */
const closePatience = 5000
/** Milliseconds for which a run waits for a host that has its bundle. */
const bundlePatience = 12_000
/** Runs of this host's own functions in code and files at a time: they have queues of their own. */
const ownPlaces = 1000

/**
 * Returns the memory that a host shares with the others of its group.
 * @throws `config.invalid` when its Redis cannot serve a group
 */
export async function openGroup(options: JoinOptions): Promise<HostMemory> {
  const { settings, createId, log } = options
  const host = createId().slice(0, 16)
  const connection = await connectGroup({ settings, hostId: host, log })
  if (!connection.isDurable)
    log.warn(
      {},
      'This Redis keeps no append-only file, so its jobs are lost when it restarts; ' +
        'set appendonly to yes, and appendfsync to everysec.',
    )
  return new Group(options, host, connection)
}

/** Returns the parts of a host that need none of the others. */
function openParts(
  { config, settings, log, createId, clock }: JoinOptions,
  host: string,
  connection: GroupConnection,
) {
  const { cacheTtl, cacheBytes, jobTtl, jobBytes, resultBytes } = config
  const keys = toKeys(connection.prefix)
  const shelf = new Shelf({ byteLimit: cacheBytes + jobBytes, ttlSeconds: cacheTtl + jobTtl, now: clock })
  const signatures = new PeerSignatures(settings.secrets, () => connection.now())
  const requests = new PeerRequests(signatures, connectionLimit)
  const place = { host, address: settings.address, redis: connection.redis, keys }
  const bounds = { resultBytes, arrivingBytes: cacheBytes }
  const results = new GroupResults({ ...place, ...bounds, requests, log, createId, shelf })
  const queues = new RunQueues({ connection, keys, log, keepSeconds: jobTtl })
  return { keys, shelf, signatures, requests, results, queues }
}

/** A host of a group: the parts that it shares with the others. */
class Group implements HostMemory {
  readonly cache: GroupRoomCache
  readonly store: GroupJobStore
  readonly flights: GroupFlights
  readonly rooms: GroupRooms
  readonly peers: HostMemory['peers'] & {}
  readonly watched: HostMemory['watched'] & {}
  readonly #options: JoinOptions
  readonly #connection: GroupConnection
  readonly #host: string
  readonly #parts: ReturnType<typeof openParts>
  readonly #members: Members
  readonly #taken: TakenRuns
  #offered: OfferedHost | undefined
  #workers: GroupWorkers | undefined
  #timer: NodeJS.Timeout | undefined
  #isRetiring = false

  constructor(options: JoinOptions, host: string, connection: GroupConnection) {
    const { config, settings, log, createId, clock } = options
    const { cacheTtl, jobTtl, jobLimit, poolSize, queueSize } = config
    const { address } = settings
    const parts = openParts(options, host, connection)
    const { keys, shelf, signatures, results, queues } = parts
    this.#options = options
    this.#connection = connection
    this.#host = host
    this.#parts = parts
    const isThere = (id: string): boolean => this.#members.isThere(id)
    const shared = { connection, keys, queues, results, log, host, clock, isThere }
    const taken = new TakenRuns({
      ...{ ...shared, ttlSeconds: cacheTtl, now: () => connection.now() },
      findRunner: (invocation) => this.#offered && findRunner(this.#offered, invocation),
    })
    const alone = createHostMemory(options)
    connection.reachability.onChange(() => void alone.cache.clear())
    this.#taken = taken
    this.cache = new GroupRoomCache({ connection, keys, usage: () => shelf.usage, ttlSeconds: cacheTtl })
    this.flights = new GroupFlights({
      ...{ ...shared, taken, createId, queueLimit: queueSize + poolSize, alone: alone.flights },
      findPlace: (invocation) => this.#findPlace(invocation),
      findAbsence: (queue) => this.#findAbsence(queue),
      renew: (invocation) => this.#offered && renewCall(this.#offered, invocation),
    })
    this.store = new GroupJobStore({
      ...{ ...shared, ttlSeconds: jobTtl, runningLimit: jobLimit },
      recall: async ({ invocation, caller = '' }) => {
        if (!this.#offered) throw notReadyError()
        const runner = recallRunner(this.#offered, invocation)
        return await this.#offered.jobs.repeat({ invocation, runner }, caller)
      },
    })
    this.rooms = new GroupRooms({ ...shared, address, createId })
    this.#members = new Members({
      ...{ connection, keys, log, host },
      prepare: async () => await this.#workers?.readHeld(),
      describe: () => {
        const workers = this.#workers?.listHeld() ?? []
        return { address, revisions: this.#listRevisions(), workers, places: poolSize, software: version }
      },
      onChange: () => {
        this.#workers?.refresh()
        this.rooms.refresh()
      },
      onLost: () => {
        this.flights.loseAll()
        void this.#members.offer()
      },
    })
    const kept = { get: (id: string) => shelf.get(id) ?? this.rooms.findHeld(id) }
    this.peers = answerPeers({ address, signatures, shelf: kept, findWorkers: () => this.#workers })
    this.watched = watchGroup({ connection, members: this.#members, results, flights: this.flights, taken })
  }

  get isBusy(): boolean {
    return this.#taken.isBusy
  }

  gather(...[openRelay, parts]: Parameters<NonNullable<HostMemory['gather']>>): GroupWorkers {
    const { config, log } = this.#options
    const { keys, requests } = this.#parts
    const own = { connection: this.#connection, keys, host: this.#host, members: this.#members }
    const workers = new GroupWorkers(
      {
        ...{ ...own, requests, log, onChange: parts.onChange },
        graceSeconds: config.workerGrace,
        findCatalog: () => this.#offered?.catalog,
        tell: async () => {
          this.#serve()
          await this.#members.offer()
        },
      },
      openRelay && ((relayed) => openRelay({ ...parts, ...relayed })),
    )
    this.#workers = workers
    return workers
  }

  async join(offered: OfferedHost): Promise<void> {
    this.#offered = offered
    await this.#connection.listen(this.#parts.keys.channel, (message) => this.#hear(message.toString()))
    await this.#connection.insist(() => this.#members.join()) // it may have been silent for a moment
    await this.#workers?.settle()
    this.#serve()
    this.#timer = setInterval(() => this.#tend(), tendPause)
    this.#timer.unref()
  }

  refresh(): void {
    this.#serve()
    void this.#members.offer()
  }

  async retire(): Promise<void> {
    this.#isRetiring = true
    this.#workers?.retire()
    this.#taken.serve(new Map([[toHostQueue(this.#host), ownPlaces]]))
    await this.#members.offer()
  }

  async close(): Promise<void> {
    const { shelf, requests } = this.#parts
    clearInterval(this.#timer)
    const { isAway } = this.#connection.reachability
    await this.store.close()
    this.flights.close()
    this.rooms.close()
    const left = this.#leave(isAway).catch(this.#note)
    // BullMQ may wait for ever for an answer that was lost.
    await Promise.race([left, new Promise((resolve) => setTimeout(resolve, closePatience).unref())])
    requests.close()
    shelf.close()
    this.#connection.close()
  }

  async #leave(isAway: boolean): Promise<void> {
    await this.#taken.close(isAway)
    await Promise.all([this.#parts.queues.close(), this.#members.leave()])
  }

  #serve(): void {
    if (!this.#offered || this.#isRetiring) return
    const { poolSize } = this.#options.config
    const bundles = this.#listRevisions().map((revision) => [toBundleQueue(revision), poolSize] as const)
    const workers = this.#workers?.listQueues() ?? []
    this.#taken.serve(new Map([...bundles, ...workers, [toHostQueue(this.#host), ownPlaces] as const]))
  }

  #tend(): void {
    if (this.#connection.reachability.isAway) return
    this.#workers?.refresh()
    void this.#members.offer()
    this.#parts.queues.tend()
    this.#taken.sweep().catch(this.#note)
  }

  #hear(message: string): void {
    const told = parseOwnJson(message)
    const { left, job, host } = isJsonObject(told) ? told : {}
    if (typeof host === 'string' && host !== this.#host) this.#members.tell()
    if (typeof left === 'string') {
      this.#taken.leave(left)
      this.flights.leave(left)
    }
    if (typeof job === 'string') this.#offered?.jobs.leave(job)
  }

  #findPlace(invocation: Invocation): RunPlace | SpecimenError {
    const { revision } = invocation
    const queue = this.#workers?.findQueue(invocation)
    if (queue instanceof SpecimenError) return queue
    if (queue !== undefined) return { queue, isOwn: false }
    return isBundleRevision(revision)
      ? { queue: toBundleQueue(revision), isOwn: false }
      : { queue: toHostQueue(this.#host), isOwn: true }
  }

  #findAbsence(queue: string): Absence | undefined {
    const name = queue.slice(toHostQueue('').length) // of all queues
    if (queue === toHostQueue(name))
      return this.#members.isThere(name) ? undefined : { error: lostError(), patience: 0 }
    if (!isBundleQueue(queue)) return this.#workers?.findAbsence(queue)
    if (this.#members.all.some(({ revisions }) => revisions.includes(name))) return undefined
    const detail = 'No host has had this version of the function for a while; ask for it again.'
    const error = new SpecimenError('host.busy', detail, { retryAfterSeconds: 5 })
    return { error, patience: bundlePatience }
  }

  #listRevisions(): string[] {
    return this.#offered?.catalog.bundles.used.map(({ hash }) => hash) ?? []
  }

  readonly #note = (err: unknown): void => this.#options.log.debug({ err }, 'the group could not be asked')
}

function notReadyError(): SpecimenError {
  return new SpecimenError('host.stopping', 'This host is not ready yet; ask again.')
}
