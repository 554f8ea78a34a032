/** A played parameter: its values, and how its steps are loaded. */
import { describe, expect, it } from 'vitest'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import type { Prepared } from '../../../core/data/prepared/prepared.ts'
import type { LoadRequest } from '../../../core/viewer/data/data-source.ts'
import { LoadError } from '../../../core/viewer/data/load-error.ts'
import { toRows } from '../../../core/viewer/panel/rows/to-rows.ts'
import { runSweep, type SweepStep } from '../../../core/viewer/sweep/run-sweep.ts'
import { listSweepValues, toSweep } from '../../../core/viewer/sweep/sweep-values.ts'
import { PlayedClock } from '../drive/played.ts'

const schema: ParameterSchema = {
  type: 'object',
  properties: {
    cells: { type: 'integer', minimum: 1, maximum: 4, default: 2 },
    size: { type: 'number', minimum: 0, maximum: 1, default: 0 },
    free: { type: 'number', default: 3 },
    kind: { enum: ['p', 'g', 'd'], default: 'p' },
    on: { type: 'boolean', default: false },
    pair: { type: 'object', properties: { x: { type: 'number', default: 1 } }, default: { x: 1 } },
  },
}
const rowOf = (name: string) => {
  const row = toRows(schema).find(({ pointer }) => pointer === `/${name}`)
  if (!row) throw new Error(`There is no row ${name}.`)
  return row
}

describe('the values of a sweep', () => {
  it.each([
    ['cells', 2, [1, 2, 3, 4]],
    [
      'free',
      3,
      [0, 0.545455, 1.09091, 1.63636, 2.18182, 2.72727, 3.27273, 3.81818, 4.36364, 4.90909, 5.45455, 6],
    ],
    ['kind', 'p', ['p', 'g', 'd']],
  ])('of %s are those that it takes, each once', (name, value, values) => {
    const sweep = toSweep(rowOf(name), value)
    expect(sweep && listSweepValues(rowOf(name), sweep)).toEqual(values)
  })

  it('go from one end to the other, and downward as well', () => {
    expect(listSweepValues(rowOf('size'), { name: 'size', from: 0, to: 1, count: 5 })).toEqual([
      0, 0.25, 0.5, 0.75, 1,
    ])
    const down = { name: 'cells', from: 9, to: 1, count: 9 }
    expect(listSweepValues(rowOf('cells'), down)).toEqual([4, 3, 2, 1])
  })

  it('are none of what has no steps, and of a place that a choice has not', () => {
    expect([toSweep(rowOf('on'), true), toSweep(rowOf('pair'), { x: 1 })]).toEqual([null, null])
    expect(listSweepValues(rowOf('on'), { name: 'on', from: 0, to: 1, count: 2 })).toEqual([])
    expect(listSweepValues(rowOf('kind'), { name: 'kind', from: 7, to: 60, count: 60 })).toEqual([])
  })
})

// Nothing is drawn: only the bytes count.
const toContent = (bytes: number) => ({ type: 'mesh', data: new Uint8Array(bytes) }) as unknown as Prepared
const requests = [1, 2, 3].map(
  (cells): LoadRequest => ({ specimenId: 'a', isDynamic: true, params: { cells }, roomId: `r${cells}` }),
)

describe('a sweep', () => {
  it('asks for one step at a time, and again later while the host is busy', async () => {
    const clock = new PlayedClock()
    const steps: SweepStep[] = []
    const asked: string[] = []
    const failures = [new LoadError('busy', 'host.busy'), new LoadError('busy', 'host.busy')]
    const isDone = runSweep(requests, {
      clock,
      signal: new AbortController().signal,
      source: {
        load: async ({ roomId }) => {
          asked.push(roomId)
          const failure = asked.length > 1 ? failures.pop() : undefined
          if (failure) throw failure
          return toContent(1)
        },
      },
      onStep: (step) => steps.push(step),
    })
    await expect.poll(() => clock.alarmCount).toBe(1)
    expect(asked).toEqual(['r1', 'r2'])
    clock.pass(1000)
    await expect.poll(() => clock.alarmCount).toBe(1)
    clock.pass(1999)
    expect(asked).toEqual(['r1', 'r2', 'r2'])
    clock.pass(1)
    await isDone
    expect(asked).toEqual(['r1', 'r2', 'r2', 'r2', 'r3'])
    expect(steps.map(({ params }) => params.cells)).toEqual([1, 2, 3])
  })

  it('ends with a failure, when it is closed, and when the page has enough', async () => {
    const steps: SweepStep[] = []
    const run = (load: () => Promise<Prepared>, signal = new AbortController().signal) =>
      runSweep(requests, {
        clock: new PlayedClock(),
        signal,
        source: { load },
        onStep: (step) => steps.push(step),
      })
    await expect(run(() => Promise.reject(new LoadError('no', 'function.failed')))).rejects.toThrow('no')
    const abort = new AbortController()
    const closing = async () => {
      abort.abort(new Error('closed'))
      return toContent(1)
    }
    await expect(run(closing, abort.signal)).rejects.toThrow('closed')
    expect(steps).toEqual([])
    await expect(run(async () => toContent(300 * 2 ** 20))).rejects.toThrow('Take fewer steps.')
    expect(steps).toHaveLength(2)
  })
})
