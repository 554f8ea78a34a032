import type { OfferedHost, Rooms, RoomsOptions, WatchedRooms } from '../rooms.ts'
import { version } from '../version.ts'
import type { GroupSettings } from './group-settings.ts'
import { JobHeirs } from './jobs/job-heirs.ts'
import { RedisJobStore, type RedisJobStoreOptions } from './jobs/redis-job-store.ts'
import { Members } from './members/members.ts'
import { connectGroup, type GroupConnection } from './redis/connect.ts'
import type { GroupResults } from './results/group-results.ts'
import { GroupRoomCache } from './results/group-room-cache.ts'
import { type OpenResults, openResults } from './results/open-results.ts'
import { findRunner } from './runs/find-runner.ts'
import type { GroupFlights } from './runs/group-flights.ts'
import type { GroupRuns } from './runs/group-runs.ts'
import { type OpenRunsOptions, openRuns } from './runs/open-runs.ts'
import { watchGroup } from './watch-group.ts'

/**
 * Returns the memory that a host shares with the others of its group.
 * @throws `config.invalid` when its Redis cannot serve a group
 */
export async function openGroup(
  options: RoomsOptions & { readonly settings: GroupSettings },
): Promise<Rooms> {
  const { settings, createId, log, clock } = options
  const host = createId().slice(0, 16)
  return new Group(options, host, await connectGroup({ settings, hostId: host, log, clock }))
}

/** A host of a group: what it shares with the others, and who they are. */
class Group implements Rooms {
  readonly cache: GroupRoomCache
  readonly store: RedisJobStore
  readonly flights: GroupFlights
  readonly share: Rooms['share'] & {}
  readonly peers: GroupResults
  readonly watched: WatchedRooms
  readonly #options: RoomsOptions
  readonly #connection: GroupConnection
  readonly #members: Members
  readonly #heirs: JobHeirs
  readonly #runs: GroupRuns
  readonly #opened: OpenResults
  #offered: OfferedHost | undefined

  constructor(options: Parameters<typeof openGroup>[0], host: string, connection: GroupConnection) {
    const { config, settings, log, createId, clock } = options
    const { prefix } = connection
    const { cacheTtl, jobTtl, jobLimit, poolSize, queueSize } = config
    this.#options = options
    this.#connection = connection
    const now = (): number => connection.time.now()
    this.#opened = openResults({ host, settings, config, log, createId, clock, now })
    const { results, shelf, peers } = this.#opened
    const usage = () => ({ entries: shelf.counts.own, bytes: shelf.ownBytes })
    this.peers = results
    const ask = connection.ask.bind(connection)
    this.cache = new GroupRoomCache({ ask, prefix, results, usage, ttlSeconds: cacheTtl })
    const counted = { ttlSeconds: jobTtl, runningLimit: jobLimit, now: clock }
    const recall: RedisJobStoreOptions['recall'] = (call) => this.#heirs.recall(call)
    this.store = new RedisJobStore({ connection, hostId: host, results, recall, log, ...counted })
    const findHere: OpenRunsOptions['findRunner'] = (invocation) =>
      this.#offered && findRunner(this.#offered, invocation)
    this.#heirs = new JobHeirs({
      store: this.store,
      findRunner: findHere,
      getJobs: () => this.#offered?.jobs,
      log,
    })
    this.#members = new Members({
      ...{ connection, id: host, address: settings.address, software: version, log },
      onGone: (gone) => this.#heirs.adopt(gone),
      onReturned: () => this.#heirs.leaveLost(),
    })
    const { flights, runs } = openRuns({
      ...{ connection, host, results, log, createId, findRunner: findHere },
      ttlSeconds: cacheTtl,
      now,
      places: poolSize,
      queueLimit: queueSize,
      listWith: (revision) => this.#members.listWith(revision),
    })
    this.flights = flights
    this.#runs = runs
    this.watched = watchGroup({ connection, members: this.#members, shelf, peers, flights, runs })
    this.share = (call) => this.#runs.share(call)
  }

  get isBusy(): boolean {
    return this.#runs.isBusy || this.flights.isComputing
  }

  async join(offered: OfferedHost): Promise<void> {
    this.#offered = offered
    await this.store.listen((jobId) => offered.jobs.leave(jobId))
    const revisions = this.#listRevisions()
    const { set, told } = this.#members.join({ revisions, places: this.#options.config.poolSize })
    await told
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
    await this.#runs.retire()
  }

  async close(): Promise<void> {
    const { log } = this.#options
    this.flights.close()
    await this.#runs.close(this.#connection.reachability.isAway)
    await this.store.close()
    await this.#members
      .leave()
      .catch((err: unknown) => log.debug({ err }, 'the group was left without a word'))
    this.#opened.close()
    this.#connection.close()
  }

  #listRevisions(): string[] {
    return this.#offered?.catalog.bundles.used.map(({ hash }) => hash) ?? []
  }
}
