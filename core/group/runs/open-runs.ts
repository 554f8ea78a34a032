import type { GroupConnection } from '../redis/connect.ts'
import type { ComputeOptions } from './compute-run.ts'
import { GroupFlights } from './group-flights.ts'
import { GroupRuns, type GroupRunsOptions } from './group-runs.ts'
import type { AttemptOptions } from './run-attempt.ts'
import { RunEvents } from './run-events.ts'
import { RunQueues } from './run-queues.ts'

/** How long a host's word that somebody waits there, or that it leads a run, holds. */
const leaseMs = 30_000

/** What the runs of a group need of one of its hosts. */
export interface OpenRunsOptions
  extends Omit<AttemptOptions, 'redis' | 'prefix'>,
    Pick<GroupRunsOptions, 'places' | 'queueLimit' | 'listWith' | 'findRunner'> {
  readonly connection: GroupConnection
  /** The name of this host, which no other has or had. */
  readonly host: string
  /** Returns an id that no other run or result has or had. */
  readonly createId: () => string
}

/** The flights and runs of a group. */
export interface OpenedRuns {
  readonly flights: GroupFlights
  readonly runs: GroupRuns
  /** What runs are computed with that wait in no queue of the group. */
  readonly computing: ComputeOptions
}

/** Returns the flights and runs of a group, as one of its hosts has them. */
export function openRuns(options: OpenRunsOptions): OpenedRuns {
  const { connection, log } = options
  const { redis, queueing, prefix, bullmq } = connection
  const events = new RunEvents(connection.subscriber, { prefix, log })
  const onError = (err: unknown): void => log.debug({ err }, 'the queues of runs')
  const queues = new RunQueues({ bullmq, redis, queueing, prefix, onError })
  const common = { ...options, redis, prefix, bullmq, events, leaseMs }
  return {
    flights: new GroupFlights({ ...common, ask: (question) => connection.ask(question) }),
    runs: new GroupRuns({
      ...common,
      queues,
      createQueueClient: (name) => connection.createQueueClient(name),
    }),
    computing: common,
  }
}
