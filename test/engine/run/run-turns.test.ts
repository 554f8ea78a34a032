/** Limits of runs that have a caller, a room or a function in common. */
import { expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { type RunLimits, RunTurns } from '../../../core/engine/run/run-turns.ts'
import type { MadeRun } from '../../../core/engine/run/runner.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const made: MadeRun = {
  kind: 'computed',
  result: { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) },
}

interface Asked {
  readonly caller?: string
  readonly room?: string
  readonly name?: string
}

/** Turns with these limits, and what has been begun under them; `end` ends the oldest run. */
function open(limits: Partial<RunLimits>) {
  const turns = new RunTurns({ callerRuns: 0, roomRuns: 0, functionRuns: 0, queueSize: 10, ...limits })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const events: string[] = []
  const ask = ({ caller = 'x', room = 'r', name = 'f' }: Asked, signal = new AbortController().signal) => {
    const label = `${caller}/${room}/${name}`
    const runner = {
      run: (_: unknown, context: { readonly onAdmitted?: () => void }) => {
        begun.push(label)
        context.onAdmitted?.()
        return new Promise<MadeRun>((resolve) => ends.push(() => resolve(made)))
      },
    }
    const context = {
      caller,
      signal,
      progress: { report: () => {} },
      onAdmitted: () => events.push(`admitted ${label}`),
      onReleased: () => events.push(`released ${label}`),
    }
    const run = turns.run({ invocation: toInvocation(room, name), runner }, context)
    return run.then(
      () => 'done',
      (error: SpecimenError) => error.code,
    )
  }
  return { ask, begun, ends, events }
}

it.each([
  ['callerRuns', { caller: 'y' }],
  ['roomRuns', { room: 's' }],
  ['functionRuns', { name: 'g' }],
] as const)('lets a run beyond %s wait, and none of another kind', async (limit, other) => {
  const { ask, begun, ends, events } = open({ [limit]: 1 })
  const runs = [ask({}), ask({}), ask(other)]
  await expect.poll(() => begun.length).toBe(2)
  expect(events.length).toBe(3) // the one that waits is admitted, too
  ends.shift()?.()
  expect(await runs[0]).toBe('done')
  await expect.poll(() => begun).toEqual(['x/r/f', expect.not.stringMatching('x/r/f'), 'x/r/f'])
  for (const end of ends) end()
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done'])
  expect(events.length).toBe(3) // admitted once each
})

it('never begins more than the limit when several end at once', async () => {
  const { ask, begun, ends } = open({ callerRuns: 2 })
  const runs = Array.from({ length: 6 }, () => ask({}))
  for (let round = 1; round <= 3; round++) {
    await expect.poll(() => begun.length).toBe(2 * round)
    for (const end of ends.splice(0)) end()
  }
  expect(await Promise.all(runs)).toEqual(Array(6).fill('done'))
})

const asked = fc.record({
  caller: fc.constantFrom('x', 'y', 'z'),
  room: fc.constantFrom('r', 's', 't'),
  name: fc.constantFrom('f', 'g'),
})
const limits = fc.record({
  callerRuns: fc.integer({ min: 0, max: 3 }),
  roomRuns: fc.integer({ min: 0, max: 3 }),
  functionRuns: fc.integer({ min: 0, max: 3 }),
})

it('leaves no run waiting that could have its turn, whatever comes and ends', async () => {
  const steps = fc.array(fc.oneof(asked, fc.constant('end' as const)), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limit, steps) => {
      const { ask, begun, ends } = open({ ...limit, queueSize: 40 })
      const all: string[] = []
      let ended = 0
      for (const step of steps) {
        if (step === 'end') ends[ended]?.()
        if (step === 'end' && ends[ended]) ended++
        if (step !== 'end') {
          void ask(step)
          all.push(`${step.caller}/${step.room}/${step.name}`)
        }
        await new Promise((resolve) => setImmediate(resolve))
        const running = begun.slice(ended)
        const waiting = without(all, begun)
        const most = [limit.callerRuns, limit.roomRuns, limit.functionRuns]
        const count = (kind: number, label: string) =>
          running.filter((other) => other.split('/')[kind] === label.split('/')[kind]).length
        const isHeld = (label: string) => most.some((bound, kind) => bound > 0 && count(kind, label) >= bound)
        expect(waiting.filter((label) => !isHeld(label))).toEqual([])
        const isOver = (label: string) => most.some((bound, kind) => bound > 0 && count(kind, label) > bound)
        expect(running.filter(isOver)).toEqual([])
      }
    }),
  )
})

/** Returns the labels without one of each that is in `others`. */
function without(labels: readonly string[], others: readonly string[]): string[] {
  const rest = [...labels]
  for (const other of others) rest.splice(rest.indexOf(other), 1)
  return rest
}

it('refuses a run when as many wait as may', async () => {
  const { ask } = open({ roomRuns: 1, queueSize: 1 })
  void ask({})
  void ask({})
  expect(await ask({})).toBe('host.busy')
})

it('forgets a run that leaves while it waits', async () => {
  const { ask, begun, ends, events } = open({ functionRuns: 1 })
  const first = ask({})
  const leaving = new AbortController()
  const second = ask({ room: 's' }, leaving.signal)
  leaving.abort()
  expect(await second).toBe('run.cancelled')
  expect(events).toContain('released x/s/f')
  ends.shift()?.()
  await first
  void ask({})
  await expect.poll(() => begun.length).toBe(2)
})

it('counts a run that was refused by its runner no longer', async () => {
  const turns = new RunTurns({ callerRuns: 1, roomRuns: 0, functionRuns: 0, queueSize: 0 })
  const full = { run: () => Promise.reject(new SpecimenError('host.busy', 'full')) }
  const context = { signal: new AbortController().signal, progress: { report: () => {} } }
  for (let i = 0; i < 3; i++)
    await expect(turns.run({ invocation: toInvocation('r', 'f'), runner: full }, context)).rejects.toThrow(
      'full',
    )
})
