import type { Log } from '../../contract/domain/log.ts'
import { type OutsideSettings, showRedis } from '../group-settings.ts'
import { type GroupMember, parseMember } from '../members/member.ts'
import { connectGroup, type GroupConnection } from '../redis/connect.ts'
import { toKeys } from '../redis/keys.ts'
import { PeerSignatures } from '../results/peer-signatures.ts'
import { askPeer, type PeerAnswer } from './ask-peer.ts'
import { countWork, type GroupWork } from './count-work.ts'

/** A host of the group, and its answer. */
export interface SeenMember extends GroupMember {
  readonly answer: PeerAnswer
}

/** A group as it is seen by none of its hosts. */
export interface GroupView {
  /** The address of its Redis, without secrets. */
  readonly redis: string
  /** Set when Redis writes its data to a disk, so that it has them again after a restart. */
  readonly isDurable: boolean
  /** Milliseconds that Redis took for an answer, the shortest first. */
  readonly roundTrips: readonly number[]
  /** Milliseconds by which Redis' clock is ahead of this machine's. */
  readonly ahead: number
  readonly members: readonly SeenMember[]
  /** The ids of hosts whose records this version does not understand. */
  readonly unread: readonly string[]
  readonly work: GroupWork
}

const pings = 20

/**
 * Looks at a group: connects as its hosts do, reads its hosts, and asks each. Leaves nothing behind, and no
 * host notices. `now` returns Unix time in milliseconds.
 * @throws `config.invalid` when its Redis cannot serve a group, `group.away`
 */
export async function lookAtGroup(
  settings: OutsideSettings,
  log: Log,
  now: () => number,
): Promise<GroupView> {
  const connection = await connectGroup({ settings, hostId: 'doctor', log })
  try {
    const roundTrips = await measureRoundTrips(connection)
    const keys = toKeys(connection.prefix)
    const ahead = connection.now() - now()
    const records = await connection.ask(async (redis) => {
      const there = await redis.zrangebyscore(keys.ends, connection.now(), '+inf')
      const found = await redis.hgetall(keys.hosts)
      return there.flatMap((id) => (found[id] === undefined ? [] : [{ id, record: found[id] }]))
    })
    const parsed = records.map(({ id, record }) => ({ id, member: parseMember(id, record) }))
    const there = parsed.flatMap(({ member }) => member ?? [])
    const signatures = settings.secrets && new PeerSignatures(settings.secrets, () => connection.now())
    return {
      redis: showRedis(settings.redis),
      isDurable: connection.isDurable,
      roundTrips,
      ahead,
      members: await Promise.all(
        there.map(async (member) => ({
          ...member,
          answer: await askPeer(member.address, { signatures, now }),
        })),
      ),
      work: await countWork({ connection, keys, members: there }),
      unread: parsed.flatMap(({ id, member }) => (member ? [] : [id])),
    }
  } finally {
    connection.close()
  }
}

async function measureRoundTrips(connection: GroupConnection): Promise<readonly number[]> {
  const found: number[] = []
  for (let i = 0; i < pings; i++) {
    const before = performance.now()
    await connection.ask((redis) => redis.ping())
    found.push(performance.now() - before)
  }
  return found.sort((a, b) => a - b)
}
