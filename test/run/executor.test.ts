/**
 * The executor: one run for identical requests of a room, generations, cancellation by leaving, messages for
 * all.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryRoomCache } from '../../core/cache/memory-room-cache.ts'
import { SpecimenError } from '../../core/domain/errors.ts'
import type { ProgressMessage } from '../../core/domain/job.ts'
import type { Result } from '../../core/domain/result/result.ts'
import { Executor } from '../../core/run/executor.ts'
import type { RunContext, Runner } from '../../core/run/runner.ts'
import { toInvocation } from '../contract/room-cache-contract.ts'

interface StartedRun {
  readonly name: string
  readonly context: RunContext
  finish(): void
  fail(error: unknown): void
}

const result: Result = { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) }
let runs: StartedRun[]
let lines: { level: string; fields: object; message: string }[]
let executor: Executor

const runner: Runner = {
  run: ({ functionName }, context) =>
    new Promise((resolve, reject) => {
      runs.push({ name: functionName, context, finish: () => resolve(result), fail: reject })
      context.onAdmitted?.()
      context.signal.addEventListener('abort', () => reject(new SpecimenError('run.cancelled', 'stopped')))
    }),
}
/** Has no room for anything until `admitNext` is called. */
const full: Runner & { refuseNext(): void; admitNext(): void } = {
  run: (invocation, context) =>
    new Promise((resolve, reject) => {
      full.refuseNext = () => reject(new SpecimenError('host.busy', 'full'))
      full.admitNext = () => runner.run(invocation, context).then(resolve, reject)
    }),
  refuseNext: () => {},
  admitNext: () => {},
}
const call = (room: string, name: string) => ({ invocation: toInvocation(room, name), runner })
const request = (
  room: string,
  name: string,
  signal = new AbortController().signal,
  onMessages?: (m: readonly ProgressMessage[]) => void,
) => executor.request(call(room, name), { signal, ...(onMessages && { onMessages }) })

beforeEach(() => {
  runs = []
  lines = []
  let ids = 0
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields, message })
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const cache = new MemoryRoomCache({ ttlSeconds: 300, byteLimit: 1e6, now: () => 0 })
  executor = new Executor({ cache, log, createId: () => `id${ids++}`, now: () => 5_000, clock: () => 0 })
})

describe('identical requests', () => {
  it('share one run, whenever they come [rooms.6]', async () => {
    const answers = [await request('a', 'f'), await request('a', 'f')]
    const third = request('a', 'f')
    expect(runs.length).toBe(1)
    runs[0]?.finish()
    const entries = await Promise.all([...answers, await third].map(({ entry }) => entry))
    expect(new Set(entries).size).toBe(1)
    expect([answers[0]?.cache, answers[1]?.cache, (await request('a', 'f')).cache]).toEqual([
      'miss',
      'joined',
      'hit',
    ])
    expect(runs.length).toBe(1)
  })

  it('are computed once when they come in the very turn in which the run ends', async () => {
    const first = await request('a', 'f')
    runs[0]?.finish()
    const during: Promise<unknown>[] = []
    for (let turn = 0; turn < 20; turn++) {
      during.push(request('a', 'f').then(({ entry }) => entry))
      await Promise.resolve()
    }
    await Promise.all([first.entry, ...during])
    expect(runs.length).toBe(1)
  })

  it('of different rooms or parameters run apart', async () => {
    await Promise.all([request('a', 'f'), request('b', 'f'), request('a', 'g')])
    expect(runs.length).toBe(3)
  })

  it('run again after a failure', async () => {
    const first = await request('a', 'f')
    runs[0]?.fail(new SpecimenError('function.failed', 'no'))
    await expect(first.entry).rejects.toMatchObject({ code: 'function.failed' })
    expect((await request('a', 'f')).cache).toBe('miss')
    expect(runs.length).toBe(2)
  })
})

describe('generations', () => {
  it('let the newest request win, whichever run ends last', async () => {
    const old = await request('a', 'f')
    const recent = await request('a', 'g')
    runs[1]?.finish()
    await recent.entry
    runs[0]?.finish()
    await old.entry
    expect([(await request('a', 'g')).cache, (await request('a', 'f')).cache]).toEqual(['hit', 'miss'])
  })

  it('count a joined run as new as its newest request', async () => {
    const f = await request('a', 'f')
    const g = await request('a', 'g')
    await request('a', 'f')
    runs[1]?.finish()
    await g.entry
    runs[0]?.finish()
    await f.entry
    expect((await request('a', 'f')).cache).toBe('hit')
  })
})

