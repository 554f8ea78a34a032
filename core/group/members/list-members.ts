import type { Redis } from 'ioredis'
import { isCount } from '../../domain/number.ts'
import { luaNow, parseReply, readPairs, text } from '../redis/reply.ts'
import { Script } from '../redis/script.ts'
import { luaAddRecords } from '../redis/told-changes.ts'
import type { MemberKeys } from './tell-members.ts'

/** Who is there, as Redis has it; whoever reads it is not among them. */
export interface ListedMembers {
  /** Unix time in milliseconds, by Redis' clock. */
  readonly time: number
  /** The version of the keys of those that are there; '' when nobody ever was. */
  readonly layout: string
  /** What each host says of itself, by id. */
  readonly records: ReadonlyMap<string, string>
}

const listMembersScript = new Script(`${luaNow}${luaAddRecords}
local ends, records, layout = unpack(KEYS)
local time = now()
local reply = {time, redis.call('GET', layout) or ''}
return addRecords(reply, records, redis.call('ZRANGEBYSCORE', ends, '(' .. time, '+inf'))`)

/** Returns who is there, and changes nothing. */
export async function listMembers(
  redis: Redis,
  { ends, records, layout }: MemberKeys,
): Promise<ListedMembers> {
  const reply = parseReply(await listMembersScript.run(redis, [ends, records, layout], []))
  const [time, found, ...rest] = reply
  if (!isCount(time)) throw new TypeError('Redis answered who is there with something else')
  return { time, layout: text(found), records: readPairs(rest) }
}
