/**
 * The contract of flights: one run for identical requests, generations, the end of a run for which nobody
 * waits any more, messages for all. Requests come at two hosts in turn; in memory both are one.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { ProgressMessage } from '../../core/contract/domain/job.ts'
import type { Result } from '../../core/contract/domain/result/result.ts'
import { createDeferred } from '../../core/contract/time/deferred.ts'
import type { Boarding, Flights } from '../../core/engine/run/flights.ts'
import { type RunContext, type Runner, toShared } from '../../core/engine/run/runner.ts'
import { toInvocation } from './room-cache-contract.ts'

/** Hosts that share their rooms. */
export interface FlightsHarness {
  /** The second may be the first. */
  readonly hosts: readonly [Flights, Flights]
  close(): Promise<void>
}

interface LedRun extends Pick<RunContext, 'signal' | 'progress'> {
  readonly name: string
  /** Gives it its turn, where it waits for that. */
  admit(): void
  finish(): void
  fail(error: unknown): void
}

const result: Result = { type: 'volume', shape: [1, 1, 1], dtype: 'uint8', data: new Uint8Array(1) }
const left = new SpecimenError('run.cancelled', 'left')
const full = new SpecimenError('host.busy', 'full')

/**
 * `create` makes hosts whose time is 5,000 ms after 1970. Those of a group leave the messages of a run where
 * jobs read them: without `hasMessages`.
 */
