/** Hosts of a group without a network: what they share is a Redis, and results in a map. */
import type { Invocation } from '../../../core/domain/invocation.ts'
import { connectGroup, type GroupConnection } from '../../../core/group/redis/connect.ts'
import { loadPackages } from '../../../core/group/redis/packages.ts'
import { GroupFlights } from '../../../core/group/runs/group-flights.ts'
import { GroupRuns } from '../../../core/group/runs/group-runs.ts'
import { RunEvents } from '../../../core/group/runs/run-events.ts'
import { type RevisionSet, RunQueues } from '../../../core/group/runs/run-queues.ts'
import type { Runner } from '../../../core/run/runner.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
import type { TestRedis } from '../../support/redis.ts'
import { createId, createKeptResults, type Kept } from '../kept-results.ts'

/** A host as far as its runs go. */
export interface TestHost {
  readonly name: string
  readonly connection: GroupConnection
  readonly flights: GroupFlights
  readonly runs: GroupRuns
  readonly log: ReturnType<typeof createTestLog>
  close(): Promise<void>
  /** Says nothing more to anybody, as a host that was killed. */
  vanish(): Promise<void>
}

/** What a test host is made with. */
export interface TestHostOptions {
  readonly name: string
  readonly kept: Kept
  readonly leaseMs?: number
  readonly places?: number
  /** Which hosts have which revisions; none but this one where absent. */
  readonly sets?: { listWith(revision: string): readonly RevisionSet[] }
  readonly findRunner?: (invocation: Invocation) => Runner | undefined
}

const nobodyElse = { listWith: () => [] }

/** Opens a host; its time is 5,000 ms after 1970. */
export async function openHost(
  redis: TestRedis,
  {
    name,
    kept,
    leaseMs = 30_000,
    places = 2,
    sets = nobodyElse,
    findRunner = () => undefined,
  }: TestHostOptions,
): Promise<TestHost> {
  const log = createTestLog()
  const { prefix } = redis
  const settings = { redis: new URL(redis.url) }
  const connection = await connectGroup({ settings, hostId: name, prefix, log })
  // A busy machine may hold this process for longer than a command may take; a host then computes for itself.
  for (const { options } of [connection.redis, connection.queueing]) options.commandTimeout = 60_000
  const { bullmq } = await loadPackages()
  const results = createKeptResults(name, kept)
  const attempts = { redis: connection.redis, prefix, results, ttlSeconds: 300, now: () => 5_000, log }
  const events = new RunEvents(connection.subscriber, { prefix, log })
  const flights = new GroupFlights({
    ...attempts,
    ask: (question) => connection.ask(question),
    events,
    host: name,
    leaseMs,
    createId,
  })
  const onError = (error: unknown): void => log.debug({ err: error }, 'queue')
  const connections = { redis: connection.redis, queueing: connection.queueing }
  const queues = new RunQueues({ bullmq, ...connections, prefix, onError })
  const runs = new GroupRuns({
    ...attempts,
    bullmq,
    queues,
    createQueueClient: (purpose) => connection.createQueueClient(purpose),
    events,
    places,
    leaseMs,
    queueLimit: 100,
    patienceMs: 4000,
    listWith: (revision) => sets.listWith(revision),
    waits: { lockDuration: 600, lockRenewTime: 200, stalledInterval: 200 },
    findRunner,
  })
  const close = async (): Promise<void> => {
    flights.close()
    await runs.close()
    connection.close()
  }
  const vanish = async (): Promise<void> => {
    flights.close()
    connection.close()
    await runs.close(true)
  }
  return { name, connection, flights, runs, log, close, vanish }
}
