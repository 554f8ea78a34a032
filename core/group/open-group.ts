import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import { isJsonObject } from '../domain/json.ts'
import type { HostMemory, MemoryOptions, OfferedHost } from '../memory/host-memory.ts'
import { version } from '../version.ts'
import { answerPeers } from './answer-peers.ts'
import type { GroupSettings } from './group-settings.ts'
import { GroupJobStore } from './jobs/group-job-store.ts'
import { Members } from './members/members.ts'
import { connectGroup, type GroupConnection } from './redis/connect.ts'
import { type GroupKeys, toKeys } from './redis/keys.ts'
import { parseOwnJson } from './redis/own-json.ts'
import { GroupResults } from './results/group-results.ts'
import { GroupRoomCache } from './results/group-room-cache.ts'
import { PeerRequests } from './results/peer-request.ts'
import { PeerResults } from './results/peer-results.ts'
import { PeerSignatures } from './results/peer-signatures.ts'
import { Shelf } from './results/shelf.ts'
import { absent, findPresent, findRunner } from './runs/find-runner.ts'
import { GroupFlights, type RunPlace } from './runs/group-flights.ts'
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
const bundlePatience = 30_000

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

/** Returns the results of a host, and its requests of the others. */
function openResults(
  { config, settings, log, createId, clock }: JoinOptions,
  { host, connection, keys }: { host: string; connection: GroupConnection; keys: GroupKeys },
) {
  const { cacheTtl, cacheBytes, jobTtl, jobBytes, resultBytes } = config
  const { address } = settings
  const shelf = new Shelf({ byteLimit: cacheBytes + jobBytes, now: clock })
  const signatures = new PeerSignatures(settings.secrets, () => connection.now())
  const requests = new PeerRequests(signatures, connectionLimit)
  const arriving = { resultBytes, arrivingBytes: cacheBytes, copySeconds: cacheTtl }
  const peers = new PeerResults({ shelf, requests, log, ...arriving })
  const kept = { keepSeconds: cacheTtl + jobTtl, createId, shelf, peers }
  const results = new GroupResults({ host, address, redis: connection.redis, keys, ...kept })
  return { shelf, signatures, requests, peers, results }
}

/** A host of a group: the parts that it shares with the others. */
class Group implements HostMemory {
  readonly cache: GroupRoomCache
  readonly store: GroupJobStore
  readonly flights: GroupFlights
  readonly peers: HostMemory['peers'] & {}
  readonly watched: HostMemory['watched'] & {}
  readonly #options: JoinOptions
  readonly #connection: GroupConnection
  readonly #keys: GroupKeys
  readonly #host: string
  readonly #members: Members
  readonly #queues: RunQueues
  readonly #taken: TakenRuns
  readonly #shelf: Shelf
  readonly #requests: PeerRequests
  #offered: OfferedHost | undefined
  #workers: GroupWorkers | undefined
  #timer: NodeJS.Timeout | undefined
  #isRetiring = false

