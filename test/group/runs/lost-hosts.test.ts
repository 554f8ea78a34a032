/** What becomes of runs whose host is lost: the one that asked, that leads, that computes, and Redis. */
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpecimenError } from '../../../core/domain/errors.ts'
import type { ProgressMessage } from '../../../core/domain/job.ts'
import type { Result } from '../../../core/domain/result/result.ts'
import { toRoomKeys } from '../../../core/group/results/room-keys.ts'
import { claim, keepFlight } from '../../../core/group/runs/flight-records.ts'
import { beginRun } from '../../../core/group/runs/run-records.ts'
import { Executor, type Waiter } from '../../../core/run/executor.ts'
import type { RunContext, Runner } from '../../../core/run/runner.ts'
import { toInvocation } from '../../contract/room-cache-contract.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import type { Kept } from '../kept-results.ts'
import { openHost, type TestHost } from './test-hosts.ts'

interface TakenRun {
  readonly host: string
  readonly context: RunContext
  finish(result?: Result): void
  fail(error: unknown): void
}

const toResult = (value: number): Result => {
  return { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: Uint8Array.of(value) }
}

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  let kept: Kept
  let taken: TakenRun[]
  let hosts: TestHost[]
  let time = 0

  /** Opens a host that computes runs of the queue, or its own where they are of functions in code. */
  const open = async (name: string, leaseMs = 600) => {
    const runner: Runner = {
      run: (_invocation, context) =>
        new Promise((resolve, reject) => {
          context.signal.addEventListener('abort', () => reject(new SpecimenError('run.cancelled', 'ended')))
          const finish = (result = toResult(1)): void => resolve(result)
          taken.push({ host: name, context, finish, fail: reject })
          context.onAdmitted?.()
        }),
    }
    const host = await openHost(redis, { name, kept, places: 1, leaseMs, findRunner: () => runner })
    hosts.push(host)
    host.runs.serve('bundle', ['bundle'])
    const { flights, log } = host
    const executor = new Executor({
      flights,
      log,
      clock: () => time++,
      share: (call) => host.runs.share(call),
    })
    const request = async (revision: string, more: Partial<Waiter> = {}, room = 'lab') => {
      const waiter = { signal: new AbortController().signal, ...more }
      const answer = await executor.request({ invocation: toInvocation(room, 'f', revision), runner }, waiter)
      answer.entry.catch(() => {}) // looked at below
      return answer
    }
    const ask = async (revision: string, onMessages?: Waiter['onMessages'], room?: string) =>
      await request(revision, onMessages && { onMessages }, room)
    return { host, ask, request }
  }
  /** Opens a host whose one place is taken, so that its other runs are computed elsewhere. */
  const openBusy = async (name: string) => {
    const host = await open(name)
    await host.ask('bundle', undefined, 'another room')
    await expect.poll(() => at(name).length).toBe(1)
    return host
  }
  const readValue = async (entry: Promise<{ id: string }>) => {
    const { held } = kept.get((await entry).id) ?? {}
    return held?.type === 'volume' ? held.data[0] : undefined
  }
  const at = (host: string) => taken.filter((run) => run.host === host)

  beforeEach(async () => {
    redis = await startRedis()
    kept = new Map()
    taken = []
    hosts = []
  })
  afterEach(async () => {
    for (const run of taken) run.finish()
    await Promise.all(hosts.map((host) => host.close()))
    await redis.close()
  })

  it('leads a run in code again at a host that waits for it; its numbers go on', async () => {
    const [a, b] = [await open('a'), await open('b')]
    await a.ask('code')
    at('a')[0]?.context.progress.report('half')
    const seen: [number, string][] = []
    const waiting = await b.ask(
      'code',
      (all) => void seen.push(...all.map(({ seq, text }): [number, string] => [seq, text])),
    )
    expect(waiting.cache).toBe('joined')
    await a.host.vanish()
    await expect.poll(() => at('b').length).toBe(1)
    at('b')[0]?.context.progress.report('half again')
    await expect
      .poll(() => seen)
      .toEqual([
        [0, 'half'],
        [1, 'half again'],
      ])
    at('b')[0]?.finish(toResult(2))
    expect(await readValue(waiting.entry)).toBe(2)
  })

  it('leads a run again as soon as its leader is missed, unless a third computes it', async () => {
    const leaseMs = 60_000
    const runner = { run: async () => toResult(2) }
    const openPatient = async (name: string) => {
      const host = await openHost(redis, { name, kept, leaseMs, findRunner: () => runner })
      hosts.push(host)
      return host
    }
    const [a, b] = [await openPatient('a'), await openPatient('b')]
    const begun: string[] = []
    const join = (host: TestHost, revision: string) => {
      const boarding = host.flights.join(toInvocation('lab', 'f', revision), {}, ({ onAdmitted, shared }) => {
        begun.push(`${host.name} ${revision} ${shared?.isAgain}`)
        onAdmitted()
        return { times: { queue: 0, compute: 0 }, made: new Promise<Result>(() => {}) }
      })
      boarding.entry.catch(() => {}) // it never ends
      return boarding.admission
    }
    for (const revision of ['1', '2']) {
      await join(a, revision)
      await join(b, revision)
    }
    const keys = toRoomKeys(redis.prefix, toInvocation('lab', 'f', '2'))
    const run = (await redis.client.hget(keys.flight, 'run')) ?? ''
    await beginRun(redis.client, keys, { run, prefix: redis.prefix, by: { host: 'c', leaseMs } })
    await a.vanish()
    b.flights.lose('a')
    await expect.poll(() => begun).toEqual(['a 1 false', 'a 2 false', 'b 1 true'])
    b.flights.lose('c')
    await expect.poll(() => begun.at(-1)).toBe('b 2 true')
  })

  it('begins a run of the queue again at another host, and says so', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const seen: string[] = []
    const note = (all: readonly ProgressMessage[]) =>
      void seen.push(...all.map(({ seq, text }) => `${seq} ${text}`))
    const one = await a.ask('bundle')
    await expect.poll(() => taken.length).toBe(1)
    const [computing, other] = taken[0]?.host === 'a' ? [a, b] : [b, a]
    taken[0]?.context.progress.report('half')
    const waiting = await other.ask('bundle', note)
    one.entry.catch(() => {}) // its host may be the one that goes
    await expect.poll(() => seen.length).toBe(1)
    await computing.host.vanish()
    await expect.poll(() => taken.length).toBe(2)
    taken[1]?.context.progress.report('half again')
    await expect.poll(() => seen.length).toBe(3)
    expect(seen).toEqual(['0 half', expect.stringContaining('begun again'), '2 half again'])
    taken[1]?.finish(toResult(2))
    expect(await readValue(waiting.entry)).toBe(2)
    taken[0]?.finish(toResult(7)) // too late
    expect((await other.ask('bundle')).cache).toBe('hit')
    expect(await readValue((await other.ask('bundle')).entry)).toBe(2)
  })

  it('knows how long a run of the queue took as soon as its result is there', async () => {
    const a = await open('a')
    const { run, entry } = await a.ask('bundle')
    await expect.poll(() => taken.length).toBe(1)
    taken[0]?.finish()
    await entry
    expect(run?.times.compute).toBeGreaterThan(0)
  })

  it('gives a run up when a second host is lost with it', async () => {
    const asker = await openBusy('asker')
    const others = [await open('a'), await open('b')]
    const waiting = await asker.ask('bundle')
    for (let lost = 1; lost <= 2; lost++) {
      await expect.poll(() => taken.length).toBe(1 + lost)
      await others.find(({ host }) => host.name === taken[lost]?.host)?.host.vanish()
    }
    await open('c')
    await expect(waiting.entry).rejects.toMatchObject({ code: 'worker.lost' })
    expect(at('c')).toEqual([])
    expect((await asker.ask('bundle')).cache).toBe('miss')
  })

  it('ends a run at its computing host when all who waited are lost', async () => {
    const asker = await openBusy('asker')
    await open('a')
    await asker.ask('bundle')
    await expect.poll(() => at('a').length).toBe(1)
    await asker.host.vanish()
    await expect.poll(() => at('a')[0]?.context.signal.aborted).toBe(true)
  })

  it('answers one who joins a run that ends before it listens', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const one = await a.ask('code')
    const { subscriber } = b.host.connection
    const subscribe = subscriber.subscribe.bind(subscriber)
    let listen = (): void => {}
    const isEnded = new Promise<void>((resolve) => {
      listen = resolve
    })
    const begun = vi.spyOn(subscriber, 'subscribe').mockImplementation(async (...names) => {
      await isEnded
      return await subscribe(...names)
    })
    const joining = b.ask('code')
    await expect.poll(() => begun.mock.calls.length).toBe(1)
    at('a')[0]?.finish(toResult(2))
    await one.entry
    listen()
    const joined = await joining
    expect(joined.cache).toBe('joined')
    expect(await readValue(joined.entry)).toBe(2)
  })

  it('answers one whose connection was lost as the run ended, as soon as it is back', async () => {
    const [a, b] = [await open('a'), await open('b', 3_600_000)]
    const one = await a.ask('code')
    const two = await b.ask('code')
    const { subscriber } = b.host.connection
    subscriber.disconnect()
    await once(subscriber, 'end')
    at('a')[0]?.finish(toResult(2))
    await one.entry
    await subscriber.connect()
    expect(await readValue(two.entry)).toBe(2)
  })

  it('gives the same right again to a claim that is sent again, as its answer was lost', async () => {
    const invocation = toInvocation('lab', 'f', 'code')
    const keys = toRoomKeys(redis.prefix, invocation)
    const claimAs = async (waiter: string, run: string) =>
      await claim(redis.client, keys, {
        key: invocation.key,
        revision: 'code',
        waiter,
        leaseMs: 600,
        run,
        first: 0,
      })
    const leads = { kind: 'leads', run: 'first', attempt: 1, nextSeq: 0 }
    expect(await claimAs('a:0', 'first')).toEqual(leads)
    expect(await claimAs('a:0', 'first')).toEqual(leads)
    expect(await claimAs('b:0', 'second')).toEqual({ kind: 'joined', run: 'first' })
  })

  it('says again who leads, to the one who leads and did not hear it', async () => {
    const invocation = toInvocation('lab', 'f', 'code')
    const keys = toRoomKeys(redis.prefix, invocation)
    const claimed = { key: invocation.key, revision: 'code', leaseMs: 60_000, run: 'run', first: 0 }
    await claim(redis.client, keys, { ...claimed, waiter: 'a:0' })
    await claim(redis.client, keys, { ...claimed, waiter: 'b:0' })
    const keep = async (waiter: string, leads = false) => {
      const kept = { run: 'run', waiter, leaseMs: 60_000, waits: true, leads, prefix: redis.prefix }
      return await keepFlight(redis.client, keys, kept)
    }
    expect(await keep('b:0')).toEqual({ kind: 'goes on' })
    await redis.client.hset(keys.flight, 'leads', '0') // a is lost
    const leads = { kind: 'leads', attempt: 2, nextSeq: 0 }
    expect([await keep('b:0'), await keep('b:0')]).toEqual([leads, leads])
    expect([await keep('b:0', true), await keep('a:0', true)]).toEqual([
      { kind: 'goes on' },
      { kind: 'goes on' },
    ])
  })

  it('leads a run in code whose first answer that said so was lost', async () => {
    const [a, b] = [await open('a'), await open('b')]
    await a.ask('code')
    const waiting = await b.ask('code')
    await a.host.vanish()
    const { redis: commands } = b.host.connection
    const evalsha = commands.evalsha.bind(commands)
    let lost = 0
    vi.spyOn(commands, 'evalsha').mockImplementation(async (...args: Parameters<typeof evalsha>) => {
      const reply = await evalsha(...args)
      if (lost > 0 || !Array.isArray(reply) || reply[0] !== 'leads') return reply
      lost++
      throw new Error('the connection is closed')
    })
    await expect.poll(() => at('b').length).toBe(1)
    expect(lost).toBe(1)
    at('b')[0]?.finish(toResult(2))
    expect(await readValue(waiting.entry)).toBe(2)
    expect(at('b').length).toBe(1)
  })

  it('computes a run of the queue that Redis would neither begin nor end the first time', async () => {
    const a = await open('a')
    const { redis: commands } = a.host.connection
    const evalsha = commands.evalsha.bind(commands)
    const { flight, current } = toRoomKeys(redis.prefix, toInvocation('lab', 'f', 'bundle'))
    const begin = [2, flight]
    const end = [5, current]
    const refused = new Set<unknown>()
    vi.spyOn(commands, 'evalsha').mockImplementation(async (...args: Parameters<typeof evalsha>) => {
      const [, count, key] = args
      const known = [begin, end].find((start) => start[0] === count && start[1] === key)
      if (!known || refused.has(known)) return await evalsha(...args)
      refused.add(known)
      throw new Error('the connection is closed')
    })
    const waiting = await a.ask('bundle')
    await expect.poll(() => at('a').length).toBe(1)
    at('a')[0]?.finish(toResult(6))
    expect(await readValue(waiting.entry)).toBe(6)
    expect(refused).toEqual(new Set([begin, end]))
  })

  it('tells who goes on for a host that is gone what it has not heard: of a run that ended, or a new one', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const one = await a.ask('code')
    for (const text of ['first', 'second', 'third']) at('a')[0]?.context.progress.report(text)
    at('a')[0]?.finish()
    await one.entry
    const seen: string[] = []
    const heir = {
      signal: new AbortController().signal,
      onMessages: (all: readonly ProgressMessage[]) =>
        void seen.push(...all.map(({ seq, text }) => `${seq} ${text}`)),
      nextSeq: 2,
    }
    await (await b.request('code', heir)).entry
    expect(seen).toEqual(['0 first', '1 second', '2 third'])
    for (const revision of ['newer code', 'bundle']) {
      taken.length = seen.length = 0
      const going = await b.request(revision, heir)
      await expect.poll(() => taken.length).toBe(1)
      taken[0]?.context.progress.report('once more')
      taken[0]?.finish()
      await going.entry
      expect(seen).toEqual(['2 once more'])
    }
  })

  it('computes again what Redis has forgotten, and mixes nothing up', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const one = await a.ask('code')
    const two = await b.ask('code')
    await redis.client.flushall()
    at('a')[0]?.finish(toResult(3))
    expect(await readValue(one.entry)).toBe(3)
    await expect.poll(() => at('b').length).toBe(1) // its flight was forgotten, too
    at('b')[0]?.finish(toResult(3))
    expect(await readValue(two.entry)).toBe(3)
  })

  it('begins a run of the queue again that Redis has forgotten', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const both = [await a.ask('bundle'), await b.ask('bundle')]
    await expect.poll(() => taken.length).toBe(1)
    await redis.client.flushall()
    await expect.poll(() => taken.length).toBe(2)
    taken[0]?.finish(toResult(8)) // of a run that nobody knows any more
    taken[1]?.finish(toResult(3))
    for (const { entry } of both) expect(await readValue(entry)).toBe(3)
  })

  it('hands a run in code to another who waits when its host stops', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const [one, two] = [await a.ask('code'), await b.ask('code')]
    at('a')[0]?.fail(new SpecimenError('host.stopping', 'this host stops'))
    await expect(one.entry).rejects.toMatchObject({ code: 'host.stopping' })
    await expect.poll(() => at('b').length).toBe(1)
    at('b')[0]?.finish(toResult(2))
    expect(await readValue(two.entry)).toBe(2)
  })

  it('computes without sharing while Redis is away', async () => {
    const a = await open('a')
    await redis.kill()
    for (const revision of ['code', 'bundle']) {
      const answer = await a.ask(revision)
      taken.at(-1)?.finish(toResult(4))
      expect(await readValue(answer.entry)).toBe(4)
    }
    await redis.restart()
    await expect
      .poll(async () => {
        const answer = await a.ask('code')
        for (const run of taken) run.finish(toResult(5))
        await answer.entry
        return (await a.ask('code')).cache
      })
      .toBe('hit')
  })
})
