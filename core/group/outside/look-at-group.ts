import type { Log } from '../../domain/log.ts'
import { type OutsideSettings, showRedis } from '../group-settings.ts'
import { listMembers } from '../members/list-members.ts'
import { type GroupMember, parseMember, parseRevisions } from '../members/member.ts'
import { layoutVersion, toMemberKeys, toSetKey } from '../members/members.ts'
import { connectGroup, type GroupConnection } from '../redis/connect.ts'
import { PeerSignatures } from '../results/peer-signatures.ts'
import { askPeer, type PeerAnswer } from './ask-peer.ts'

/** What a group is looked at with. */
export interface LookOptions {
  readonly settings: OutsideSettings
  readonly log: Log
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** A host of the group, and how it answers. */
export interface SeenMember extends GroupMember {
  /** The hashes of its bundles; undefined when Redis has no list of them. */
  readonly revisions: ReadonlySet<string> | undefined
  readonly answer: PeerAnswer
}

/** A group as it is seen by none of its hosts. */
export interface GroupView {
  /** Where its Redis is, without secrets. */
  readonly redis: string
  /** Milliseconds that Redis took for an answer, the shortest first. */
  readonly roundTrips: readonly number[]
  /** Milliseconds by which Redis' clock is ahead of this machine's. */
  readonly ahead: number
  /** The version of the hosts' keys when it is not that of this software; else undefined. */
  readonly otherLayout: string | undefined
  readonly members: readonly SeenMember[]
  /** The ids of hosts that say of themselves what this version does not understand. */
  readonly unread: readonly string[]
}

const pings = 20
/** Hosts that are asked at a time. */
const peersAtOnce = 20

/**
 * Looks at a group: connects as its hosts do, reads who is there, and asks each. Leaves nothing behind, and
 * no host notices. @throws `config.invalid` when its Redis cannot serve a group, `group.away`
 */
export async function lookAtGroup({ settings, log, now }: LookOptions): Promise<GroupView> {
  const connection = await connectGroup({ settings, hostId: 'doctor', log })
  try {
    const roundTrips = await measureRoundTrips(connection)
    const keys = toMemberKeys(connection.prefix)
    const before = now()
    const { time, layout, records } = await connection.ask((redis) => listMembers(redis, keys))
    const ahead = time - (before + now()) / 2
    const parsed = [...records].map(([id, record]) => ({ id, member: parseMember(id, record) }))
    const there = parsed.flatMap(({ member }) => member ?? [])
    const sets = await readSets(connection, there)
    const signatures = settings.secrets && new PeerSignatures(settings.secrets, () => now() + ahead)
    const answers = await askPeers(there, { signatures, now })
    return {
      redis: showRedis(settings.redis),
      roundTrips,
      ahead,
      otherLayout: records.size > 0 && layout !== String(layoutVersion) ? layout : undefined,
      members: answers.map(({ member, answer }) => ({ ...member, answer, revisions: sets.get(member.set) })),
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

async function readSets(
  connection: GroupConnection,
  members: readonly GroupMember[],
): Promise<ReadonlyMap<string, ReadonlySet<string> | undefined>> {
  const sets = [...new Set(members.map(({ set }) => set))]
  if (sets.length === 0) return new Map()
  const keys = sets.map((set) => toSetKey(connection.prefix, set))
  const texts = await connection.ask((redis) => redis.mget(keys))
  return new Map(sets.map((set, i) => [set, parseRevisions(texts[i] ?? '')]))
}

async function askPeers(
  members: readonly GroupMember[],
  options: Parameters<typeof askPeer>[1],
): Promise<readonly { readonly member: GroupMember; readonly answer: PeerAnswer }[]> {
  const answers = []
  for (let i = 0; i < members.length; i += peersAtOnce) {
    const some = members.slice(i, i + peersAtOnce)
    const asked = some.map(async (member) => ({ member, answer: await askPeer(member.address, options) }))
    answers.push(...(await Promise.all(asked)))
  }
  return answers
}
