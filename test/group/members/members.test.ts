/** Who is in a group, over a real Redis; hosts die by hand: their time in Redis is over. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Members, toMemberKeys } from '../../../core/group/members/members.ts'
import { memberLife, tellMembers } from '../../../core/group/members/tell-members.ts'
import { awayError, connectGroup, type GroupConnection } from '../../../core/group/redis/connect.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

describe.skipIf(redisMissing)('the members of a group', () => {
  let redis: TestRedis
  let connection: GroupConnection
  let keys: ReturnType<typeof toMemberKeys>
  const joined: Members[] = []
  const told: string[] = []

  beforeAll(async () => {
    redis = await startRedis()
    keys = toMemberKeys(redis.prefix)
    const settings = { redis: new URL(redis.url) }
    connection = await connectGroup({ settings, hostId: 'h', prefix: redis.prefix, log: createTestLog() })
  })
  beforeEach(() => void told.splice(0))
  afterEach(async () => {
    for (const members of joined.splice(0)) await members.leave()
    const lasting = await redis.findLasting()
    const left = await redis.client.keys(`${redis.prefix}*`)
    if (left.length > 0) await redis.client.del(left)
    expect(lasting).toEqual([])
  })
  afterAll(async () => {
    connection.close()
    await redis.close()
  })

  function create(id: string, pause = 20, over = connection): Members {
    return new Members({
      connection: over,
      id,
      address: `http://${id}:8000`,
      software: '1.0.0',
      onGone: (gone) => told.push(`${id}: ${gone} is gone`),
      onReturned: () => told.push(`${id} is there again`),
      log: createTestLog(),
      pause,
    })
  }
  async function join(id: string, revisions: readonly string[] = [], pause?: number): Promise<Members> {
    const members = create(id, pause)
    joined.push(members)
    await members.join({ revisions, places: 2 }).told
    return members
  }
  const ids = (members: Members): string[] =>
    members
      .list()
      .map(({ id }) => id)
      .sort()
  const endLife = async (id: string): Promise<void> => {
    await redis.client.zincrby(keys.ends, -memberLife, id)
  }

  it('see each other, with what each has', async () => {
    const a = await join('a', ['r1', 'r2'])
    expect(ids(a)).toEqual(['a'])
    const b = await join('b', ['r2'])
    expect(ids(b)).toEqual(['a', 'b'])
    await expect.poll(() => ids(a)).toEqual(['a', 'b'])
    expect(a.list().find(({ id }) => id === 'b')).toMatchObject({
      address: 'http://b:8000',
      places: 2,
      software: '1.0.0',
    })
    expect([a.listWith('r1'), a.listWith('r2'), a.listWith('r3')].map(({ length }) => length)).toEqual([
      1, 2, 0,
    ])
    await b.offer({ revisions: ['r3'], places: 4 }).told
    await expect.poll(() => a.listWith('r3').map(({ id, places }) => [id, places])).toEqual([['b', 4]])
    expect(a.listWith('r2').map(({ id }) => id)).toEqual(['a'])
  })

  it('are named by their revisions, in whatever order these were given', async () => {
    const a = await join('a', ['r1', 'r2'])
    await join('b', ['r2', 'r1'])
    await expect.poll(() => new Set(a.list().map(({ set }) => set)).size === 1 && ids(a).length).toBe(2)
  })

  it('are told at once, and once each, when one leaves', async () => {
    const [a, b, c] = [await join('a'), await join('b'), await join('c')]
    await expect.poll(() => [ids(a), ids(b)]).toEqual([ids(c), ids(c)])
    joined.pop()
    await c.leave()
    await expect.poll(() => [...told].sort()).toEqual(['a: c is gone', 'b: c is gone'])
    expect([ids(a), ids(b)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('are told once each when one dies', async () => {
    const [a, b] = [await join('a'), await join('b')]
    const dead = await join('c', [], 1_000_000)
    await expect.poll(() => [ids(a), ids(b)]).toEqual([ids(dead), ids(dead)])
    await endLife('c')
    await expect.poll(() => [...told].sort()).toEqual(['a: c is gone', 'b: c is gone'])
    await a.offer({ revisions: ['r'], places: 1 }).told
    await expect.poll(() => b.listWith('r').length).toBe(1)
    expect(told).toHaveLength(2)
  })

  it('are told of those that died while nobody was there', async () => {
    const dead = await join('a', [], 1_000_000)
    await endLife('a')
    const b = await join('b')
    expect([ids(b), told]).toEqual([['b'], ['b: a is gone']])
    expect(ids(dead)).toEqual(['a'])
  })

  it('know that they were taken for gone, and are there again', async () => {
    const [a, stopped] = [await join('a'), await join('b', ['r'], 1_000_000)]
    await expect.poll(() => ids(a)).toEqual(['a', 'b'])
    await endLife('b')
    await expect.poll(() => told).toEqual(['a: b is gone'])
    await stopped.offer({ revisions: ['r'], places: 2 }).told
    expect(told).toEqual(['a: b is gone', 'b is there again'])
    expect(ids(stopped)).toEqual(['a', 'b'])
    await expect.poll(() => [ids(a), a.listWith('r').length]).toEqual([['a', 'b'], 1])
  })

  it('learn again what they could not learn to its end', async () => {
    const asks: boolean[] = []
    const broken = {
      prefix: redis.prefix,
      ask: async (question: Parameters<GroupConnection['ask']>[0]) => {
        if (asks.shift() === false) throw awayError()
        return await connection.ask(question)
      },
    }
    const a = create('a', 1_000_000, broken as GroupConnection) // as far as it is asked
    joined.push(a)
    await a.join({ revisions: [], places: 1 }).told
    const dead = await join('dead', [], 1_000_000)
    await a.offer({ revisions: [], places: 1 }).told
    joined.pop()
    await dead.leave()
    await join('b', ['r'], 1_000_000)
    told.splice(0)
    asks.push(true, true, false) // it writes its set, says a word, and cannot read the set of the other
    await expect(a.offer({ revisions: [], places: 1 }).told).rejects.toMatchObject({ code: 'group.away' })
    expect([ids(a), told]).toEqual([['a', 'dead'], []])
    await a.offer({ revisions: [], places: 1 }).told
    expect([ids(a), a.listWith('r').length, told]).toEqual([['a', 'b'], 1, ['a: dead is gone']])

    await endLife('a')
    await join('c', ['s'], 1_000_000)
    asks.push(true, true, true, false) // as before, and it writes its set once more
    await expect(a.offer({ revisions: [], places: 1 }).told).rejects.toMatchObject({ code: 'group.away' })
    expect(told).not.toContain('a is there again')
    await a.offer({ revisions: [], places: 1 }).told
    expect(ids(a)).toEqual(['a', 'b', 'c'])
    expect(told.filter((text) => text === 'a is there again')).toHaveLength(1)
  })

  it('refuse a host whose keys are of another form, and take it when they have left', async () => {
    const a = await join('a')
    await redis.client.set(keys.layout, '0', 'PX', 60_000)
    const b = create('b')
    await expect(b.join({ revisions: [], places: 1 }).told).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('in form 0, this one in form 1'),
    })
    await b.leave()
    joined.splice(0)
    await a.leave()
    await join('c')
    expect(await redis.client.get(keys.layout)).toBe('1')
  })

  it('pass over what is no record of a host', async () => {
    const a = await join('a')
    const good = { address: 'http://x:1', set: 's', places: 1, software: '1' }
    for (const [i, record] of [
      'no json',
      '[]',
      JSON.stringify({ ...good, address: 'file:///etc/passwd' }),
      JSON.stringify({ ...good, address: 'http://x:1/path' }),
      JSON.stringify({ ...good, places: -1 }),
      JSON.stringify({ ...good, set: 7 }),
      JSON.stringify(good),
    ].entries())
      await tellMembers(connection.redis, keys, { id: `x${i}`, record, known: 0, layout: 1, set: 'sp:s' })
    await expect.poll(() => ids(a)).toEqual(['a', 'x6'])
  })

  it('hear nothing in a group in which nothing changes', async () => {
    const word = { id: 'a', record: '{}', known: 0, layout: 1, set: `${redis.prefix}s` }
    const first = await tellMembers(connection.redis, keys, word)
    expect(first).toEqual({ version: 1, isNew: true, records: new Map([['a', '{}']]) })
    const again = await tellMembers(connection.redis, keys, { ...word, known: 1 })
    expect(again).toEqual({ version: 1, isNew: false, records: new Map() })
  })

  it('forget who is gone after a minute', async () => {
    const dead = await join('a', [], 1_000_000)
    joined.splice(0)
    await dead.leave()
    await redis.passTime(59_000, [keys.gone])
    await join('b', [], 1_000_000)
    await redis.passTime(2000, [keys.gone])
    await join('c', [], 1_000_000)
    expect(told).toEqual(['b: a is gone'])
    expect(await redis.client.zrange(keys.changes, '0', '-1')).toEqual(['b', 'c'])
  })

  it.skipIf(!isRedisOwn)(
    'find each other again when Redis has lost everything; nobody is told gone',
    async () => {
      const [a, b] = [await join('a', ['r1']), await join('b', ['r2'])]
      await redis.kill()
      await redis.restart()
      await expect.poll(() => [...told].sort()).toEqual(['a is there again', 'b is there again'])
      await expect
        .poll(() => [ids(a), ids(b)])
        .toEqual([
          ['a', 'b'],
          ['a', 'b'],
        ])
      // Who has heard of another may have to hear once more to know what that has.
      await expect.poll(() => [a.listWith('r2').length, b.listWith('r1').length]).toEqual([1, 1])
    },
  )
})
