/** The executor: how waiters leave, what refuses them, and the lines it logs; sharing is in the contract of flights. */
import { beforeEach, describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import type { ProgressMessage } from '../../../core/contract/domain/job.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { MemoryRoomCache } from '../../../core/engine/cache/memory-room-cache.ts'
import { Executor } from '../../../core/engine/run/executor.ts'
import { MemoryFlights } from '../../../core/engine/run/memory-flights.ts'
import { DroppedRun, withdrawnError } from '../../../core/engine/run/run-failure.ts'
import type { RunContext, Runner } from '../../../core/engine/run/runner.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'

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
  const flights = new MemoryFlights({ cache, createId: () => `id${ids++}`, now: () => 5_000 })
  executor = new Executor({ flights, log, clock: () => 0 })
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

  it('drops a run whose client is gone or wants another, ends one that was cancelled [jobs.3]', async () => {
    const leave = async (reason?: Error): Promise<unknown> => {
      const controller = new AbortController()
      const { entry } = await request('a', `f${runs.length}`, controller.signal)
      controller.abort(reason)
      await expect(entry).rejects.toMatchObject({ code: 'run.cancelled' })
      return runs.at(-1)?.context.signal.reason
    }
    expect(await leave()).toBeInstanceOf(DroppedRun)
    expect(await leave(withdrawnError())).not.toBeInstanceOf(DroppedRun)
    const { signal } = new AbortController()
    const preview = { ...call('a~preview-me', 'f').invocation, key: 'preview' }
    const older = await executor.request({ invocation: preview, runner }, { signal, client: 'me' })
    await executor.request(call('a', 'f'), { signal, client: 'me' })
    await expect(older.entry).rejects.toMatchObject({ code: 'run.superseded' })
    expect(runs.at(-2)?.context.signal.reason).toBeInstanceOf(DroppedRun)
  })
})

it('logs each hit and miss at INFO with room, function and parameter names [rooms.8]', async () => {
  const answer = await request('a', 'f')
  runs[0]?.finish()
  await answer.entry
  await request('a', 'f')
  const fields = { room: 'a', function: 'f', params: [] }
  expect(lines).toEqual([
    { level: 'info', fields: { ...fields, run: answer.run?.id, cache: 'miss' }, message: 'cache miss' },
    { level: 'info', fields: { ...fields, cache: 'hit' }, message: 'cache hit' },
  ])
})

describe('a result that the room has', () => {
  const { invocation } = call('a', 'f')

  it('takes the place of an older request of its client', async () => {
    const made = await request('a', 'f')
    runs[0]?.finish()
    await made.entry
    const { signal } = new AbortController()
    const other = { ...invocation, key: 'other' }
    const older = await executor.request({ invocation: other, runner }, { signal, client: 'one' })
    const others = await executor.request({ invocation: other, runner }, { signal, client: 'two' })
    const hit = await executor.request({ invocation, runner }, { signal, client: 'one' })
    expect(hit.cache).toBe('hit')
    await expect(older.entry).rejects.toMatchObject({ code: 'run.superseded' })
    runs[1]?.finish()
    await expect(others.entry).resolves.toBeDefined()
  })
})

it('gives each who waits its result, when two of a room come in one turn', async () => {
  const answers = [await request('a', 'f'), await request('a', 'g')]
  for (const run of runs) run.finish()
  for (const { entry } of answers) expect((await (await entry).open()).result).toBe(result)
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
})
