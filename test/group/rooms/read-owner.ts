/** The hosts of a group by what they have written into Redis, and which of them has a room. */
import { type GroupMember, parseMember } from '../../../core/group/members/member.ts'
import { RoomOwners } from '../../../core/group/rooms/room-owners.ts'
import type { TestRedis } from '../../support/redis.ts'

export async function readMembers({ client }: Pick<TestRedis, 'client'>): Promise<readonly GroupMember[]> {
  const records = Object.entries(await client.hgetall('{sp}:hosts'))
  return records.flatMap(([id, record]) => parseMember(id, record) ?? [])
}

/** Resolves with the address of the host that has a room. */
export async function readOwner(redis: Pick<TestRedis, 'client'>, room: string): Promise<string> {
  const members = await readMembers(redis)
  const [first] = members
  if (!first) throw new Error('the group has no host')
  const owners = {
    own: first,
    findMembers: () => members,
    canReach: async () => true,
    standing: { isLost: false },
    onChanged: () => {},
  }
  return new RoomOwners(owners).find(room).address
}

/** Resolves with the number of hosts that one knows of, itself included. */
export async function countHosts(url: string, token = ''): Promise<number> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(/^specimen_group_hosts (\d+)$/m.exec(text)?.[1])
}
