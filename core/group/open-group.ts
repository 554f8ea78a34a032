import type { StoredResult } from '../contract/domain/result/stored-result.ts'
import type { RemoteParts } from '../engine/catalog/remote-catalog.ts'
import type { OpenRelay } from '../federation/relay/relay.ts'
import type { PeerAnswers } from '../service/http/routes/peer-answers.ts'
import { createMemorySharing } from '../service/sharing/memory-sharing.ts'
import type { OfferedHost } from '../service/sharing/offered-host.ts'
import type { Sharing } from '../service/sharing/sharing.ts'
import type { GroupWatch } from '../service/watch/host-watch.ts'
import { version } from '../version.ts'
import { answerPeers, notReadyError } from './answer-peers.ts'
import { type GroupHostOptions, type GroupParts, openGroupParts } from './group-parts.ts'
import { GroupJobStore } from './jobs/group-job-store.ts'
import { askMember, type MemberAnswer } from './members/ask-member.ts'
import { Members } from './members/members.ts'
import { Standing } from './members/standing.ts'
import { warnOfLoss } from './redis/check-redis.ts'
import { connectGroup, type GroupConnection } from './redis/connect.ts'
import type { GroupCall } from './redis/group-call.ts'
import { parseTold } from './redis/parse-told.ts'
import { GroupRoomCache } from './results/group-room-cache.ts'
import { GroupRooms } from './rooms/group-rooms.ts'
import { type RoomOwner, RoomOwners } from './rooms/room-owners.ts'
import { GroupPassage } from './rooms/room-passage.ts'
import { RunPlaces } from './run-places.ts'
import { findRunner, recallRunner, renewCall } from './runs/find-runner.ts'
import { GroupFlights } from './runs/group-flights.ts'
import { parseNews } from './runs/run-news.ts'
import { TakenRuns } from './runs/taken-runs.ts'
import { watchGroup } from './watch-group.ts'
import { GroupWorkers } from './workers/group-workers.ts'

/** Milliseconds between two looks at what this host has in the group. */
const tendPause = 5000
/** Milliseconds for which the end of the queues is awaited, when their runs have ended. */
const closePatience = 5000

/**
 * Returns what a host shares with the others of its group.
 * @throws `config.invalid` when its Redis cannot serve a group
 */
export async function openGroup(options: GroupHostOptions): Promise<Sharing> {
  const { settings, createId, log } = options
  const host = createId().slice(0, 16)
  const connection = await connectGroup({ settings, hostId: host, log })
  warnOfLoss(connection, log)
  return new Group(options, host, connection)
}

/** A host of a group: the parts that it shares with the others. */
class Group implements Sharing {
  readonly cache: GroupRoomCache
  readonly store: GroupJobStore
  readonly flights: GroupFlights
  readonly rooms: GroupRooms
  readonly passage: GroupPassage
  readonly files: GroupParts['files']
  readonly peers: PeerAnswers
  readonly watched: GroupWatch
  readonly #options: GroupHostOptions
  readonly #connection: GroupConnection
  readonly #host: string
  readonly #parts: GroupParts
  readonly #members: Members
  readonly #owners: RoomOwners
  readonly #standing: Standing
  readonly #places: RunPlaces
  readonly #taken: TakenRuns
  #offered: OfferedHost | undefined
  #workers: GroupWorkers | undefined
  #timer: NodeJS.Timeout | undefined
  #isRetiring = false

