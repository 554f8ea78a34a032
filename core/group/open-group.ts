import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import type { OfferedHost, Rooms, RoomsOptions } from '../rooms.ts'
import type { Runner } from '../run/runner.ts'
import { version } from '../version.ts'
import { connectGroup } from './connect.ts'
import { GroupFlights } from './group-flights.ts'
import { GroupResults } from './group-results.ts'
import { GroupRoomCache } from './group-room-cache.ts'
import { GroupRuns } from './group-runs.ts'
import type { GroupSettings } from './group-settings.ts'
import { toRevisionSet } from './member.ts'
import { Members } from './members.ts'
import { loadPackages } from './packages.ts'
import { PeerResults } from './peer-results.ts'
import { PeerSignatures } from './peer-signatures.ts'
import { type AdoptedJob, RedisJobStore } from './redis-job-store.ts'
import { RunEvents } from './run-events.ts'
import { RunQueues } from './run-queues.ts'
import { toHostChannel } from './scripts/settle-job.ts'
import { Shelf } from './shelf.ts'

/** How long a host's word that somebody waits there, or that it leads a run, holds. */
const leaseMs = 30_000

/**
 * Returns the memory that a host shares with the others of its group.
 * @throws `config.invalid` when its Redis cannot serve a group
 */
export async function openGroup(
  options: RoomsOptions & { readonly settings: GroupSettings },
): Promise<Rooms> {
  const group = new Group(options, await connect(options))
  await group.listen()
  return group
}

interface Connected {
  readonly host: string
  readonly connection: Awaited<ReturnType<typeof connectGroup>>
  readonly bullmq: typeof import('bullmq')
}

async function connect({ settings, createId, log }: Parameters<typeof openGroup>[0]): Promise<Connected> {
  const host = createId().slice(0, 16)
  const { bullmq } = await loadPackages()
  return { host, connection: await connectGroup({ settings, hostId: host, log }), bullmq }
}

/** A host of a group: what it shares with the others, and who they are. */
class Group implements Rooms {
  readonly cache: GroupRoomCache
  readonly store: RedisJobStore
  readonly flights: GroupFlights
  readonly share: Rooms['share'] & {}
  readonly peers: GroupResults
  readonly #options: RoomsOptions
  readonly #connected: Connected
  readonly #members: Members
  readonly #runs: GroupRuns
  readonly #fetched: PeerResults
  readonly #shelf: Shelf
  #offered: OfferedHost | undefined

