/** The job store of a group: its contract, and jobs that outlive the host at which they were started. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GroupJobStore, type GroupJobStoreOptions } from '../../../core/group/jobs/group-job-store.ts'
import type { GroupConnection } from '../../../core/group/redis/connect.ts'
import { connectGroup } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupResults } from '../../../core/group/results/group-results.ts'
import { RunQueues } from '../../../core/group/runs/run-queues.ts'
import { createRunning, describeJobStore } from '../../interface/job-store-contract.ts'
import { toEntry, toInvocation } from '../../interface/room-cache-contract.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createId, createShelf, near } from '../runs/test-hosts.ts'

describe.skipIf(redisMissing !== undefined)('with Redis', () => {
  const log = createTestLog()
  let redis: TestRedis
  let connection: GroupConnection
  beforeAll(async () => {
    redis = await startRedis()
    const settings = { redis: new URL(redis.url) }
    connection = await connectGroup({ settings, hostId: 'h', prefix: redis.prefix, log })
  })
  afterEach(async () => {
    const lasting = await redis.findLasting()
    const left = await redis.client.keys(`${redis.prefix}*`)
    if (left.length > 0) await redis.client.del(left)
    expect(lasting).toEqual([])
  })
  afterAll(async () => {
    connection.close()
    await redis.close()
  })

  const shelf = createShelf()
  function create(host: string, more: Partial<GroupJobStoreOptions> = {}): GroupJobStore {
    const keys = toKeys(redis.prefix)
    const place = { host, address: `http://${host}:1`, redis: connection.redis, keys }
    const results = new GroupResults({ ...place, ...near, shelf, createId })
    const queues = new RunQueues({ connection, keys, log, keepSeconds: 300 })
    return new GroupJobStore({
      ...{ connection, keys, queues, results, host, isThere: () => true, log },
      ...{ ttlSeconds: 300, running: createRunning(1000), clock: () => performance.now() },
      recall: async () => toEntry('again'),
      isServed: () => true,
      ...more,
    })
  }

  describeJobStore('in Redis', {
    create: (setup) => create('h', { ...setup, clock: setup.now }),
    passTime: (milliseconds) => redis.passTime(milliseconds),
  })

  it('shows a job at every host, and cancels it there', async () => {
    const [a, b] = [create('a'), create('b')]
    await a.create('job', 'caller', toInvocation('room', 'f'))
    expect(await b.view('job', -1)).toEqual({ status: 'running', messages: [], error: null })
    expect(await b.cancel('job')).toBe(true)
    expect(await a.result('job')).toEqual({ status: 'error', error: 'cancelled' })
    expect(await a.settle('job', { status: 'done', entry: toEntry('1') })).toBe(false)
    expect(await a.usage()).toMatchObject({ running: 0 })
  })

  it('ends a job whose host died before its run was in any queue', async () => {
    await create('a').create('job', 'caller', toInvocation('room', 'f'))
    const b = create('b', { isThere: () => false })
    const lost = { status: 'error', error: expect.stringContaining('lost') }
    expect(await b.result('job')).toMatchObject(lost)
    expect(await create('c').result('job')).toMatchObject(lost) // which has not missed the host yet
  })

  it.each([
    ['is full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ] as const)('ends a job whose run ends while Redis %s, and cancels none then', async (_, spoil, mend) => {
    const [a, b] = [create('a'), create('b')]
    for (const id of ['job', 'other']) await a.create(id, 'caller', toInvocation('room', 'f'))
    const send = async ([name, ...rest]: readonly [string, ...string[]]) =>
      await redis.client.call(name, rest)
    await send(spoil)
    expect(await a.settle('job', { status: 'error', error: 'it failed' })).toBe(true)
    await expect(b.cancel('other')).rejects.toMatchObject({ code: 'group.away' })
    await send(mend)
    const read = async () => await b.result('job').catch(() => 'away')
    await expect.poll(read).toEqual({ status: 'error', error: 'it failed' })
    await expect.poll(async () => (await a.usage()).running).toBe(1)
  })

  it('ends a job as its run has that its own host does not know any more', async () => {
    await create('a').create('job', 'caller', toInvocation('room', 'f'))
    const lost = { status: 'error', error: expect.stringContaining('lost') }
    expect(await create('a').result('job')).toMatchObject(lost)
  })

  it('has a job computed whose host is gone, and whose run waits in a queue that no host has any more', async () => {
    const invocation = toInvocation('room', 'f')
    await create('a').create('job', 'caller', invocation)
    const keys = toKeys(redis.prefix)
    const queues = new RunQueues({ connection, keys, log, keepSeconds: 300 })
    await queues.add('b-gone', 'run', { invocation, caller: 'caller' }, (next) => next)
    await redis.client.hset(keys.job('job'), 'run', 'run', 'queue', 'b-gone')
    const served = create('b', { isThere: () => false })
    expect(await served.result('job')).toBe('running')
    const other = create('c', { isThere: () => false, isServed: () => false })
    await expect.poll(async () => await other.result('job')).toMatchObject({ status: 'done' })
    expect(await served.result('job')).toMatchObject({ status: 'done' })
    queues.tend()
    await queues.close()
  })

  it('asks again for a result that is gone, and once', async () => {
    const a = create('a')
    await a.create('job', 'caller', toInvocation('room', 'f'))
    await a.settle('job', { status: 'done', entry: toEntry('gone') })
    shelf.close()
    const found = await create('a').result('job')
    if (found === undefined || found === 'running' || found.status === 'error') throw new Error('not done')
    expect((await found.entry.open()).result).toEqual(toEntry('again').held)
  })
})
