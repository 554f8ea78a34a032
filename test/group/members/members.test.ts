/** The list of a group's hosts: which of them count as there, and for how long. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MemberAnswer } from '../../../core/group/members/ask-member.ts'
import { life } from '../../../core/group/members/life.ts'
import { Members } from '../../../core/group/members/members.ts'
import { connectGroup } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

const ignore = (): void => {}

/** Joins a group as a host whose clock is the test's. */
async function join(
  redis: TestRedis,
  host: string,
  ask: (address: string) => Promise<MemberAnswer> = async () => ({ kind: 'reaches' }),
) {
  const log = createTestLog()
  const settings = { redis: new URL(redis.url) }
  const connection = await connectGroup({ settings, hostId: host, prefix: redis.prefix, log })
  onTestFinished(() => connection.close())
  const own = { address: `http://${host}:1`, revisions: ['r'], workers: [], places: 1, software: '1' }
  let [now, silences] = [0, 0]
  const members = new Members({
    ...{ connection, keys: toKeys(redis.prefix), host, ask, log, onChange: ignore, onLost: ignore },
    ...{ prepare: async () => {}, describe: () => own, clock: () => now },
    onSilent: () => {
      silences++
    },
  })
  await members.join()
  onTestFinished(() => members.leave())
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  const read = (): readonly string[] => members.all.map(({ id }) => id).sort()
  return { members, pass, read, countSilences: () => silences }
}

async function openRedis(): Promise<TestRedis> {
  const redis = await startRedis()
  onTestFinished(() => redis.close())
  return redis
}

describe.skipIf(redisMissing !== undefined)('the hosts of a group', () => {
  it('have lost one that gives no sign of life while others do', async () => {
    const redis = await openRedis()
    const a = await join(redis, 'a')
    const { hosts, ends } = toKeys(redis.prefix)
    const record = (await redis.client.hget(hosts, 'a')) ?? ''
    await redis.client
      .multi()
      .hset(hosts, 'silent', record)
      .zadd(ends, Date.now() + life, 'silent')
      .exec()
    await redis.client.hincrby(toKeys(redis.prefix).group, 'hosts', 1)
    await a.members.beat()
    expect(a.read()).toEqual(['a', 'silent'])
    await redis.client.zincrby(ends, -life, 'silent')
    await a.members.beat()
    expect(a.read()).toEqual(['a'])
  })

  it('are all there when Redis was silent, and not one of them', async () => {
    const redis = await openRedis()
    const [a, b] = [await join(redis, 'a'), await join(redis, 'b')]
    await a.members.beat()
    await redis.passTime(10 * life, [toKeys(redis.prefix).ends])
    await b.members.beat()
    await a.members.beat()
    expect([a.read(), b.read()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('refuse one that takes no requests of theirs before it offers itself', async () => {
    const redis = await openRedis()
    await join(redis, 'a')
    const stranger = join(redis, 'b', async () => ({ kind: 'refused', detail: 'another secret' }))
    const message = expect.stringMatching(/Host a at http:\/\/a:1.*another secret.*SPECIMEN_GROUP_SECRET/)
    await expect(stranger).rejects.toMatchObject({ code: 'config.invalid', message })
    expect(await redis.client.hkeys(toKeys(redis.prefix).hosts)).toEqual(['a'])
  })

  it('refuse one of another form of the keys before it offers itself', async () => {
    const redis = await openRedis()
    const a = await join(redis, 'a')
    const { hosts } = toKeys(redis.prefix)
    const record = JSON.parse((await redis.client.hget(hosts, 'a')) ?? '{}')
    await redis.client.hset(hosts, 'a', JSON.stringify({ ...record, layout: record.layout - 1 }))
    await expect(join(redis, 'b')).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('keeps its state in another form'),
    })
    expect(await redis.client.hkeys(hosts)).toEqual(['a'])
    expect(a.read()).toEqual(['a'])
  })

  it('take one while others are silent or gone, and ask none that has given no sign of life', async () => {
    const redis = await openRedis()
    await join(redis, 'a')
    const { hosts } = toKeys(redis.prefix)
    await redis.client.hset(hosts, 'dead', '{"layout":1}')
    const asked: string[] = []
    await join(redis, 'b', async (address) => {
      asked.push(address)
      return { kind: 'silent' }
    })
    expect(asked).toEqual(['http://a:1'])
  })

  it('notice that they were silent themselves', async () => {
    const redis = await openRedis()
    const a = await join(redis, 'a')
    a.pass(life)
    await expect.poll(a.countSilences).toBe(1)
    a.pass(life - 1)
    await a.members.beat()
    expect(a.countSilences()).toBe(1)
  })
})