export function describeFlights(
  form: string,
  create: () => Promise<FlightsHarness>,
  hasMessages = true,
): void {
  describe(`flights ${form}`, () => {
    let harness: FlightsHarness
    let runs: LedRun[]
    beforeEach(async () => {
      runs = []
      harness = await create()
    })
    afterEach(async () => await harness.close())

    /** Joins at one of the hosts, the first when none is named; a run waits for its turn unless `isAdmitted`. */
    const join = (
      room: string,
      name: string,
      { at = 0, isAdmitted = true, onMessages }: Partial<Joining> = {},
    ): Boarding => {
      const flights = harness.hosts[at]
      const invocation = toInvocation(room, name)
      const ended = createDeferred<Result>()
      ended.promise.catch(() => {})
      const led = { name, finish: () => ended.resolve(result), fail: ended.reject }
      const runner: Runner = {
        run: async (_, { signal, progress }) => {
          signal.addEventListener('abort', () => ended.reject(new SpecimenError('run.cancelled', 'ended')))
          if (isAdmitted) runs.push({ ...led, signal, progress, admit: () => {} })
          return await ended.promise
        },
      }
      return flights.join(invocation, { ...(onMessages && { onMessages }) }, (task) => {
        const { signal, progress, share } = task
        const turn = createDeferred<void>()
        const admit = (): void => {
          task.onAdmitted()
          turn.resolve()
        }
        if (isAdmitted) turn.resolve()
        else runs.push({ ...led, signal, progress, admit, fail: turn.reject })
        const shared = share?.(runner, undefined) ?? toShared(runner)
        const made = turn.promise.then(async () => {
          if (!share) task.onAdmitted()
          return await shared.run(invocation, task)
        })
        return { times: { queue: 0, compute: 0 }, made }
      })
    }
    const enter = async (...asked: Parameters<typeof join>) => {
      const before = runs.length
      const { admission, entry, leave } = join(...asked)
      entry.catch(() => {}) // looked at below
      const { cache } = await admission
      if (cache === 'miss') await expect.poll(() => runs.length).toBeGreaterThan(before)
      return { cache, entry, leave }
    }
    const seqs = (messages: readonly ProgressMessage[]) => messages.map(({ seq }) => seq)

    describe('identical requests', () => {
      it('share one run, at whichever host they come [rooms.6]', async () => {
        const boarded = [await enter('a', 'f'), await enter('a', 'f', { at: 1 }), await enter('a', 'f')]
        expect(boarded.map(({ cache }) => cache)).toEqual(['miss', 'joined', 'joined'])
        runs[0]?.finish()
        const entries = await Promise.all(boarded.map(({ entry }) => entry))
        expect(new Set(entries.map(({ id }) => id)).size).toBe(1)
        expect([(await enter('a', 'f')).cache, (await enter('a', 'f', { at: 1 })).cache]).toEqual([
          'hit',
          'hit',
        ])
        expect(runs.length).toBe(1)
      })

      it('are computed once when they come in the very turn in which the run ends', async () => {
        const first = await enter('a', 'f')
        runs[0]?.finish()
        const during: Promise<unknown>[] = []
        for (let turn = 0; turn < 40; turn++) {
          during.push(join('a', 'f', { at: turn % 2 === 0 ? 0 : 1 }).entry)
          await Promise.resolve()
        }
        await Promise.all([first.entry, ...during])
        expect(runs.length).toBe(1)
      })

      it('of different rooms, parameters or revisions run apart', async () => {
        await Promise.all([enter('a', 'f'), enter('b', 'f', { at: 1 }), enter('a', 'g', { at: 1 })])
        await expect.poll(() => runs.length).toBe(3)
      })

      it('run again after a failure, which everybody gets', async () => {
        const both = [await enter('a', 'f'), await enter('a', 'f', { at: 1 })]
        runs[0]?.fail(new SpecimenError('function.failed', 'no'))
        for (const { entry } of both)
          await expect(entry).rejects.toMatchObject({ code: 'function.failed', message: 'no' })
        expect((await enter('a', 'f', { at: 1 })).cache).toBe('miss')
        expect(runs.length).toBe(2)
      })
    })

    describe('generations', () => {
      it('let the newest request win, whichever run ends last', async () => {
        const old = await enter('a', 'f')
        const recent = await enter('a', 'g', { at: 1 })
        runs[1]?.finish()
        await recent.entry
        runs[0]?.finish()
        await old.entry
        expect([(await enter('a', 'g')).cache, (await enter('a', 'f')).cache]).toEqual(['hit', 'miss'])
      })

      it('count a joined run as new as its newest request', async () => {
        const f = await enter('a', 'f')
        const g = await enter('a', 'g')
        await enter('a', 'f', { at: 1 })
        runs[1]?.finish()
        await g.entry
        runs[0]?.finish()
        await f.entry
        expect((await enter('a', 'f')).cache).toBe('hit')
      })
    })

    describe('leaving', () => {
      it('ends the wait at once, and the run with the last who waits anywhere [state.cancel]', async () => {
        const [one, two] = [await enter('a', 'f'), await enter('a', 'f', { at: 1 })]
        one.leave(left)
        await expect(one.entry).rejects.toBe(left)
        const again = await enter('a', 'f', { at: 1 })
        expect([again.cache, runs[0]?.signal.aborted]).toEqual(['joined', false])
        two.leave(left)
        again.leave(left)
        await expect(two.entry).rejects.toBe(left)
        await expect.poll(() => runs[0]?.signal.aborted).toBe(true)
        expect(runs.length).toBe(1)
      })

      it('lets the next identical request, in that very turn, start a run of its own', async () => {
        const one = await enter('a', 'f')
        one.leave(left)
        const next = await enter('a', 'f')
        expect([next.cache, runs.length]).toEqual(['miss', 2])
        runs[1]?.finish()
        await expect(next.entry).resolves.toMatchObject({ id: expect.any(String) })
        expect((await enter('a', 'f', { at: 1 })).cache).toBe('hit')
      })

      it('before it is known whether the room has the result starts no run', async () => {
        const one = join('a', 'f')
        one.leave(left)
        await expect(one.entry).rejects.toBe(left)
        expect((await one.admission).cache).toBe('miss')
        expect(runs.length).toBe(0)
        expect((await enter('a', 'f', { at: 1 })).cache).toBe('miss')
      })

      it('twice is leaving once, and after the end nothing', async () => {
        const [one, two] = [await enter('a', 'f'), await enter('a', 'f')]
        one.leave(left)
        one.leave(left)
        expect(runs[0]?.signal.aborted).toBe(false)
        runs[0]?.finish()
        const entry = await two.entry
        two.leave(left)
        expect((await harness.hosts[0].find(toInvocation('a', 'f')))?.id).toBe(entry.id)
      })
    })

    describe.runIf(hasMessages)('messages', () => {
      it('reach each waiter from the first, with one number and time [progress.seq] [progress.ts]', async () => {
        const seen: [string[], string[]] = [[], []]
        const note = (list: string[]) => (messages: readonly ProgressMessage[]) =>
          void list.push(...messages.map(({ seq, text, ts }) => `${seq}${text}${ts}`))
        await enter('a', 'f', { onMessages: note(seen[0]) })
        runs[0]?.progress.report('x')
        await enter('a', 'f', { at: 1, onMessages: note(seen[1]) })
        runs[0]?.progress.report('y')
        await expect
          .poll(() => seen)
          .toEqual([
            ['0x5', '1y5'],
            ['0x5', '1y5'],
          ])
      })

      it.each([0, 1] as const)(
        'are kept for those who join late at host %i: the latest 1,000 at least',
        async (at) => {
          let told = -1
          const onMessages = (messages: readonly ProgressMessage[]): void => {
            told = messages.at(-1)?.seq ?? told
          }
          await enter('a', 'f', { onMessages })
          for (let i = 0; i < 2001; i++) runs[0]?.progress.report(`m${i}`)
          await expect.poll(() => told).toBe(2000)
          const seen: number[] = []
          await enter('a', 'f', { at, onMessages: (messages) => void seen.push(...seqs(messages)) })
          const latest = Array.from({ length: 1000 }, (_, i) => 1001 + i)
          await expect.poll(() => seen.slice(-1000)).toEqual(latest)
          expect(seen.length).toBeLessThanOrEqual(2000)
        },
      )

      it('are cut when too long, and swept ones still count', async () => {
        const seen: ProgressMessage[] = []
        await enter('a', 'f')
        await enter('a', 'f', { at: 1, onMessages: (messages) => void seen.push(...messages) })
        runs[0]?.progress.report('z'.repeat(5000))
        runs[0]?.progress.skip?.(10)
        runs[0]?.progress.report('last')
        await expect
          .poll(() => seen.map(({ seq, text }) => [seq, text.length]))
          .toEqual([
            [0, 2000],
            [11, 4],
          ])
      })

      it('carry a fraction where there is one', async () => {
        const seen: ProgressMessage[] = []
        await enter('a', 'f')
        await enter('a', 'f', { at: 1, onMessages: (messages) => void seen.push(...messages) })
        runs[0]?.progress.report('begun', 0)
        runs[0]?.progress.report('going on')
        await expect
          .poll(() => seen.map((message) => Object.entries(message).flat().join()))
          .toEqual(['seq,0,text,begun,ts,5,fraction,0', 'seq,1,text,going on,ts,5'])
      })

      it('of one who has left are told no more', async () => {
        const seen: number[] = []
        const one = await enter('a', 'f', { onMessages: (messages) => void seen.push(...seqs(messages)) })
        const other: number[] = []
        await enter('a', 'f', { onMessages: (messages) => void other.push(...seqs(messages)) })
        runs[0]?.progress.report('x')
        await expect.poll(() => [seen, other]).toEqual([[0], [0]])
        one.leave(left)
        runs[0]?.progress.report('y')
        await expect.poll(() => other).toEqual([0, 1])
        expect(seen).toEqual([0])
      })
    })

    describe('a run that is refused', () => {
      it('refuses everybody who has joined it at that host', async () => {
        const both = [join('a', 'f', { isAdmitted: false }), join('a', 'f', { isAdmitted: false })]
        for (const { entry } of both) entry.catch(() => {}) // as the admission
        const admissions = Promise.allSettled(both.map(({ admission }) => admission))
        await expect.poll(() => runs.length).toBe(1)
        runs[0]?.fail(full)
        for (const admission of await admissions)
          expect(admission).toMatchObject({ status: 'rejected', reason: { code: 'host.busy' } })
        const next = await enter('a', 'f', { at: 1 })
        expect([next.cache, runs.length]).toEqual(['miss', 2])
      })

      it('keeps its answer back until it is known whether there is room', async () => {
        let isAnswered = false
        const one = join('a', 'f', { isAdmitted: false })
        const admission = one.admission.then((known) => {
          isAnswered = true
          return known
        })
        await expect.poll(() => runs.length).toBe(1)
        expect(isAnswered).toBe(false)
        runs[0]?.admit()
        expect((await admission).cache).toBe('miss')
        runs[0]?.finish()
        await one.entry
      })
    })

    it('find what is there, and start nothing', async () => {
      expect(await harness.hosts[1].find(toInvocation('a', 'f'))).toBeUndefined()
      const one = await enter('a', 'f')
      runs[0]?.finish()
      const { id } = await one.entry
      expect((await harness.hosts[1].find(toInvocation('a', 'f')))?.id).toBe(id)
      expect(runs.length).toBe(1)
    })
  })
}

interface Joining {
  readonly at: 0 | 1
  readonly isAdmitted: boolean
  readonly onMessages: (messages: readonly ProgressMessage[]) => void
}
