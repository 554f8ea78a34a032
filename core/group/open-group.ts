import type { HostMemory, MemoryOptions, OfferedHost } from '../memory/host-memory.ts'
import { version } from '../version.ts'
import { answerPeers } from './answer-peers.ts'
import type { GroupSettings } from './group-settings.ts'
import { JobHeirs } from './jobs/job-heirs.ts'
import { RedisJobStore, type RedisJobStoreOptions } from './jobs/redis-job-store.ts'
import { Members } from './members/members.ts'
import { connectGroup, type GroupConnection } from './redis/connect.ts'
import { GroupRoomCache } from './results/group-room-cache.ts'
import { type OpenResults, openResults } from './results/open-results.ts'
import { findRunner } from './runs/find-runner.ts'
import { type OpenedRuns, type OpenRunsOptions, openRuns } from './runs/open-runs.ts'
import { watchGroup } from './watch-group.ts'
import { GroupWorkers } from './workers/group-workers.ts'

type JoinOptions = MemoryOptions & { readonly settings: GroupSettings }

/**
 * Returns the memory that a host shares with the others of its group.
 * @throws `config.invalid` when its Redis cannot serve a group
 */
export async function openGroup(options: JoinOptions): Promise<HostMemory> {
  const { settings, createId, log, clock } = options
  const host = createId().slice(0, 16)
  return new Group(options, host, await connectGroup({ settings, hostId: host, log, clock }))
}

/** A host of a group: what it shares with the others, and who they are. */
class Group implements HostMemory {
  readonly cache: GroupRoomCache
  readonly store: RedisJobStore
  readonly flights: OpenedRuns['flights']
  readonly share: HostMemory['share'] & {}
  readonly peers: HostMemory['peers'] & {}
  readonly watched: HostMemory['watched'] & {}
  readonly #options: JoinOptions
  readonly #connection: GroupConnection
  readonly #members: Members
  readonly #heirs: JobHeirs
  readonly #runs: OpenedRuns['runs']
  readonly #opened: OpenResults
  readonly #host: string
  readonly #computing: OpenedRuns['computing']
  readonly #findHere: OpenRunsOptions['findRunner']
  #workers: GroupWorkers | undefined
  #offered: OfferedHost | undefined

  constructor(options: JoinOptions, host: string, connection: GroupConnection) {
    const { config, settings, log, createId, clock } = options
    const { prefix } = connection
    const { cacheTtl, jobTtl, jobLimit, poolSize, queueSize } = config
    this.#options = options
    this.#connection = connection
    this.#host = host
    const now = (): number => connection.time.now()
    this.#opened = openResults({ host, settings, config, log, createId, clock, now })
    const { results, shelf, peers, signatures } = this.#opened
    const usage = () => ({ entries: shelf.counts.own, bytes: shelf.ownBytes })
    this.peers = answerPeers({
      ...{ address: settings.address, signatures, results },
      answer: async (question, signal) => await this.#workers?.answer(question, signal),
    })
    const ask = connection.ask.bind(connection)
    this.cache = new GroupRoomCache({ ask, prefix, results, usage, ttlSeconds: cacheTtl })
    const counted = { ttlSeconds: jobTtl, runningLimit: jobLimit, now: clock }
    const recall: RedisJobStoreOptions['recall'] = (call) => this.#heirs.recall(call)
    this.store = new RedisJobStore({ connection, hostId: host, results, recall, log, ...counted })
    const findHere: OpenRunsOptions['findRunner'] = (invocation) =>
      this.#offered && findRunner(this.#offered, invocation)
    this.#findHere = findHere
    this.#heirs = new JobHeirs({
      store: this.store,
      findRunner: findHere,
      getJobs: () => this.#offered?.jobs,
      log,
    })
    this.#members = new Members({
      ...{ connection, id: host, address: settings.address, software: version, log },
      onGone: (gone) => this.#lose(gone),
      onReturned: () => this.#heirs.leaveLost(),
    })
    const { flights, runs, computing } = openRuns({
      ...{ connection, host, results, log, createId, findRunner: findHere },
      ttlSeconds: cacheTtl,
      now,
      places: poolSize,
      queueLimit: queueSize,
      listWith: (revision) => this.#members.listWith(revision),
    })
    this.flights = flights
    this.#runs = runs
    this.#computing = computing
    this.watched = watchGroup({ connection, members: this.#members, shelf, peers, flights, runs })
    this.share = (call) => this.#workers?.share(call) ?? this.#runs.share(call)
  }

  get isBusy(): boolean {
    return this.#runs.isBusy || this.flights.isComputing || (this.#workers?.isBusy ?? false)
  }

  gather(...[openRelay, parts]: Parameters<HostMemory['gather'] & {}>): GroupWorkers {
    const { config, settings } = this.#options
    const workers = new GroupWorkers(
      {
        ...{ connection: this.#connection, host: this.#host, address: settings.address },
        graceSeconds: config.workerGrace,
        isThere: (host) => this.#members.list().some(({ id }) => id === host),
        signatures: this.#opened.signatures,
        ...{ computing: this.#computing, findRunner: this.#findHere, onChange: parts.onChange },
      },
      openRelay && ((onChange) => openRelay({ ...parts, onChange })),
    )
    this.#workers = workers
    this.#connection.reachability.onChange((isAway) => isAway || workers.resume())
    return workers
  }

  async join(offered: OfferedHost): Promise<void> {
    this.#offered = offered
    await this.store.listen((jobId) => offered.jobs.leave(jobId))
    const revisions = this.#listRevisions()
    const { set, told } = this.#members.join({ revisions, places: this.#options.config.poolSize })
    await told
    await this.#workers?.open()
    this.#runs.serve(set, revisions)
  }

  refresh(): void {
    if (!this.#offered) return
    const revisions = this.#listRevisions()
    const { log, config } = this.#options
    const { set, told } = this.#members.offer({ revisions, places: config.poolSize })
    this.#runs.serve(set, revisions)
    told.catch((err: unknown) => log.warn({ err }, 'the group could not be told of the bundles of this host'))
  }

  async retire(): Promise<void> {
    this.#workers?.retire()
    await this.#runs.retire()
  }

  async close(): Promise<void> {
    const { log } = this.#options
    this.flights.close()
    await this.#workers?.close()
    await this.#runs.close(this.#connection.reachability.isAway)
    await this.store.close()
    await this.#members
      .leave()
      .catch((err: unknown) => log.debug({ err }, 'the group was left without a word'))
    this.#opened.close()
    this.#connection.close()
  }

  #lose(host: string): void {
    this.flights.lose(host)
    this.#heirs.adopt(host)
    this.#workers?.lose(host)
  }

  #listRevisions(): string[] {
    return this.#offered?.catalog.bundles.used.map(({ hash }) => hash) ?? []
  }
}
