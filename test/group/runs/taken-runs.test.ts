/** Runs that another host may have by now, as BullMQ's lock of them was lost; and who hears of a run. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import type { Runner } from '../../../core/engine/run/runner.ts'
import { toBundleQueue } from '../../../core/group/runs/bundle-queues.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createShelf, openHost, type TestHost, type TestHostOptions } from './test-hosts.ts'

/** A run that a host has begun; it ends when the test has it end. */
interface Begun {
  readonly host: string
  readonly signal: AbortSignal
  readonly ended: Deferred<Result>
}

const made = (tag: number): Result => {
  return { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array([tag]) }
}

describe.skipIf(redisMissing !== undefined)('a run', () => {
  let redis: TestRedis
  let hosts: TestHost[] = []
  let begun: Begun[] = []
  const shelf = createShelf()

  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    for (const { ended } of begun) ended.resolve(made(0))
    await Promise.all(hosts.map((host) => host.close()))
    hosts = []
    begun = []
    await redis.client.flushall()
  })
  afterAll(async () => await redis.close())

  const open = async (name: string, more: Partial<TestHostOptions> = {}): Promise<TestHost> => {
    const runner: Runner = {
      run: async (_, { signal = new AbortController().signal, progress }) => {
        const ended = createDeferred<Result>()
        begun.push({ host: name, signal, ended })
        progress.report(`begun at ${name}`)
        return await ended.promise
      },
    }
    const served = { revisions: ['r'], isServed: () => true, findRunner: () => runner }
    const host = await openHost(redis, { name, shelf, places: 1, ...served, ...more })
    hosts.push(host)
    return host
  }
  const invocation = { ...toInvocation('room', 'f'), revision: 'r' }
  const ask = ({ flights }: TestHost, onMessages = (): void => {}) => {
    const refuse = { run: async () => Promise.reject(new Error('not shared')) }
    return flights.join(invocation, { onMessages }, (task) => ({
      times: { queue: 0, compute: 0 },
      made: task.share?.(refuse, undefined).run(invocation, task) ?? refuse.run(),
    }))
  }
  const waitFor = async (count: number): Promise<Begun> => {
    await expect.poll(() => begun.length).toBe(count)
    const last = begun.at(-1)
    if (!last) throw new Error('no run has begun')
    return last
  }
  /** The keys of the locks of runs in the queue. */
  const listLocks = async () => await redis.client.keys(`*:${toBundleQueue(['r'])}:*:lock`)
  const loseLock = async (): Promise<void> => {
    expect(await redis.client.del(await listLocks())).toBe(1)
  }
  const readTag = async (entry: ReturnType<typeof ask>['entry']): Promise<unknown> => {
    const { result } = await (await entry).open()
    return 'data' in result ? result.data[0] : undefined
  }

  it('whose lock was lost ends at once, and gives its place to the next', async () => {
    const { entry } = ask(await open('a'))
    const former = await waitFor(1)
    former.signal.addEventListener('abort', () => former.ended.reject(former.signal.reason))
    await loseLock()
    const second = await waitFor(2) // the host has one place
    expect(former.signal.aborted).toBe(true)
    second.ended.resolve(made(2))
    expect(await readTag(entry)).toBe(2)
  })

  it('that its host takes again ends the former one, and is not lost with it', async () => {
    // Runs that are lost are found before their host tries to renew their locks.
    const waits = { lockDuration: 1500, lockRenewTime: 1400, stalledInterval: 100 }
    const { entry } = ask(await open('a', { places: 2, waits }))
    const former = await waitFor(1)
    former.signal.addEventListener('abort', () => former.ended.reject(former.signal.reason))
    await loseLock()
    const second = await waitFor(2)
    expect(former.signal.aborted).toBe(true)
    let least = Number.POSITIVE_INFINITY
    await expect
      .poll(async () => {
        const left = await redis.client.pttl((await listLocks())[0] ?? '')
        const isRenewed = left > least
        least = left > 0 ? Math.min(least, left) : least
        return isRenewed
      })
      .toBe(true)
    second.ended.resolve(made(2))
    expect(await readTag(entry)).toBe(2)
    expect(begun).toHaveLength(2)
  })

  it.each([
    ['fails', (former: Begun) => former.ended.reject(new Error('too late'))],
    ['has a result', (former: Begun) => former.ended.resolve(made(1))],
  ])('of another host is not ended by a former one that %s', async (_, endFormer) => {
    const a = await open('a')
    const { entry } = ask(a)
    const former = await waitFor(1)
    await open('b')
    await loseLock()
    const second = await waitFor(2)
    expect([former.host, second.host]).toEqual(['a', 'b'])
    endFormer(former)
    await expect.poll(() => a.taken.isBusy).toBe(false)
    second.ended.resolve(made(2))
    expect(await readTag(entry)).toBe(2)
  })

  it('is told to the hosts that wait for it, and to no other', async () => {
    const [a, b] = [await open('a', { places: 2 }), await open('b', { revisions: [] })]
    await open('c', { revisions: [] })
    const told: string[] = []
    const listener = redis.client.duplicate()
    await listener.psubscribe(`${redis.prefix}told*`)
    listener.on('pmessage', (_, channel: string, message: string) => {
      const [, kind] = JSON.parse(message)
      told.push(`${channel.slice(redis.prefix.length)} ${kind}`)
    })
    const first = ask(a)
    const { ended } = await waitFor(1)
    await expect.poll(() => told).toEqual(['told:a begun', 'told:a message'])
    const joined = ask(b)
    expect((await joined.admission).cache).toBe('joined')
    ended.resolve(made(1))
    expect([await readTag(first.entry), await readTag(joined.entry)]).toEqual([1, 1])
    await expect.poll(() => told.slice(2).sort()).toEqual(['told:a done', 'told:b done'])
    listener.disconnect()
  })

  it('that BullMQ gives up, as its hosts were lost too often, is told to those who wait', async () => {
    const [a, b] = [await open('a', { revisions: [] }), await open('b')]
    const told: string[] = []
    const listener = redis.client.duplicate()
    await listener.subscribe(`${redis.prefix}told:a`)
    listener.on('message', (_, message: string) => told.push(String(JSON.parse(message)[1])))
    const { entry } = ask(a)
    entry.catch(() => {}) // looked at below
    await waitFor(1)
    const [lock = ''] = await listLocks()
    await redis.client.hset(lock.slice(0, -':lock'.length), 'stc', 100) // its stalls, as BullMQ counts them
    await b.vanish()
    hosts = hosts.filter((host) => host !== b)
    await open('c')
    await expect(entry).rejects.toMatchObject({ code: 'worker.lost' })
    expect(begun).toHaveLength(1)
    await expect.poll(() => told.at(-1)).toBe('failed')
    listener.disconnect()
    // A call that comes again is computed.
    const again = ask(a)
    ;(await waitFor(2)).ended.resolve(made(2))
    expect(await readTag(again.entry)).toBe(2)
  })

  it('that no job shows leaves nothing with BullMQ when it has ended', async () => {
    const a = await open('a')
    const listRuns = async () => await redis.client.keys(`*:${toBundleQueue(['r'])}:id*`)
    const { entry } = ask(a)
    const { ended } = await waitFor(1)
    ended.resolve(made(1))
    await entry
    await expect.poll(listRuns).toEqual([`${redis.prefix}q:${toBundleQueue(['r'])}:id`])
  })
})
