/** Runs that wait in the queue of a group: who computes them, and what becomes of them when hosts go. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/domain/errors.ts'
import type { ProgressMessage } from '../../../core/domain/job.ts'
import type { Result } from '../../../core/domain/result/result.ts'
import type { RevisionSet } from '../../../core/group/runs/run-queues.ts'
import { Executor } from '../../../core/run/executor.ts'
import type { RunContext, Runner } from '../../../core/run/runner.ts'
import { toInvocation } from '../../contract/room-cache-contract.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import type { Kept } from '../kept-results.ts'
import { openHost, type TestHost } from './test-hosts.ts'

interface TakenRun {
  readonly host: string
  readonly room: string
  readonly context: RunContext
  finish(): void
  fail(error: unknown): void
}

const result: Result = { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) }

describe.skipIf(redisMissing !== undefined)('runs of a group', () => {
  let redis: TestRedis
  let kept: Kept
  let taken: TakenRun[]
  /** What each host has said that it has. */
  const offers = new Map<string, RevisionSet & { readonly revisions: readonly string[] }>()
  const sets = {
    listWith: (revision: string) =>
      [...offers.values()].filter(({ revisions }) => revisions.includes(revision)),
  }
  let hosts: { host: TestHost; executor: Executor }[]

  const own: Runner = { run: async () => Promise.reject(new Error('the queue is for this')) }
  const open = async (name: string, revisions: readonly string[] = ['r1'], places = 2) => {
    const runner: Runner = {
      run: ({ roomId: room }, context) =>
        new Promise((resolve, reject) => {
          context.signal.addEventListener('abort', () => reject(new SpecimenError('run.cancelled', 'ended')))
          taken.push({ host: name, room, context, finish: () => resolve(result), fail: reject })
        }),
    }
    const findRunner = ({ revision }: { revision: string }) =>
      revisions.includes(revision) ? runner : undefined
    const host = await openHost(redis, { name, kept, places, findRunner, sets })
    offers.set(name, { set: revisions.join(), places, revisions })
    host.runs.serve(revisions.join(), revisions)
    const share = host.runs.share.bind(host.runs)
    const { flights, log } = host
    const executor = new Executor({ flights, log, clock: () => 0, share })
    hosts.push({ host, executor })
    return { host, executor }
  }
  const request = async (
    { executor }: { executor: Executor },
    room: string,
    more: {
      signal?: AbortSignal
      onMessages?: (m: readonly ProgressMessage[]) => void
      caller?: string
    } = {},
  ) => {
    const call = { invocation: toInvocation(room, 'f'), runner: own }
    const answer = await executor.request(call, { signal: new AbortController().signal, ...more })
    answer.entry.catch(() => {}) // looked at below
    return answer
  }

  beforeEach(async () => {
    redis = await startRedis()
    kept = new Map()
    taken = []
    hosts = []
    offers.clear()
  })
  afterEach(async () => {
    for (const run of taken) run.finish()
    await Promise.all(hosts.map(({ host }) => host.close()))
    await redis.close()
  })

  it('are computed once, by any host, for those who ask anywhere', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const seen: string[] = []
    const one = await request(a, 'lab')
    await expect.poll(() => taken.length).toBe(1)
    taken[0]?.context.progress.report('half', 0.5)
    const two = await request(b, 'lab', {
      onMessages: (all) => void seen.push(...all.map(({ text }) => text)),
    })
    expect([one.cache, two.cache]).toEqual(['miss', 'joined'])
    await expect.poll(() => seen).toEqual(['half'])
    taken[0]?.finish()
    const ids = await Promise.all([one, two].map(async ({ entry }) => (await entry).id))
    expect(new Set(ids).size).toBe(1)
    expect((await request(b, 'lab')).cache).toBe('hit')
    expect(taken.length).toBe(1)
  })

  it('are spread over the hosts that have a place', async () => {
    const [a] = [await open('a', ['r1'], 2), await open('b', ['r1'], 2), await open('c', ['r1'], 2)]
    for (let i = 0; i < 6; i++) await request(a, `room ${i}`)
    await expect.poll(() => taken.length).toBe(6)
    expect(taken.map(({ host }) => host).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
  })

  it('never have more places of a host than it has, whoever asks when, and none stays free', async () => {
    const [a, b] = [await open('a', ['r1'], 2), await open('b', ['r1'], 3)]
    const running = (name: string) => taken.filter(({ host }) => host === name).length
    for (let round = 0; round < 8; round++) {
      // Each begins with idle hosts, which take what they are asked for before BullMQ does.
      for (const [i, host] of [a, b, a, a, b, b, a].entries()) await request(host, `${round} ${i}`)
      await expect.poll(() => [running('a'), running('b')]).toEqual([2, 3])
      // Ends one place after the other, the first ones first.
      taken.shift()?.finish()
      await expect.poll(() => [running('a'), running('b')]).toEqual([2, 3])
      taken.shift()?.finish()
      await expect.poll(() => taken.length).toBe(5)
      for (const run of taken.splice(0)) run.finish()
      await expect.poll(() => [a, b].some(({ host }) => host.runs.isBusy)).toBe(false)
    }
  })

  it('come to no host that lacks their revision', async () => {
    const [a] = [await open('a', ['r1'], 1), await open('b', ['r2'], 5)]
    for (let i = 0; i < 3; i++) await request(a, `room ${i}`)
    await expect.poll(() => taken.length).toBe(1)
    taken[0]?.finish()
    await expect.poll(() => taken.length).toBe(2)
    expect(taken.every(({ host }) => host === 'a')).toBe(true)
  })

  it('end with the error of their function, for all', async () => {
    const [a, b] = [await open('a'), await open('b')]
    const both = [await request(a, 'lab'), await request(b, 'lab')]
    await expect.poll(() => taken.length).toBe(1)
    taken[0]?.fail(new SpecimenError('function.failed', 'no such thing'))
    for (const { entry } of both)
      await expect(entry).rejects.toMatchObject({ code: 'function.failed', message: 'no such thing' })
  })

  it('are ended where they are computed when the last who waits has left [state.cancel]', async () => {
    const [a, b] = [await open('a', ['r2']), await open('b')]
    const leaving = new AbortController()
    await request(b, 'lab', { signal: leaving.signal })
    await expect.poll(() => taken.length).toBe(1)
    const other = new AbortController()
    await request(a, 'lab', { signal: other.signal })
    leaving.abort()
    other.abort()
    await expect.poll(() => taken[0]?.context.signal.aborted).toBe(true)
  })

  it('that wait are not begun when nobody waits for them any more', async () => {
    const a = await open('a', ['r1'], 1)
    await request(a, 'first')
    await expect.poll(() => taken.length).toBe(1)
    const leaving = new AbortController()
    const gone = await request(a, 'second', { signal: leaving.signal })
    const third = await request(a, 'third')
    leaving.abort()
    await expect(gone.entry).rejects.toMatchObject({ code: 'run.cancelled' })
    taken[0]?.finish()
    await expect.poll(() => taken.length).toBe(2)
    expect(taken[1]?.room).toBe('third')
    taken[1]?.finish()
    await third.entry
  })

  it('take turns: callers, and the rooms of each', async () => {
    const a = await open('a', ['r1'], 1)
    await request(a, 'x')
    await expect.poll(() => taken.length).toBe(1)
    const asked = ['mine 1', 'mine 2', 'mine 3']
    for (const room of asked) await request(a, room, { caller: 'many' })
    await request(a, 'yours', { caller: 'one' })
    for (let i = 0; i < 5; i++) {
      await expect.poll(() => taken.length).toBe(i + 1)
      taken[i]?.finish()
    }
    const rooms = taken.map(({ room }) => room)
    expect(rooms.indexOf('yours')).toBeLessThan(rooms.indexOf('mine 2'))
  })

  it('go to hosts with other bundles, too, as long as theirs is among them', async () => {
    const a = await open('a', ['r1'], 1)
    await open('b', ['r1', 'r2'], 1)
    for (const room of ['one', 'two']) await request(a, room)
    await expect.poll(() => taken.map(({ host }) => host).sort()).toEqual(['a', 'b'])
  })

  it('that wait for a host whose bundles change go to another that has theirs', async () => {
    const a = await open('a', ['r1'], 1)
    for (const room of ['one', 'two']) await request(a, room)
    await expect.poll(() => taken.length).toBe(1)
    await open('b', ['r1', 'r2'], 1)
    offers.delete('a')
    a.host.runs.serve('r3', ['r3']) // it finishes what it has begun
    await expect.poll(() => taken.map(({ host, room }) => `${host} ${room}`)).toEqual(['a one', 'b two'])
  })

  it('that nobody can compute any more say so, and are refused after a while', async () => {
    const a = await open('a', ['r1'], 1)
    await request(a, 'one')
    await expect.poll(() => taken.length).toBe(1)
    const seen: string[] = []
    const onMessages = (all: readonly ProgressMessage[]) => void seen.push(...all.map(({ text }) => text))
    const two = await request(a, 'two', { onMessages })
    offers.clear()
    a.host.runs.serve('r3', ['r3'])
    await expect(two.entry).rejects.toMatchObject({ code: 'host.busy' })
    expect(seen).toEqual([expect.stringContaining('No host has this version')])
  })
})