  constructor(options: Parameters<typeof openGroup>[0], connected: Connected) {
    const { config, settings, log, createId, clock } = options
    const { host, connection, bullmq } = connected
    const { redis, prefix, subscriber } = connection
    const { cacheTtl, cacheBytes, jobTtl, jobBytes, jobLimit, resultBytes, poolSize, queueSize } = config
    this.#options = options
    this.#connected = connected
    this.#shelf = new Shelf({ byteLimit: cacheBytes + jobBytes, now: clock })
    const shelf = this.#shelf
    const signatures = new PeerSignatures(settings.secrets, Date.now)
    const fetched = { shelf, signatures, log, resultBytes, arrivingBytes: cacheBytes, copySeconds: cacheTtl }
    this.#fetched = new PeerResults(fetched)
    this.peers = new GroupResults({
      ...{ host, address: settings.address, shelf, peers: this.#fetched, signatures, createId },
      keepSeconds: cacheTtl + jobTtl,
    })
    const results = this.peers
    const ask = connection.ask.bind(connection)
    this.cache = new GroupRoomCache({ ask, prefix, results, ttlSeconds: cacheTtl })
    const counted = { ttlSeconds: jobTtl, runningLimit: jobLimit, now: clock }
    this.store = new RedisJobStore({ connection, hostId: host, results, log, ...counted })
    const attempts = { redis, prefix, results, ttlSeconds: cacheTtl, now: Date.now, log }
    const events = new RunEvents(subscriber, { prefix, log })
    this.flights = new GroupFlights({ ...attempts, ask, events, host, leaseMs, createId })
    const onError = (err: unknown): void => log.debug({ err }, 'the queues of runs')
    this.#members = new Members({
      ...{ connection, id: host, address: settings.address, software: version, log },
      onGone: (gone) => this.#adopt(gone),
      onReturned: () => this.#leaveLost(),
    })
    this.#runs = new GroupRuns({
      ...attempts,
      ...{ bullmq, queues: new RunQueues({ bullmq, redis, prefix, onError }), events, leaseMs },
      createQueueClient: (name) => connection.createQueueClient(name),
      places: poolSize,
      queueLimit: queueSize,
      listWith: (revision) => this.#members.listWith(revision),
      findRunner: (invocation) => this.#findRunner(invocation),
    })
    this.share = (call) => this.#runs.share(call)
  }

  get isBusy(): boolean {
    return this.#runs.isBusy
  }

  /** Hears what others do to its jobs. */
  async listen(): Promise<void> {
    const { connection, host } = this.#connected
    const own = toHostChannel(connection.prefix, host)
    connection.subscriber.on('message', (channel: string, jobId: string) => {
      if (channel === own) this.#offered?.jobs.leave(jobId)
    })
    await connection.subscriber.subscribe(own)
  }

  async join(offered: OfferedHost): Promise<void> {
    this.#offered = offered
    const revisions = this.#listRevisions()
    await this.#members.join({ revisions, places: this.#options.config.poolSize })
    this.#runs.serve(toRevisionSet(revisions), revisions)
  }

  refresh(): void {
    if (!this.#offered) return
    const revisions = this.#listRevisions()
    const { log, config } = this.#options
    this.#runs.serve(toRevisionSet(revisions), revisions)
    this.#members.update({ revisions, places: config.poolSize }).catch((err: unknown) => {
      log.warn({ err }, 'the group could not be told of the bundles of this host')
    })
  }

  async retire(): Promise<void> {
    await this.#runs.retire()
  }

  async close(): Promise<void> {
    const { connection } = this.#connected
    const { log } = this.#options
    this.flights.close()
    await this.#runs.close()
    await this.store.close()
    await this.#members
      .leave()
      .catch((err: unknown) => log.debug({ err }, 'the group was left without a word'))
    this.#fetched.close()
    this.#shelf.close()
    connection.close()
  }

  /** This host was taken for gone, or Redis has lost its data: leaves what is others' now. */
  #leaveLost(): void {
    const { log } = this.#options
    const leave = async (): Promise<void> => {
      const lost = await this.store.dropLost()
      for (const jobId of lost) this.#offered?.jobs.leave(jobId)
      log.warn({ jobs: lost.length }, 'this host was taken for gone; its jobs go on elsewhere')
    }
    leave().catch((err: unknown) => log.warn({ err }, 'lost jobs could not be left'))
  }

  #listRevisions(): string[] {
    return this.#offered?.catalog.bundles.used.map(({ hash }) => hash) ?? []
  }

  #findRunner({ functionName, revision }: Invocation): Runner | undefined {
    const registered = this.#offered?.catalog.snapshot.functions.get(functionName)
    return registered?.revision === revision ? registered.runner : undefined
  }

  /** Goes on with the jobs of a host that is gone, those that no other host goes on with. */
  #adopt(gone: string): void {
    const { log } = this.#options
    const goOn = ({ jobId, caller = '', invocation }: AdoptedJob): void => {
      const runner = this.#findRunner(invocation) ?? nobody
      log.info({ job: jobId, host: gone }, 'a job of a host that is gone goes on here')
      void this.#offered?.jobs.resume(jobId, { invocation, runner }, caller)
    }
    this.store.adopt(gone, goOn).catch((err: unknown) => {
      log.warn({ host: gone, err }, 'the jobs of a host that is gone could not be taken over')
    })
  }
}

/** Runs what this host does not have: others may. */
const nobody: Runner = {
  run: async ({ functionName }) => {
    const detail = `Function "${functionName}" is gone with the host that had it; start the job again.`
    throw new SpecimenError('function.unknown', detail)
  },
}