  constructor(options: GroupHostOptions, host: string, connection: GroupConnection) {
    const { config, settings, log, createId, clock } = options
    const { cacheTtl, jobTtl, poolSize, queueSize } = config
    const { address } = settings
    const isThere = (id: string): boolean => this.#members.isThere(id)
    const isKnown = async (id: string, at: string) => await this.#members.knows(id, at)
    const parts = openGroupParts(options, { host, connection, isThere, isKnown })
    const { keys, shelf, signatures, requests, results, queues, files } = parts
    this.#options = options
    this.#connection = connection
    this.#host = host
    this.#parts = parts
    this.files = files
    const places = new RunPlaces({
      host,
      places: poolSize,
      findMembers: () => this.#members.all,
      findOffered: () => this.#offered,
      findWorkers: () => this.#workers,
    })
    this.#places = places
    const shared = { connection, keys, queues, results, log, host, clock, isThere }
    const taken = new TakenRuns({
      ...shared,
      ttlSeconds: cacheTtl,
      now: () => connection.now(),
      findRunner: (invocation) => this.#offered && findRunner(this.#offered, invocation),
    })
    const alone = createMemorySharing(options)
    connection.reachability.onChange(() => void alone.cache.clear())
    this.#taken = taken
    this.cache = new GroupRoomCache({ connection, keys, usage: () => shelf.usage, ttlSeconds: cacheTtl })
    this.flights = new GroupFlights({
      ...shared,
      taken,
      createId,
      queueLimit: queueSize + poolSize,
      alone: alone.flights,
      findPlace: (invocation) => places.find(invocation),
      findAbsence: (queue) => places.findAbsence(queue),
      renew: (invocation) => this.#offered && renewCall(this.#offered, invocation),
      isStale: (invocation, queue) => places.isStale(invocation, queue),
    })
    this.store = new GroupJobStore({
      ...shared,
      ttlSeconds: jobTtl,
      running: options.account.of('jobs'),
      isServed: (queue) => places.findAbsence(queue) === undefined,
      recall: async (job) => await this.#recall(job),
    })
    const findMembers = () => this.#members.expected
    const canReach = async ({ address }: RoomOwner) => await requests.canReach(address)
    const onChanged = () => this.#rehouse()
    const standing = this.#openStanding()
    const owners = new RoomOwners({ own: { id: host, address }, findMembers, canReach, standing, onChanged })
    this.#owners = owners
    this.#standing = standing
    this.rooms = new GroupRooms({ ...shared, address, createId, owners, requests, shelf, standing })
    this.passage = new GroupPassage({ address, owners, signatures })
    this.#members = this.#openMembers()
    const kept = { get: (id: string) => shelf.get(id) ?? this.rooms.findHeld(id) }
    const reachesRedis = async () => await connection.reaches()
    const answering = { address, signatures, rooms: this.rooms, shelf: kept, files, reachesRedis }
    this.peers = answerPeers({ ...answering, findWorkers: () => this.#workers })
    this.watched = watchGroup({ connection, members: this.#members, results, flights: this.flights, taken })
  }

  get isBusy(): boolean {
    return this.#taken.isBusy
  }

  gather(openRelay: OpenRelay | undefined, parts: RemoteParts): GroupWorkers {
    const { config, log } = this.#options
    const { keys, requests } = this.#parts
    const own = { connection: this.#connection, keys, host: this.#host, members: this.#members }
    const workers = new GroupWorkers(
      {
        ...own,
        requests,
        log,
        onChange: parts.onChange,
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
    const { channel, told } = this.#parts.keys
    await this.#connection.listen(channel, (message) => this.#hear(message.toString()))
    await this.#connection.listen(told(this.#host), (message) => {
      const news = parseNews(message.toString())
      if (news) this.flights.hear(news)
    })
    await this.files.join(offered.files)
    await this.#connection.insist(() => this.#members.join()) // it may have been silent for a moment
    await this.#workers?.settle()
    this.#serve()
    this.#timer = setInterval(() => this.#tend(), tendPause)
    this.#timer.unref()
  }

  async refresh(): Promise<void> {
    this.#serve()
    await this.#workers?.announce()
  }

  async retire(): Promise<void> {
    this.#isRetiring = true
    this.#workers?.retire()
    this.#taken.serve(new Map([this.#places.own]))
    await this.#members.offer()
  }

  async close(): Promise<void> {
    const { shelf, requests } = this.#parts
    clearInterval(this.#timer)
    const { isAway } = this.#connection.reachability
    await this.store.close()
    this.flights.close()
    this.#owners.close()
    this.#standing.close()
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

  #openStanding(): Standing {
    return new Standing({
      reachability: this.#connection.reachability,
      clock: this.#options.clock,
      findOthers: () => this.#members.others,
      ask: this.#ask,
      onChange: () => {
        this.rooms.turn()
        this.#rehouse()
      },
    })
  }

  #openMembers(): Members {
    const { config, settings, log, clock } = this.#options
    const { address } = settings
    return new Members({
      connection: this.#connection,
      keys: this.#parts.keys,
      log,
      clock,
      host: this.#host,
      ask: this.#ask,
      prepare: async () => await this.#workers?.readHeld(),
      describe: () => {
        const workers = this.#workers?.listHeld() ?? []
        const { revisions } = this.#places
        return { address, revisions, workers, places: config.poolSize, software: version }
      },
      onChange: () => {
        this.#workers?.refresh()
        this.#rehouse()
        this.#serve()
      },
      onSilent: () => this.rooms.doubt(),
      onLost: () => {
        this.flights.loseAll()
        this.rooms.turn()
        this.files.tend(true)
        void this.#members.offer()
      },
    })
  }

  readonly #ask = async (address: string): Promise<MemberAnswer> => await askMember(this.#parts, address)

  /** Begins a run of a job again whose host is gone. */
  async #recall({ invocation, caller = '' }: GroupCall): Promise<StoredResult> {
    if (!this.#offered) throw notReadyError()
    const runner = recallRunner(this.#offered, invocation)
    return await this.#offered.jobs.repeat({ invocation, runner }, caller)
  }

  /** Rooms may have other hosts. */
  #rehouse(): void {
    this.rooms.refresh()
    this.passage.refresh()
  }

  #serve(): void {
    if (!this.#offered || this.#isRetiring) return
    this.#taken.serve(this.#places.listQueues())
  }

  #tend(): void {
    if (this.#connection.reachability.isAway) return
    this.#workers?.refresh()
    void this.#members.offer()
    this.files.tend()
    this.#parts.queues.tend()
    this.#taken.sweep().catch(this.#note)
  }

  #hear(message: string): void {
    const { left, job, host } = parseTold(message)
    if (host !== undefined && host !== this.#host) this.#members.tell()
    if (left !== undefined) {
      this.#taken.leave(left)
      this.flights.leave(left)
    }
    if (job !== undefined) this.#offered?.jobs.leave(job)
  }

  readonly #note = (err: unknown): void => this.#options.log.debug({ err }, 'the group could not be asked')
}
