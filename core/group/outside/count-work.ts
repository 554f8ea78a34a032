import type { GroupMember } from '../members/member.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { readWriter } from '../rooms/room-record.ts'
import { listBundleQueues, toBundleQueue } from '../runs/bundle-queues.ts'
import { isBundleQueue, toHostQueue, toWorkerQueue } from '../runs/run-queues.ts'

/** The runs of one queue, without a word of who has asked for them. */
export interface QueueWork {
  readonly queue: string
  readonly waiting: number
  readonly running: number
  /** The ids of the hosts that take from it. */
  readonly takers: readonly string[]
  /** Runs by the host at which clients wait for them. */
  readonly askers: ReadonlyMap<string, number>
}

/** The rooms and the runs of a group. */
export interface GroupWork {
  /** The number of rooms by the id of the host that has them: the one that has changed each last. */
  readonly rooms: ReadonlyMap<string, number>
  /** The queues in which there is a run. */
  readonly queues: readonly QueueWork[]
}

/** The part of a group's records that is counted. */
export interface CountedGroup {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly members: readonly GroupMember[]
}

/** Counts the rooms and the runs of a group; only reads, all keys of both. @throws `group.away` */
export async function countWork({ connection, keys, members }: CountedGroup): Promise<GroupWork> {
  const rooms = new Map<string, number>()
  for (const key of await connection.listKeys(keys.states)) {
    const writer = await connection.ask((redis) => readWriter(redis, key))
    if (writer !== '') add(rooms, writer)
  }
  const asked = await countAskers(connection, keys)
  const sets = members.flatMap(({ revisions }) => (revisions.length > 0 ? [toBundleQueue(revisions)] : []))
  const names = [...new Set([...sets, ...members.map(({ id }) => toHostQueue(id)), ...asked.keys()])]
  const queues = await Promise.all(
    names.map(async (queue) => ({
      queue,
      takers: listTakers(queue, members),
      askers: asked.get(queue) ?? new Map<string, number>(),
      ...(await countRuns(connection, keys, queue)),
    })),
  )
  return { rooms, queues: queues.filter(({ waiting, running }) => waiting + running > 0) }
}

async function countAskers(
  connection: GroupConnection,
  keys: GroupKeys,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const asked = new Map<string, Map<string, number>>()
  for (const key of await connection.listKeys(keys.flights)) {
    const { queue, ...fields } = await connection.ask((redis) => redis.hgetall(key))
    if (queue === undefined) continue
    const hosts = asked.get(queue) ?? new Map<string, number>()
    asked.set(queue, hosts)
    const waiters = Object.keys(fields).map((name) => name.split(':'))
    const ids = waiters.flatMap(([kind, host]) => (kind === 'host' && host !== undefined ? [host] : []))
    for (const id of new Set(ids)) add(hosts, id)
  }
  return asked
}

/** Counts what BullMQ has in a queue, and writes nothing into it. */
async function countRuns(
  { bullmq, queueing }: GroupConnection,
  keys: GroupKeys,
  name: string,
): Promise<Pick<QueueWork, 'waiting' | 'running'>> {
  const quiet = { skipVersionCheck: true, skipMetasUpdate: true, skipWaitingForReady: true }
  const queue = new bullmq.Queue(name, { ...quiet, prefix: keys.queues, connection: queueing })
  queue.on('error', () => {}) // thrown below
  const { wait = 0, prioritized = 0, active = 0 } = await queue.getJobCounts('wait', 'prioritized', 'active')
  return { waiting: wait + prioritized, running: active }
}

function listTakers(queue: string, members: readonly GroupMember[]): readonly string[] {
  const takes = ({ id, revisions, workers }: GroupMember): boolean =>
    isBundleQueue(queue)
      ? listBundleQueues(revisions, members).includes(queue)
      : queue === toHostQueue(id) || workers.some(({ workerId }) => queue === toWorkerQueue(workerId))
  return members.filter(takes).map(({ id }) => id)
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
