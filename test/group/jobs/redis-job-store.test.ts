/** The job store in Redis: its contract, and what several hosts do with one job. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Invocation } from '../../../core/domain/invocation.ts'
import type { ProgressMessage } from '../../../core/domain/job.ts'
import { toHeldKey, toJobKeys } from '../../../core/group/jobs/job-keys.ts'
import {
  type AdoptedJob,
  RedisJobStore,
  type RedisJobStoreOptions,
} from '../../../core/group/jobs/redis-job-store.ts'
import type { StoredCall } from '../../../core/group/redis/asked-call.ts'
import { connectGroup, type GroupConnection } from '../../../core/group/redis/connect.ts'
import { describeJobStore } from '../../contract/job-store-contract.ts'
import { toEntry, toInvocation } from '../../contract/room-cache-contract.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
import { createFaultProxy } from '../../support/fault-proxy.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createKeptResults, type Kept } from '../kept-results.ts'

describe.skipIf(redisMissing)('with Redis', () => {
  let redis: TestRedis
  let connection: GroupConnection
  const stores: RedisJobStore[] = []
  const log = createTestLog()

  beforeAll(async () => {
    redis = await startRedis()
    const settings = { redis: new URL(redis.url) }
    connection = await connectGroup({ settings, hostId: 'h', prefix: redis.prefix, log: createTestLog() })
  })
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close()
    const lasting = await redis.findLasting()
    const left = await redis.client.keys(`${redis.prefix}*`)
    if (left.length > 0) await redis.client.del(left)
    expect(lasting).toEqual([])
    expect(log.entries.splice(0)).toEqual([])
  })
  afterAll(async () => {
    connection.close()
    await redis.close()
  })

  /** Results are those of this test, by their ids: a pointer is known to all hosts. */
  const entries: Kept = new Map()
  /** What was asked for again, as a result was lost. */
  const recalled: StoredCall[] = []
  const recall = async (call: StoredCall) => {
    recalled.push(call)
    return toEntry('again')
  }
  function create(
    hostId: string,
    more: Partial<Pick<RedisJobStoreOptions, 'connection' | 'ttlSeconds' | 'runningLimit' | 'now'>> = {},
  ) {
    const results = createKeptResults(hostId, entries)
    const standard = { ttlSeconds: 300, runningLimit: 1000, now: () => performance.now() }
    const store = new RedisJobStore({ connection, hostId, results, recall, log, ...standard, ...more })
    stores.push(store)
    return store
  }
  const message = (seq: number, text = `m${seq}`): ProgressMessage => ({ seq, text, ts: seq / 2 })
  const seqs = async (store: RedisJobStore, id: string, since = -1) =>
    (await store.view(id, since))?.messages.map(({ seq }) => seq)
  const asked: Invocation = { ...toInvocation('room', 'f'), params: { size: 2, name: 'é☃' } }
  async function adopt(store: RedisJobStore, gone: string): Promise<AdoptedJob[]> {
    const jobs: AdoptedJob[] = []
    await store.adopt(gone, (job) => jobs.push(job))
    return jobs
  }

  describeJobStore('in Redis', {
    create: (setup) => create('h', setup),
    passTime: (milliseconds) => redis.passTime(milliseconds),
  })

  it('shows a job to every host as its own shows it', async () => {
    const [a, b] = [create('a'), create('b')]
    await a.create('job', 'caller', asked)
    const told = [message(0, '"quoted", {braces} and ☃'), { ...message(1), fraction: 0.25 }, message(7)]
    await a.append('job', told)
    expect(await b.view('job', -1)).toEqual({ status: 'running', messages: told, error: null })
    expect(await b.view('job', 1)).toEqual({ status: 'running', messages: [told[2]], error: null })
    expect(await b.result('job')).toBe('running')
    const entry = toEntry('1')
    await a.settle('job', { status: 'done', entry })
    expect(await b.view('job', 6)).toEqual({ status: 'done', messages: [told[2]], error: null })
    expect(await b.result('job')).toEqual({ status: 'done', entry })
  })

  it('lets every host cancel a job, and none but its own report or end it', async () => {
    const [a, b] = [create('a'), create('b')]
    for (const id of ['1', '2']) await a.create(id)
    await b.append('1', [message(0)])
    expect(await b.settle('1', { status: 'error', error: 'e' })).toBe(false)
    expect(await b.view('1', -1)).toEqual({ status: 'running', messages: [], error: null })
    expect([await b.cancel('1'), await a.cancel('1')]).toEqual([true, false])
    expect(await a.settle('1', { status: 'done', entry: toEntry('1') })).toBe(false)
    expect(await a.result('1')).toEqual({ status: 'error', error: 'cancelled' })
    expect((await a.usage()).running).toBe(1)
    expect(await redis.client.smembers(toHeldKey(redis.prefix, 'a'))).toEqual(['2'])
  })

  it('sends what is reported meanwhile together, and in order before the end', async () => {
    const store = create('a')
    await store.create('job')
    for (let i = 0; i < 500; i++) void store.append('job', [message(i)])
    expect(await store.settle('job', { status: 'error', error: 'e' })).toBe(true)
    expect(await seqs(store, 'job')).toEqual(Array.from({ length: 500 }, (_, i) => i))
  })

  it('answers many polls that come together, each as asked', async () => {
    const store = create('a')
    const ids = Array.from({ length: 40 }, (_, i) => `job${i}`)
    for (const [i, id] of ids.entries()) {
      if (i % 3 === 0) continue
      await store.create(id)
      await store.append(id, [message(0), message(i)])
    }
    const views = await Promise.all(ids.map((id, i) => store.view(id, i % 2 === 0 ? -1 : 0)))
    const found = views.map((view) => view?.messages.map(({ seq }) => seq))
    const told = (i: number) => (i % 2 === 0 ? [0, i] : [i])
    expect(found).toEqual(ids.map((_, i) => (i % 3 === 0 ? undefined : told(i))))
  })

  it('bounds the messages of a job in bytes, and keeps the last whatever it has', async () => {
    const store = create('a')
    await store.create('job')
    for (let i = 0; i < 400; i++) await store.append('job', [message(i, 'x'.repeat(2000))])
    const kept = (await seqs(store, 'job')) ?? []
    expect(kept.at(-1)).toBe(399)
    expect(kept.length).toBeGreaterThan(100)
    expect(kept.length).toBeLessThan(132)
    const { log: key } = toJobKeys(redis.prefix, 'job')
    expect(await redis.client.memory('USAGE', key)).toBeLessThan(400_000)
    await store.append('job', [message(400, 'x'.repeat(300_000))])
    expect(await seqs(store, 'job')).toEqual([400])
  })

  it('gives the jobs of a host that is gone to one of the others, with what was asked and said', async () => {
    const [a, b, c] = [create('a'), create('b'), create('c')]
    const names = Array.from({ length: 35 }, (_, i) => `job${i}`)
    for (const name of names) await a.create(name, 'caller', asked)
    await a.append('job7', [message(0), message(1)])
    await a.settle('job8', { status: 'error', error: 'e' })
    const [mine, others] = await Promise.all([adopt(b, 'a'), adopt(c, 'a')])
    const adopted = [...mine, ...others].map(({ jobId }) => jobId)
    expect(adopted.sort()).toEqual(names.filter((name) => name !== 'job8').sort())
    expect(mine.concat(others)[0]).toMatchObject({ caller: 'caller', invocation: asked })
    expect([mine.length, others.length]).toEqual([(await b.usage()).running, (await c.usage()).running])
    expect(await redis.client.exists(toHeldKey(redis.prefix, 'a'))).toBe(0)
    expect(await adopt(b, 'a')).toEqual([])
    // Its run tells all from the start again, and goes on.
    const heir = mine.some(({ jobId }) => jobId === 'job7') ? b : c
    await heir.append('job7', [message(0), message(1), message(2)])
    expect(await seqs(a, 'job7')).toEqual([0, 1, 2])
    expect(await heir.settle('job7', { status: 'done', entry: toEntry('r') })).toBe(true)
  })

  it('lets a host that was only stopped change nothing of a job that another has now', async () => {
    const [stopped, heir] = [create('a'), create('b')]
    await stopped.create('job', '', asked)
    expect(await adopt(heir, 'a')).toHaveLength(1)
    await stopped.append('job', [message(5)])
    expect(await stopped.settle('job', { status: 'error', error: 'its run was lost' })).toBe(false)
    expect(await heir.view('job', -1)).toEqual({ status: 'running', messages: [], error: null })
    expect((await stopped.usage()).running).toBe(0)
    await heir.append('job', [message(0)])
    expect(await seqs(heir, 'job')).toEqual([0])
  })

  it('tells a host that was only stopped which jobs are no longer its own', async () => {
    const [stopped, heir] = [create('a'), create('b')]
    for (const id of ['1', '2', '3', '4']) await stopped.create(id, '', asked)
    expect(await stopped.dropLost()).toEqual([])
    await adopt(heir, 'a')
    await stopped.create('5', '', asked)
    await heir.settle('2', { status: 'error', error: 'e' })
    expect([...(await stopped.dropLost())].sort()).toEqual(['1', '2', '3', '4'])
    expect([(await stopped.usage()).running, (await heir.usage()).running]).toEqual([1, 3])
    expect(await stopped.dropLost()).toEqual([])
    await redis.client.script('FLUSH') // so that a job takes a second question to be made
    const [, lost] = await Promise.all([stopped.create('6', '', asked), stopped.dropLost()])
    expect([lost, (await stopped.usage()).running]).toEqual([[], 2])
  })

  it('ends a job of a host that is gone when nobody knows what was asked', async () => {
    const [a, b] = [create('a'), create('b')]
    await a.create('job')
    expect(await adopt(b, 'a')).toEqual([])
    expect(await b.view('job', -1)).toMatchObject({
      status: 'error',
      error: /* as said */ expect.any(String),
    })
    expect((await b.usage()).running).toBe(0)
  })

  it('passes over what no host has written', async () => {
    const store = create('a')
    await store.create('job', 'caller', asked)
    const { job, log: key } = toJobKeys(redis.prefix, 'job')
    await redis.client.rpush(key, '[0,1,"good"]', '{"seq":1}', '[2,"late","text"]', '[3,1,"good",7]')
    expect(await seqs(store, 'job')).toEqual([0, 3])
    await redis.client.hset(job, 'asked', '[7]')
    expect(await adopt(create('b'), 'a')).toEqual([])
    await store.create('other')
    await redis.client.hset(toJobKeys(redis.prefix, 'other').job, 'state', 'new', 'value', 'x')
    expect([await store.view('other', -1), await store.result('other')]).toEqual([undefined, undefined])
  })

  it('says of a result that is gone with its host that it is', async () => {
    const store = create('a')
    await store.create('job')
    await store.settle('job', { status: 'done', entry: toEntry('lost') })
    entries.delete('lost')
    await expect(store.result('job')).rejects.toMatchObject({ code: 'result.lost' })
    expect(await store.view('job', -1)).toMatchObject({ status: 'done' })
  })

  it('has the result of a job computed again, once, when it is gone with its host', async () => {
    const [a, b] = [create('a'), create('b')]
    await a.create('job', 'me', asked)
    await a.settle('job', { status: 'done', entry: toEntry('lost') })
    entries.delete('lost')
    recalled.length = 0
    for (const store of [b, a]) expect(await store.result('job')).toMatchObject({ entry: { id: 'again' } })
    expect(recalled).toEqual([{ caller: 'me', invocation: asked }])
  })

  it('keeps a job that runs for long and says nothing', async () => {
    let now = 0
    const store = create('a', { now: () => now })
    await store.create('job', '', asked)
    const { job } = toJobKeys(redis.prefix, 'job')
    await redis.passTime(3_000_000)
    now += 3_000_000
    await expect.poll(() => redis.client.pttl(job)).toBeGreaterThan(3_500_000)
    expect(await redis.client.pttl(toHeldKey(redis.prefix, 'a'))).toBeGreaterThan(3_500_000)
  })

  it('makes, feeds and ends jobs through a network that breaks at any moment', async () => {
    const { hostname, port } = new URL(redis.url)
    expect(hostname).toMatch(/localhost|127[.]0[.]0[.]1/)
    const proxy = await createFaultProxy({ target: Number(port) })
    const settings = { redis: new URL(redis.url.replace(`:${port}`, `:${proxy.port}`)) }
    const broken = await connectGroup({ settings, hostId: 'b', prefix: redis.prefix, log: createTestLog() })
    try {
      const [store, other] = [create('b', { connection: broken }), create('c')]
      for (let turns = 0; turns < 25; turns++) {
        await expect.poll(() => broken.reachability.isAway).toBe(false)
        const id = `job${turns}`
        const live = async (): Promise<boolean> => {
          await store.create(id, '', asked)
          void store.append(id, [message(0)])
          void store.append(id, [message(1)])
          return await store.settle(id, { status: 'done', entry: toEntry(id) })
        }
        const lived = live().catch((error: unknown) => error)
        for (let i = 0; i < turns; i++) await nextTurn()
        proxy.endAll('reset')
        const outcome = await lived
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'group.away' })
        else await expect.poll(() => other.result(id)).toMatchObject({ status: 'done', entry: { id } })
        if (outcome === true) expect(await seqs(other, id)).toEqual([0, 1])
      }
      await expect.poll(async () => (await store.usage()).running).toBe(0)
    } finally {
      broken.close()
      await proxy.close()
    }
  })

  describe.skipIf(!isRedisOwn)('that is away', () => {
    const away = expect.objectContaining({ code: 'group.away', retryAfterSeconds: 2 })

    it('says so of jobs, and writes later what its own have said and how they ended', async () => {
      const store = create('a', { runningLimit: 2 })
      for (const id of ['1', '2']) await store.create(id, '', asked)
      redis.pause()
      await expect.poll(() => connection.reachability.isAway).toBe(true)
      const questions = [store.view('1', -1), store.result('1'), store.cancel('1')]
      await Promise.all(questions.map((question) => expect(question).rejects.toEqual(away)))
      for (let i = 0; i < 1500; i++) await store.append('1', [message(i)])
      expect(await store.settle('1', { status: 'done', entry: toEntry('1') })).toBe(true)
      expect(await store.settle('1', { status: 'error', error: 'twice' })).toBe(false)
      await store.append('2', [message(0)])
      expect((await store.usage()).running).toBe(2) // its place is taken until its end is written
      await expect(store.create('3')).rejects.toMatchObject({ code: 'host.busy' })
      redis.resume()
      await expect.poll(() => connection.reachability.isAway).toBe(false)
      await expect.poll(() => store.result('1')).toMatchObject({ status: 'done' })
      expect((await seqs(store, '1'))?.length).toBe(1000)
      await expect.poll(() => seqs(store, '2')).toEqual([0])
      await store.create('3')
    })

    it('keeps no place of a job that could not be made', async () => {
      const store = create('a', { runningLimit: 1 })
      redis.pause()
      await expect.poll(() => connection.reachability.isAway).toBe(true)
      await expect(store.create('1')).rejects.toEqual(away)
      redis.resume()
      await expect.poll(() => connection.reachability.isAway).toBe(false)
      await store.create('2')
    })

    it('and has lost all: jobs are unknown, and their places free', async () => {
      const store = create('a', { runningLimit: 1 })
      await store.create('1', '', asked)
      await redis.kill()
      await redis.restart()
      await expect.poll(() => connection.reachability.isAway).toBe(false)
      await expect.poll(() => store.view('1', -1)).toBeUndefined()
      expect(await store.settle('1', { status: 'error', error: 'e' })).toBe(false)
      await store.create('2')
    })
  })
})