  constructor(options: JoinOptions, host: string, connection: GroupConnection) {
    const { config, settings, log, createId, clock } = options
    const { cacheTtl, jobTtl, jobLimit, poolSize, queueSize } = config
    const { address } = settings
    const keys = toKeys(connection.prefix)
    const now = (): number => connection.now()
    this.#options = options
    this.#connection = connection
    this.#keys = keys
    this.#host = host
    const { shelf, signatures, requests, peers, results } = openResults(options, { host, connection, keys })
    const shared = { connection, keys, results, log, host }
    const queues = new RunQueues({ ...shared, keepSeconds: jobTtl })
    const isThere = (id: string): boolean => this.#members.isThere(id)
    const findHere = (invocation: Invocation) => this.#offered && findRunner(this.#offered, invocation)
    const taken = new TakenRuns({
      ...shared,
      queues,
      findRunner: findHere,
      isThere,
      ttlSeconds: cacheTtl,
      now,
    })
    this.#shelf = shelf
    this.#requests = requests
    this.#queues = queues
    this.#taken = taken
    const usage = () => ({ entries: shelf.counts.own, bytes: shelf.ownBytes })
    this.cache = new GroupRoomCache({ connection, keys, usage, ttlSeconds: cacheTtl })
    this.flights = new GroupFlights({
      ...{ ...shared, queues, taken, createId, now, clock, isThere },
      queueLimit: queueSize + poolSize,
      findPlace: (invocation) => this.#findPlace(invocation),
      findAbsence: (queue) => this.#findAbsence(queue),
      findPresent: (invocation) => this.#offered && findPresent(this.#offered, invocation),
    })
    this.store = new GroupJobStore({
      ...{ ...shared, queues, isThere, ttlSeconds: jobTtl, runningLimit: jobLimit, now: clock },
      recall: async (call) => {
        const jobs = this.#offered?.jobs
        const runner = (this.#offered && findRunner(this.#offered, call.invocation)) ?? absent
        if (!jobs) throw new SpecimenError('host.stopping', 'This host is not ready yet; ask again.')
        return await jobs.repeat({ invocation: call.invocation, runner }, call.caller ?? '')
      },
    })
    this.#members = this.#createMembers()
    this.peers = answerPeers({ address, signatures, shelf, findWorkers: () => this.#workers })
    const members = this.#members
    this.watched = watchGroup({ connection, members, shelf, peers, flights: this.flights, taken })
  }

  #createMembers(): Members {
    const { config, settings, log } = this.#options
    const { address } = settings
    const { poolSize } = config
    return new Members({
      ...{ connection: this.#connection, keys: this.#keys, log, host: this.#host },
      prepare: async () => await this.#workers?.readHeld(),
      describe: () => {
        const workers = this.#workers?.listHeld() ?? []
        const bundles = this.#workers?.listBundles() ?? { revisions: [], seen: [] }
        return { address, ...bundles, workers, places: poolSize, software: version }
      },
      onChange: () => {
        this.#workers?.refresh()
        this.flights.lookAgain()
      },
      onLost: () => {
        this.flights.loseAll()
        this.#workers?.loseAll()
        void this.#members.offer()
      },
    })
  }

  get isBusy(): boolean {
    return this.#taken.isBusy
  }

  gather(...[openRelay, parts]: Parameters<NonNullable<HostMemory['gather']>>): GroupWorkers {
    const { config, log } = this.#options
    const own = { connection: this.#connection, keys: this.#keys, host: this.#host, members: this.#members }
    const workers = new GroupWorkers(
      {
        ...{ ...own, requests: this.#requests, log, onChange: parts.onChange },
        graceSeconds: config.workerGrace,
        findCatalog: () => this.#offered?.catalog,
        tell: async () => {
          this.#serve()
          await this.#members.offer()
        },
      },
      openRelay && ((own) => openRelay({ ...parts, ...own })),
    )
    this.#workers = workers
    return workers
  }

  async join(offered: OfferedHost): Promise<void> {
    this.#offered = offered
    await this.#connection.listen(this.#keys.channel, (message) => this.#hear(message))
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
    await Promise.all([this.#members.offer(), this.#taken.retire()])
  }

  async close(): Promise<void> {
    const { log } = this.#options
    clearInterval(this.#timer)
    const { isAway } = this.#connection.reachability
    await this.store.close()
    this.flights.close()
    const left = this.#leave(isAway).catch((err: unknown) =>
      log.debug({ err }, 'the group was left silently'),
    )
    // BullMQ may wait for ever for an answer that was lost.
    await Promise.race([left, new Promise((resolve) => setTimeout(resolve, closePatience).unref())])
    this.#requests.close()
    this.#shelf.close()
    this.#connection.close()
  }

  async #leave(isAway: boolean): Promise<void> {
    await this.#taken.close(isAway)
    await Promise.all([this.#queues.close(), this.#members.leave()])
  }

  #serve(): void {
    if (!this.#offered || this.#isRetiring) return
    const { poolSize } = this.#options.config
    const queues = this.#listRevisions().map((revision) => [toBundleQueue(revision), poolSize] as const)
    const workers = this.#workers?.listQueues() ?? []
    this.#taken.serve(new Map([...queues, ...workers, [toHostQueue(this.#host), ownPlaces] as const]))
    this.#queues.tend(this.#taken.served)
  }

  #tend(): void {
    if (this.#connection.reachability.isAway) return
    this.#workers?.refresh()
    void this.#members.offer()
    this.#queues.tend(this.#taken.served)
    this.#taken
      .sweep()
      .catch((err: unknown) => this.#options.log.debug({ err }, 'runs could not be looked at'))
  }

  #hear(message: string): void {
    const told = parseOwnJson(message)
    if (told === undefined || !isJsonObject(told)) return
    const { left, job, host } = told
    if (typeof host === 'string' && host !== this.#host) this.#members.tell()
    if (typeof left === 'string') {
      this.#taken.leave(left)
      this.flights.leave(left)
    }
    if (typeof job === 'string') this.#offered?.jobs.leave(job)
  }

  #findPlace(invocation: Invocation): RunPlace {
    const { revision } = invocation
    const workers = this.#workers?.findQueue(invocation)
    if (workers !== undefined) return { queue: workers, isOwn: false }
    return isBundleRevision(revision)
      ? { queue: toBundleQueue(revision), isOwn: false }
      : { queue: toHostQueue(this.#host), isOwn: true }
  }

  #findAbsence(queue: string): Absence | undefined {
    if (!isBundleQueue(queue)) return this.#workers?.findAbsence(queue)
    if (this.#hasBundle(queue.slice(toBundleQueue('').length))) return undefined
    const detail = 'No host has had this version of the function for a while; ask for it again.'
    const error = new SpecimenError('host.busy', detail, { retryAfterSeconds: 5 })
    return { error, patience: bundlePatience }
  }

  #hasBundle(revision: string): boolean {
    return this.#members.all.some(({ revisions }) => revisions.includes(revision))
  }

  #listRevisions(): string[] {
    return this.#offered?.catalog.bundles.used.map(({ hash }) => hash) ?? []
  }
}

/** Runs of this host's own functions in code and files at a time: they have queues of their own. */
const ownPlaces = 1000
