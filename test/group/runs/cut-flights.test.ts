/** Flights whose connections to Redis are cut for a moment, and for longer. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ProgressMessage } from '../../../core/contract/domain/job.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { leftError } from '../../../core/engine/run/run-failure.ts'
import { type Runner, toShared } from '../../../core/engine/run/runner.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createShelf, openHost, type TestHost } from './test-hosts.ts'

const volume: Result = { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) }
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

/** Two hosts of which the second computes, by a runner that the test ends. */
async function openTwo() {
  const redis = await startRedis()
  open.push(redis)
  const shelf = createShelf()
  const ends: ReturnType<typeof createDeferred<Result>>[] = []
  const reports: ((text: string) => void)[] = []
  const runner: Runner = {
    run: async (_, { progress }) => {
      const ended = createDeferred<Result>()
      ends.push(ended)
      reports.push((text) => progress.report(text))
      progress.report('begun')
      return await ended.promise
    },
  }
  const shared = { shelf, isServed: () => true }
  const a = await openHost(redis, { ...shared, name: 'a' })
  const b = await openHost(redis, { ...shared, name: 'b', revisions: ['r'], findRunner: () => runner })
  // As hosts that are killed: BullMQ waits for what a former Redis had.
  open.push(...[a, b].map((host) => ({ close: () => host.vanish() })))
  const join = (host: TestHost, name: string) => {
    const told: string[] = []
    const onMessages = (messages: readonly ProgressMessage[]): void =>
      void told.push(...messages.map(({ text }) => text))
    const invocation = { ...toInvocation('room', name), revision: 'r' }
    const boarding = host.flights.join(invocation, { onMessages }, (task) => ({
      times: { queue: 0, compute: 0 },
      made: (task.share?.(runner, undefined) ?? toShared(runner)).run(invocation, {
        ...task,
        log: createTestLog(),
      }),
    }))
    boarding.entry.catch(() => {}) // the test looks at it
    return { ...boarding, told }
  }
  const countAlone = (): number => a.flights.counts.alone + b.flights.counts.alone
  return { redis, a, b, ends, reports, join, countAlone }
}

/** Ends all connections of hosts once, and waits until they are back. */
async function cut(redis: TestRedis, hosts: readonly TestHost[]): Promise<void> {
  const isBack = hosts.map(({ connection: { reachability } }) => {
    const back = createDeferred<void>()
    reachability.onChange((isAway) => !isAway && back.resolve())
    return back.promise
  })
  for (const type of ['normal', 'pubsub']) await redis.client.call('CLIENT', 'KILL', 'TYPE', type)
  await Promise.all(isBack)
}

describe.skipIf(redisMissing !== undefined || !isRedisOwn)('a flight of a group', () => {
  it('shows the messages of its run after a cut of all connections, and none begins again', async () => {
    const { redis, a, b, ends, reports, join, countAlone } = await openTwo()
    const far = join(a, 'f')
    await expect.poll(() => far.told).toEqual(['begun'])
    for (let i = 0; i < 3; i++) {
      await cut(redis, [a, b])
      reports[0]?.(`after ${i}`)
      await expect.poll(() => far.told.at(-1)).toBe(`after ${i}`)
    }
    ends[0]?.resolve(volume)
    expect(await far.entry).toMatchObject({ type: 'volume' })
    expect([ends.length, countAlone()]).toEqual([1, 0])
  })

  it.each(['add', 'read'] as const)(
    'is computed once where the connection is cut while its run begins: %s',
    async (method) => {
      const { a, ends, join, countAlone } = await openTwo()
      vi.spyOn(a.queues, method).mockRejectedValueOnce(new Error('Connection is closed.'))
      const far = join(a, 'f')
      await expect.poll(() => far.told).toEqual(['begun'])
      ends[0]?.resolve(volume)
      expect(await far.entry).toMatchObject({ type: 'volume' })
      expect([ends.length, countAlone()]).toEqual([1, 0])
    },
  )

  it('is computed once where its run was added and the answer was lost', async () => {
    const { a, ends, join, countAlone } = await openTwo()
    const add = a.queues.add.bind(a.queues)
    vi.spyOn(a.queues, 'add').mockImplementationOnce(async (...run) => {
      await add(...run)
      throw new Error('Connection is closed.')
    })
    const far = join(a, 'f')
    await expect.poll(() => far.told).toEqual(['begun'])
    ends[0]?.resolve(volume)
    expect(await far.entry).toMatchObject({ type: 'volume' })
    expect([ends.length, countAlone()]).toEqual([1, 0])
  })

  it('is computed at once by a host for itself where Redis answers that it cannot now', async () => {
    const { redis, a, ends, join } = await openTwo()
    await redis.client.config('SET', 'maxmemory', '1')
    const far = join(a, 'f')
    await expect.poll(() => a.flights.counts.alone).toBe(1)
    await redis.client.config('SET', 'maxmemory', '0')
    far.leave(leftError())
    expect(ends).toHaveLength(1)
  })

  it('has the messages and the result of the run of its own host while Redis is gone', async () => {
    const { redis, a, b, ends, reports, join } = await openTwo()
    const near = join(b, 'f')
    await expect.poll(() => near.told).toEqual(['begun'])
    await redis.kill()
    await expect.poll(() => b.connection.reachability.isLost).toBe(true)
    reports[0]?.('alone')
    await expect.poll(() => near.told.at(-1)).toBe('alone')
    ends[0]?.resolve(volume)
    expect(await near.entry).toMatchObject({ type: 'volume' })
    expect(ends).toHaveLength(1)
    await redis.restart()
    await expect.poll(() => [a, b].some(({ connection }) => connection.reachability.isAway)).toBe(false)
  })

  it('may be left while Redis is gone', async () => {
    const { redis, a, b, ends, join } = await openTwo()
    const near = join(b, 'f')
    await expect.poll(() => near.told).toEqual(['begun'])
    await redis.kill()
    await expect.poll(() => b.connection.reachability.isLost).toBe(true)
    near.leave(leftError())
    await expect(near.entry).rejects.toMatchObject({ code: leftError().code })
    expect(b.flights.counts.alone).toBe(0)
    await redis.restart()
    await expect.poll(() => [a, b].some(({ connection }) => connection.reachability.isAway)).toBe(false)
    ends[0]?.resolve(volume)
  })
})