describe('leaving', () => {
  it('rejects at once for a waiter that leaves, and stops the run with the last [state.cancel]', async () => {
    const [one, two] = [new AbortController(), new AbortController()]
    const [a, b] = [await request('a', 'f', one.signal), await request('a', 'f', two.signal)]
    one.abort()
    await expect(a.entry).rejects.toMatchObject({ code: 'run.cancelled' })
    expect(runs[0]?.context.signal.aborted).toBe(false)
    two.abort()
    await expect(b.entry).rejects.toMatchObject({ code: 'run.cancelled' })
    expect(runs[0]?.context.signal.aborted).toBe(true)
  })

  it('lets the next identical request start a run of its own', async () => {
    const one = new AbortController()
    const a = await request('a', 'f', one.signal)
    one.abort()
    await expect(a.entry).rejects.toThrow()
    const b = await request('a', 'f')
    expect(b.cache).toBe('miss')
    runs[1]?.finish()
    await expect(b.entry).resolves.toMatchObject({ held: result })
  })

  it('does not take a request along that comes in that very turn', async () => {
    const leaving = new AbortController()
    await request('a', 'f', leaving.signal)
    leaving.abort()
    const next = await request('a', 'f')
    expect([next.cache, runs.length]).toEqual(['miss', 2])
    runs[1]?.finish()
    await expect(next.entry).resolves.toMatchObject({ held: result })
  })

  it('before the lookup ends starts no run', async () => {
    const aborted = AbortSignal.abort()
    const answer = await request('a', 'f', aborted)
    await expect(answer.entry).rejects.toMatchObject({ code: 'run.cancelled' })
    expect(runs.length).toBe(0)
  })
})

describe('messages', () => {
  it('reach each waiter from the first, with one number and time [progress.seq] [progress.ts]', async () => {
    const seen: [string[], string[]] = [[], []]
    const note = (list: string[]) => (messages: readonly ProgressMessage[]) =>
      void list.push(...messages.map(({ seq, text, ts }) => `${seq}${text}${ts}`))
    await request('a', 'f', undefined, note(seen[0]))
    runs[0]?.context.progress.report('x')
    await request('a', 'f', undefined, note(seen[1]))
    runs[0]?.context.progress.report('y')
    expect(seen).toEqual([
      ['0x5', '1y5'],
      ['0x5', '1y5'],
    ])
  })

  it('are kept for waiters that join late: the latest 1,000 at least, 2,000 at most', async () => {
    await request('a', 'f')
    for (let i = 0; i < 2001; i++) runs[0]?.context.progress.report(`m${i}`)
    const seen: number[] = []
    await request('a', 'f', undefined, (messages) => void seen.push(...messages.map(({ seq }) => seq)))
    expect(seen.length).toBeLessThanOrEqual(2000)
    expect(seen.slice(-1000)).toEqual(Array.from({ length: 1000 }, (_, i) => 1001 + i))
  })

  it('are cut when too long, and swept ones still count', async () => {
    const seen: ProgressMessage[] = []
    await request('a', 'f', undefined, (messages) => void seen.push(...messages))
    runs[0]?.context.progress.report('z'.repeat(5000))
    runs[0]?.context.progress.skip?.(10)
    runs[0]?.context.progress.report('last')
    expect([seen[0]?.text.length, seen[1]?.seq]).toEqual([2000, 11])
  })

  it('carry a fraction where there is one', async () => {
    const seen: ProgressMessage[] = []
    await request('a', 'f', undefined, (messages) => void seen.push(...messages))
    runs[0]?.context.progress.report('begun', 0)
    runs[0]?.context.progress.report('going on')
    expect(seen.map((message) => Object.entries(message).flat().join())).toEqual([
      'seq,0,text,begun,ts,5,fraction,0',
      'seq,1,text,going on,ts,5',
    ])
  })
})

it('logs each hit and miss at INFO with room, function and parameter names [rooms.8]', async () => {
  const answer = await request('a', 'f')
  runs[0]?.finish()
  await answer.entry
  await request('a', 'f')
  expect(lines).toEqual([
    { level: 'info', fields: { room: 'a', function: 'f', params: [], cache: 'miss' }, message: 'cache miss' },
    { level: 'info', fields: { room: 'a', function: 'f', params: [], cache: 'hit' }, message: 'cache hit' },
  ])
})

describe('a run that is refused', () => {
  const requestFull = (name = 'f', signal = new AbortController().signal) =>
    executor.request({ invocation: toInvocation('a', name), runner: full }, { signal })

  it('refuses everybody who has joined it, and leaves no line of a miss', async () => {
    const requested = [requestFull(), requestFull()]
    await Promise.resolve()
    full.refuseNext()
    for (const one of requested) await expect(one).rejects.toMatchObject({ code: 'host.busy' })
    expect(lines).toEqual([])
  })

  it('leaves nothing behind: the next identical request runs', async () => {
    const leaving = new AbortController()
    const refused = requestFull('f', leaving.signal)
    await Promise.resolve()
    full.refuseNext()
    await expect(refused).rejects.toMatchObject({ code: 'host.busy' })
    const next = await request('a', 'f')
    leaving.abort()
    expect([next.cache, runs.length, runs[0]?.context.signal.aborted]).toEqual(['miss', 1, false])
    runs[0]?.finish()
    await expect(next.entry).resolves.toMatchObject({ held: result })
  })

  it('does not refuse a request that joins a run with a place', async () => {
    const first = await request('a', 'f')
    const asked = [requestFull('g'), requestFull('f')] as const
    await Promise.resolve()
    full.refuseNext()
    await expect(asked[0]).rejects.toMatchObject({ code: 'host.busy' })
    expect((await asked[1]).cache).toBe('joined')
    runs[0]?.finish()
    expect(await (await asked[1]).entry).toBe(await first.entry)
  })

  it('keeps its answer back until it is known whether there is room', async () => {
    let isAnswered = false
    const requested = requestFull().then((answer) => {
      isAnswered = true
      return answer
    })
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    expect(isAnswered).toBe(false)
    full.admitNext()
    expect((await requested).cache).toBe('miss')
    runs[0]?.finish()
  })
})
