/** Flights of two hosts that share a Redis pass the contract of those in memory. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeferred } from '../../../core/domain/deferred.ts'
import type { Result } from '../../../core/domain/result/result.ts'
import type { Runner } from '../../../core/run/runner.ts'
import { describeFlights } from '../../contract/flights-contract.ts'
import { toInvocation } from '../../contract/room-cache-contract.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createShelf, openHost } from './test-hosts.ts'

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  async function openTwo() {
    const shelf = createShelf()
    const [a, b] = await Promise.all([
      openHost(redis, { name: 'a', shelf }),
      openHost(redis, { name: 'b', shelf }),
    ])
    const close = async (): Promise<void> => {
      await Promise.all([a.close(), b.close()])
      await redis.client.flushall()
    }
    return { a, b, close }
  }

  describeFlights(
    'in Redis',
    async () => {
      const { a, b, close } = await openTwo()
      return { hosts: [a.flights, b.flights], close }
    },
    false,
  )

  it('keeps the latest 1,000 messages of a run, which a job shows at every host', async () => {
    const { a, b, close } = await openTwo()
    const ended = createDeferred<Result>()
    const runner: Runner = {
      run: async (_, { progress }) => {
        progress.report('z'.repeat(5000), 0.5)
        progress.skip?.(10)
        for (let i = 0; i < 1500; i++) progress.report(`m${i}`)
        return await ended.promise
      },
    }
    const invocation = toInvocation('room', 'f')
    await a.jobs.create('job', '', invocation)
    const { entry } = a.flights.join(invocation, { jobId: 'job' }, (task) => {
      const made = task.share?.(runner, undefined).run(invocation, task) ?? ended.promise
      return { times: { queue: 0, compute: 0 }, made }
    })
    const read = async (since: number) => {
      const messages = (await b.jobs.view('job', since))?.messages ?? []
      return messages.map(({ seq, text, ts }) => ({ seq, text, ts }))
    }
    await expect.poll(async () => (await read(-1)).at(-1)?.seq).toBe(1510)
    const latest = Array.from({ length: 1000 }, (_, i) => ({ seq: 511 + i, text: `m${500 + i}`, ts: 5 }))
    expect(await read(-1)).toEqual(latest)
    expect(await read(1508)).toEqual(latest.slice(-2))
    ended.resolve({ type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) })
    expect(await b.jobs.view('job', 1510)).toMatchObject({ messages: [] })
    await a.jobs.settle('job', { status: 'done', entry: await entry })
    const { id } = await entry
    expect(await b.jobs.result('job')).toMatchObject({ status: 'done', entry: { id } })
    await close()
  })
})
