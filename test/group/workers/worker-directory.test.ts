/** Which host holds which worker, as several hosts know it over one Redis. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectGroup, type GroupConnection } from '../../../core/group/redis/connect.ts'
import { toDirectoryKeys } from '../../../core/group/workers/directory-records.ts'
import { WorkerDirectory } from '../../../core/group/workers/worker-directory.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

const graceSeconds = 60
const connected = { hold: 0, isConnected: true }

interface Host {
  readonly name: string
  readonly connection: GroupConnection
  readonly directory: WorkerDirectory
  /** What it says that it has, when it looks. */
  held: (readonly [string, number])[]
  /** What it was told has changed, in each look at which something had. */
  readonly changes: string[][]
}

describe.skipIf(redisMissing !== undefined)('the directory of workers', () => {
  let redis: TestRedis
  let a: Host
  let b: Host
  let there: string[]

  const openHost = async (name: string): Promise<Host> => {
    const log = createTestLog()
    const settings = { redis: new URL(redis.url) }
    const connection = await connectGroup({ settings, hostId: name, prefix: redis.prefix, log })
    const host: Host = { name, connection, held: [], changes: [], directory: undefined as never } // set below
    const directory = new WorkerDirectory({
      ...{ connection, graceSeconds, log, pause: 1e6 },
      isThere: (id) => there.includes(id),
      listHeld: () => host.held,
      onRead: (changed) => changed.size > 0 && host.changes.push([...changed].sort()),
    })
    await directory.open()
    return Object.assign(host, { directory })
  }
  const toHeld = ({ name }: Host, isAvailable = true) => {
    return { host: name, address: 'http://10.0.0.1:8000', instance: `i-${name}`, catalog: 'c', isAvailable }
  }
  const hold = async (host: Host, worker: string, given = connected, isAvailable = true) =>
    await host.directory.hold(worker, toHeld(host, isAvailable), given)
  const holderAt = (host: Host, worker = 'w1') => host.directory.find(worker)?.host
  const passTime = async (milliseconds: number) => {
    const { ends, gone } = toDirectoryKeys(redis.prefix)
    await redis.passTime(milliseconds, [ends, gone])
  }

  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())
  beforeEach(async () => {
    const keys = await redis.client.keys(`${redis.prefix}*`)
    if (keys.length > 0) await redis.client.del(keys)
    there = ['a', 'b']
    ;[a, b] = [await openHost('a'), await openHost('b')]
  })
  afterEach(() => {
    for (const { directory, connection } of [a, b]) {
      directory.close()
      connection.close()
    }
  })

  it('is read by all when it has changed, without being asked', async () => {
    const number = await hold(a, 'w1')
    await expect.poll(() => b.directory.find('w1')).toMatchObject({ ...toHeld(a), hold: number })
    await a.directory.release('w1', number ?? 0)
    await expect.poll(() => b.directory.list()).toEqual([])
    expect(b.changes).toEqual([['w1'], ['w1']])
  })

  it('has a worker at the host to which it has connected last', async () => {
    const first = (await hold(a, 'w1')) ?? 0
    const second = (await hold(b, 'w1')) ?? 0
    expect(second).toBeGreaterThan(first)
    expect(await hold(a, 'w1', { hold: first, isConnected: true }, false)).toBeUndefined()
    await a.directory.release('w1', first)
    await expect.poll(() => holderAt(a)).toBe('b')
    const third = await hold(a, 'w1')
    expect(third).toBeGreaterThan(second)
    await expect.poll(() => holderAt(b)).toBe('a')
  })

  it('forgets a worker that nobody renews, after the grace time, and no other', async () => {
    const number = (await hold(a, 'w1')) ?? 0
    await hold(b, 'w2', connected)
    a.held = [['w1', number]]
    await passTime(graceSeconds * 1000 + 9000)
    await a.directory.read()
    await passTime(2000)
    await b.directory.read()
    expect([holderAt(b, 'w1'), holderAt(b, 'w2')]).toEqual(['a', undefined])
    await a.directory.read()
    expect(a.directory.list().map(({ workerId }) => workerId)).toEqual(['w1'])
  })

  it('keeps a worker whose link is lost for the grace time alone', async () => {
    const number = (await hold(a, 'w1')) ?? 0
    await hold(a, 'w1', { hold: number, isConnected: false }, false)
    await expect.poll(() => b.directory.find('w1')?.isAvailable).toBe(false)
    await passTime(graceSeconds * 1000)
    await b.directory.read()
    expect(holderAt(b)).toBeUndefined()
  })

  it('says that nobody reaches the workers of a host that is gone, until it is back', async () => {
    await hold(a, 'w1')
    await expect.poll(() => b.directory.find('w1')?.isAvailable).toBe(true)
    there = ['b']
    b.directory.lose('a')
    expect(b.directory.find('w1')?.isAvailable).toBe(false)
    await b.directory.read()
    expect(b.directory.find('w1')?.isAvailable).toBe(false)
    there = ['a', 'b']
    await b.directory.read()
    expect(b.directory.find('w1')?.isAvailable).toBe(true)
  })

  it('tells a host what Redis has lost, and numbers go on', async () => {
    const number = (await hold(a, 'w1')) ?? 0
    a.held = [['w1', number]]
    await expect.poll(() => holderAt(b)).toBe('a')
    await redis.client.del(Object.values(toDirectoryKeys(redis.prefix)))
    await a.directory.read()
    expect(a.changes.at(-1)).toEqual(['w1'])
    expect(await hold(a, 'w1', { hold: number, isConnected: true })).toBe(number)
    expect(await hold(b, 'w1')).toBeGreaterThan(number)
    await expect.poll(() => holderAt(a)).toBe('b')
  })

  it('takes nothing for a worker that no host has written', async () => {
    const { records, changes, version } = toDirectoryKeys(redis.prefix)
    const wrong = [
      '',
      '1',
      '1 {',
      'x {}',
      '1 []',
      '1 {"host":"a"}',
      `1 ${JSON.stringify({ ...toHeld(a), address: 'file:///' })}`,
    ]
    for (const [i, text] of wrong.entries()) {
      await redis.client.hset(records, `w${i}`, text)
      await redis.client.zadd(changes, await redis.client.hincrby(version, 'count', 1), `w${i}`)
    }
    await b.directory.read()
    expect(b.directory.list()).toEqual([])
  })

  it('has no key that never expires, and forgets who is gone', async () => {
    const number = (await hold(a, 'w1')) ?? 0
    await a.directory.release('w1', number)
    await passTime(60_000)
    await a.directory.read()
    expect(await redis.findLasting()).toEqual([])
    const { changes, gone, ends, records } = toDirectoryKeys(redis.prefix)
    expect(await redis.client.exists(changes, gone, ends, records)).toBe(0)
  })
})
