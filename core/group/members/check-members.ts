import { SpecimenError } from '../../contract/domain/errors.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { MemberAnswer } from './ask-member.ts'
import { layoutVersion, parseMember } from './member.ts'

/** The hosts that are there, and the way to them. */
export interface CheckedMembers {
  readonly connection: Pick<GroupConnection, 'ask' | 'now'>
  readonly keys: Pick<GroupKeys, 'hosts' | 'ends'>
  readonly ask: (address: string) => Promise<MemberAnswer>
}

/**
 * Asks each host that is there before this one offers itself: one of another form of the keys, or of another
 * secret, would take what the others can not fetch. Those that do not answer are no hindrance.
 * @throws `config.invalid`, `group.away`
 */
export async function checkMembers({ connection, keys, ask }: CheckedMembers): Promise<void> {
  const records = await connection.ask(async (redis) => {
    const ids = await redis.zrangebyscore(keys.ends, Math.round(connection.now()), '+inf')
    const found = ids.length === 0 ? [] : await redis.hmget(keys.hosts, ...ids)
    return ids.map((id, i) => [id, found[i]] as const)
  })
  const members = records.flatMap(([id, record]) => {
    if (typeof record !== 'string') return [] // it has left between
    const member = parseMember(id, record)
    if (!member) throw wrongLayoutError(id)
    return member
  })
  await Promise.all(
    members.map(async ({ id, address }) => {
      const answer = await ask(address)
      if (answer.kind === 'refused') throw strangerError(`${id} at ${address}`, answer.detail)
    }),
  )
}

function wrongLayoutError(host: string): SpecimenError {
  const detail = `Host ${host}, which shares this Redis, keeps its state in another form than this one, `
  return new SpecimenError(
    'config.invalid',
    `${detail}${layoutVersion}: stop all of them before the first of the other version starts.`,
  )
}

function strangerError(host: string, said: string): SpecimenError {
  return new SpecimenError(
    'config.invalid',
    `Host ${host}, with this Redis too, and this one refuse each other's requests (${said}): ` +
      'give all hosts of the group the same SPECIMEN_GROUP_SECRET, or another group another database.',
  )
}
