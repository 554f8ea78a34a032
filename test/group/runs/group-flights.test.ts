/** Flights of two hosts that share a Redis pass the contract of those in memory. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProgressMessage } from '../../../core/contract/domain/job.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { type Runner, toShared } from '../../../core/engine/run/runner.ts'
import { describeFlights } from '../../interface/flights-contract.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'
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

  it('lets callers take turns, and overtakes no run by later ones of its caller', async () => {
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const runner: Runner = {
      run: async ({ functionName }) => {
        begun.push(functionName)
        const ended = createDeferred<void>()
        ends.set(functionName, () => ended.resolve())
        await ended.promise
        return { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) }
      },
    }
    const shelf = createShelf()
    const findRunner = () => runner
    const host = await openHost(redis, {
      name: 'a',
      shelf,
      places: 1,
      isServed: () => true,
      findRunner,
      revisions: ['r'],
    })
    const add = async (name: string, caller: string) => {
      const invocation = toInvocation(`room of ${name}`, name)
      const { admission, entry } = host.flights.join(
        { ...invocation, revision: 'r' },
        { caller },
        (task) => ({
          times: { queue: 0, compute: 0 },
          made:
            task.share?.(runner, undefined).run(invocation, task) ?? Promise.reject(new Error('not shared')),
        }),
      )
      entries.push(entry)
      await admission
    }
    const entries: Promise<unknown>[] = []
    const end = async (name: string, next: string) => {
      await expect.poll(() => begun.at(-1)).toBe(name)
      ends.get(name)?.()
      await expect.poll(() => begun.at(-1)).toBe(next)
    }
    await add('a1', 'ada')
    await expect.poll(() => begun).toEqual(['a1'])
    for (const name of ['a2', 'a3', 'a4', 'a5']) await add(name, 'ada')
    await end('a1', 'a2')
    await end('a2', 'a3')
    for (const name of ['a6', 'a7']) await add(name, 'ada')
    await add('b1', 'bob')
    await end('a3', 'a4')
    await end('a4', 'b1')
    await end('b1', 'a5')
    await end('a5', 'a6')
    await end('a6', 'a7')
    ends.get('a7')?.()
    await Promise.all(entries)
    await host.close()
    await redis.client.flushall()
  })

  it('shows the last message of a run to all who wait at all hosts, also to those who come later', async () => {
    const { a, b, close } = await openTwo()
    const ended = createDeferred<Result>()
    const runner: Runner = {
      run: async (_, { progress }) => {
        progress.report('first')
        progress.report('half', 0.5)
        return await ended.promise
      },
    }
    const invocation = toInvocation('room', 'shown')
    const told: string[][] = [[], [], []]
    const boarded = [a, b, b].map(({ flights }, i) => async () => {
      const onMessages = (messages: readonly ProgressMessage[]): void =>
        void told[i]?.push(...messages.map(({ text, fraction, ts }) => `${text} ${fraction} ${ts}`))
      const { admission, entry } = flights.join(invocation, { onMessages }, (task) => ({
        times: { queue: 0, compute: 0 },
        made: (task.share?.(runner, undefined) ?? toShared(runner)).run(invocation, task),
      }))
      await admission
      return entry
    })
    const entries = [boarded[0]?.(), boarded[1]?.()]
    await expect
      .poll(() => told.map((texts) => texts.at(-1)))
      .toEqual(['half 0.5 5', 'half 0.5 5', undefined])
    entries.push(boarded[2]?.())
    await expect.poll(() => told[2]).toEqual(['half 0.5 5'])
    ended.resolve({ type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) })
    await Promise.all(entries)
    await close()
  })

  it('shows the only message of a long run also where Redis did not take it at first', async () => {
    const { a, b, close } = await openTwo()
    const lost = [a, b].map(({ queues }) => vi.spyOn(queues, 'show').mockRejectedValueOnce(new Error('cut')))
    const ended = createDeferred<Result>()
    const runner: Runner = {
      run: async (_, { progress }) => {
        progress.report('half', 0.5)
        return await ended.promise
      },
    }
    const invocation = toInvocation('room', 'shown late')
    const told: string[] = []
    const onMessages = (messages: readonly ProgressMessage[]): void =>
      void told.push(...messages.map(({ text }) => text))
    const { entry } = a.flights.join(invocation, { onMessages }, (task) => ({
      times: { queue: 0, compute: 0 },
      made: (task.share?.(runner, undefined) ?? toShared(runner)).run(invocation, task),
    }))
    await expect.poll(() => told).toEqual(['half'])
    await expect.poll(() => lost.flatMap(({ mock }) => mock.calls)).toHaveLength(2)
    ended.resolve({ type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) })
    await entry
    await close()
  })

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
      const made = (task.share?.(runner, undefined) ?? toShared(runner)).run(invocation, task)
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
