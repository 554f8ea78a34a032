/** The job store of a group: its contract, and jobs that outlive the host at which they were started. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GroupJobStore, type GroupJobStoreOptions } from '../../../core/group/jobs/group-job-store.ts'
import type { GroupConnection } from '../../../core/group/redis/connect.ts'
import { connectGroup } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupResults } from '../../../core/group/results/group-results.ts'
import { RunQueues } from '../../../core/group/runs/run-queues.ts'
import { describeJobStore } from '../../contract/job-store-contract.ts'
import { toEntry, toInvocation } from '../../contract/room-cache-contract.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
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
      ...{ ttlSeconds: 300, runningLimit: 1000, clock: () => performance.now() },
      recall: async () => toEntry('again'),
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
