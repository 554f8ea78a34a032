/** Hosts of a group without a network: they share a Redis, and results by a map. */

import type { Invocation } from '../../../core/contract/domain/invocation.ts'
import { MemoryRoomCache } from '../../../core/engine/cache/memory-room-cache.ts'
import { MemoryFlights } from '../../../core/engine/run/memory-flights.ts'
import type { Runner } from '../../../core/engine/run/runner.ts'
import { GroupJobStore } from '../../../core/group/jobs/group-job-store.ts'
import { connectGroup, type GroupConnection } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupResults } from '../../../core/group/results/group-results.ts'
import { GroupRoomCache } from '../../../core/group/results/group-room-cache.ts'
import { PeerRequests } from '../../../core/group/results/peer-request.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { Shelf } from '../../../core/group/results/shelf.ts'
import { toBundleQueue } from '../../../core/group/runs/bundle-queues.ts'
import { GroupFlights } from '../../../core/group/runs/group-flights.ts'
import { parseNews } from '../../../core/group/runs/run-news.ts'
import { RunQueues, toHostQueue } from '../../../core/group/runs/run-queues.ts'
import type { Absence } from '../../../core/group/runs/run-waits.ts'
import { TakenRuns, type TakenRunsOptions } from '../../../core/group/runs/taken-runs.ts'
import { createRunning } from '../../interface/job-store-contract.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import type { TestRedis } from '../../support/redis.ts'

/** A host as far as its runs go. */
export interface TestHost {
  readonly name: string
  readonly connection: GroupConnection
  readonly flights: GroupFlights
  readonly taken: TakenRuns
  readonly queues: RunQueues
  readonly jobs: GroupJobStore
  readonly cache: GroupRoomCache
  readonly log: ReturnType<typeof createTestLog>
  close(): Promise<void>
  /** Ends all connections at once, as a host that was killed. */
  vanish(): Promise<void>
}

/** The parameters of a test host. */
export interface TestHostOptions {
  readonly name: string
  /** The results of all hosts, by id; a host that vanishes takes none away. */
  readonly shelf: Shelf
  /** Hosts that are gone. */
  readonly gone?: Set<string>
  /** The revisions that this host computes. */
  readonly revisions?: readonly string[]
  /** The revisions that any host computes. */
  readonly isServed?: (revision: string) => boolean
  readonly findRunner?: (invocation: Invocation) => Runner | undefined
  readonly findAbsence?: (queue: string) => Absence | undefined
  readonly places?: number
  readonly waits?: TakenRunsOptions['waits']
  readonly runningLimit?: number
  readonly ttlSeconds?: number
  readonly now?: () => number
}

let ids = 0
/** Returns an id that no other has. */
export const createId = (): string => `id${ids++}`

/** Returns results that all hosts of a test have. */
export function createShelf(byteLimit = 1e9, now: () => number = () => performance.now()): Shelf {
  return new Shelf({ byteLimit, now, ttlSeconds: 600 })
}

/** The part of results that other hosts send: all hosts of a test have one shelf. */
export const near = {
  requests: new PeerRequests(new PeerSignatures(['no secret'], Date.now), 1),
  ...{ log: createTestLog(), resultBytes: 1e9, arrivingBytes: 1e9, isKnown: async () => true },
}

/** Opens a host; its time is 5,000 ms after 1970. */
export async function openHost(redis: TestRedis, options: TestHostOptions): Promise<TestHost> {
  const { name, shelf, gone = new Set(), revisions = [], places = 2 } = options
  const { isServed = (revision: string) => revisions.includes(revision) } = options
  const { findRunner = () => undefined, findAbsence = () => undefined } = options
  const { runningLimit = 1000, ttlSeconds = 300, now: clock = () => performance.now() } = options
  const log = createTestLog()
  const settings = { redis: new URL(redis.url) }
  const connection = await connectGroup({ settings, hostId: name, prefix: redis.prefix, log })
  // A busy machine may hold this process for longer than a command may take; a host then computes for itself.
  connection.redis.options.commandTimeout = 60_000
  const keys = toKeys(redis.prefix)
  const place = { host: name, address: `http://${name}:1`, redis: connection.redis, keys }
  const results = new GroupResults({ ...place, ...near, shelf, createId })
  const isThere = (host: string): boolean => !gone.has(host)
  const queues = new RunQueues({ connection, keys, log, keepSeconds: ttlSeconds })
  const shared = { connection, keys, queues, results, host: name, log, isThere, clock }
  const now = (): number => 5_000
  const { waits = { lockDuration: 3000, lockRenewTime: 500, stalledInterval: 500 } } = options
  const taken = new TakenRuns({ ...shared, findRunner, ttlSeconds: 300, now, waits })
  const rooms = new MemoryRoomCache({ ttlSeconds: 300, byteLimit: 1e6, now: clock })
  const flights = new GroupFlights({
    ...{ ...shared, taken, createId, findAbsence, queueLimit: 100 },
    alone: new MemoryFlights({ cache: rooms, createId, now }),
    findPlace: ({ revision }) => {
      if (isServed(revision)) return { queue: toBundleQueue([revision]), isOwn: false }
      return { queue: toHostQueue(name), isOwn: true }
    },
    renew: () => undefined,
    isStale: () => false,
    lookPause: 300,
  })
  const served = revisions.map((revision) => [toBundleQueue([revision]), places] as const)
  taken.serve(new Map([...served, [toHostQueue(name), 1000] as const]))
  await connection.listen(keys.channel, (message) => {
    const { left } = JSON.parse(message.toString())
    if (left) taken.leave(left)
    if (left) flights.leave(left)
  })
  await connection.listen(keys.told(name), (message) => {
    const news = parseNews(message.toString())
    if (news) flights.hear(news)
  })
  const recall = async () => {
    throw new Error('no result is lost')
  }
  const jobs = new GroupJobStore({
    ...shared,
    ttlSeconds,
    running: createRunning(runningLimit),
    recall,
    isServed: () => true,
  })
  const usage = () => shelf.usage
  const cache = new GroupRoomCache({ ...shared, usage, ttlSeconds })
  const close = async (): Promise<void> => {
    flights.close()
    await taken.close(false)
    await queues.close()
    connection.close()
  }
  const vanish = async (): Promise<void> => {
    gone.add(name)
    flights.close()
    connection.close()
    await taken.close(true)
    await queues.close()
  }
  return { name, connection, flights, taken, queues, jobs, cache, log, close, vanish }
}
