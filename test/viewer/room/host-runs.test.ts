/** The results of a room in a page: fetched one at a time and the newest next, with the state of the run. */
import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import type { PlainFile } from '../../../core/data/prepared/plain-file.ts'
import type { Prepared } from '../../../core/data/prepared/prepared.ts'
import { LoadError } from '../../../core/viewer/data/load-error.ts'
import { KeptResults } from '../../../core/viewer/drive/kept-results.ts'
import type { RunState } from '../../../core/viewer/drive/run-state.ts'
import { HostRuns } from '../../../core/viewer/room/host-runs.ts'

const toFile = (fileName: string): PlainFile => ({ type: 'file', fileName, byteLength: 1, reason: '' })

/** Runs of `views/1` of a room whose fields are set by hand, and loads that are ended by hand. */
function follow() {
  const fields = signal<ReadonlyMap<string, Json>>(new Map([['views/1/specimen', 'gyroid']]))
  const loads = new Map<string, Deferred<Prepared | PlainFile>>()
  const states: RunState[] = []
  const calls: string[] = []
  const room = {
    fields,
    active: signal<number | null>(1),
    cancel: () => calls.push('cancel'),
    runAgain: () => calls.push('again'),
  }
  const runs = new HostRuns(room, {
    ...{ specimenId: 'gyroid', schema: null, roomId: 'lab', viewerId: 'v', kept: new KeptResults() },
    clock: { now: () => 0, after: () => () => {} },
    source: {
      load: async ({ resultId = '' }) => {
        const load = createDeferred<Prepared | PlainFile>()
        loads.set(resultId, load)
        return await load.promise
      },
      close: () => {},
    },
    onState: (state) => states.push(state),
  })
  const set = (changed: { readonly [name: string]: Json }): void => {
    fields.value = new Map([...fields.value, ...Object.entries(changed)])
  }
  const settle = async (id: string, end: PlainFile | LoadError): Promise<void> => {
    if (end instanceof LoadError) loads.get(id)?.reject(end)
    else loads.get(id)?.resolve(end)
    for (let turn = 0; turn < 9; turn++) await Promise.resolve()
  }
  return { runs, set, settle, loads, states, calls, last: () => states.at(-1) }
}

it('fetches one result at a time, and the newest next', async () => {
  const { set, settle, loads, last } = follow()
  for (const id of ['a', 'b', 'c']) set({ 'views/1/params/cells': id, 'views/1/result': { id } })
  expect([...loads.keys()]).toEqual(['a'])
  await settle('a', toFile('a'))
  expect([...loads.keys()]).toEqual(['a', 'c'])
  await settle('c', toFile('c'))
  expect(last()).toMatchObject({
    shown: { content: { fileName: 'c' }, params: { cells: 'c' } },
    run: { stage: 'idle' },
  })
})

it('shows progress, then a failure, then that somebody has cancelled it', () => {
  const { set, last, runs, calls } = follow()
  set({ 'views/1/run': { version: 1 } })
  expect(last()?.run).toMatchObject({ stage: 'running', messages: [], fraction: null })
  set({ 'views/1/run': { version: 1, text: 'slice 1/4' } })
  set({ 'views/1/run': { version: 1, text: 'slice 2/4' } })
  expect(last()?.run).toMatchObject({ messages: [{ seq: 0 }, { seq: 1, text: 'slice 2/4' }], fraction: 0.5 })
  set({ 'views/1/run': { version: 1, error: { code: 'function.failed', detail: 'Too many.' } } })
  expect(last()?.run).toMatchObject({ stage: 'failed', failure: { message: 'Too many.' } })
  set({ 'views/1/run': { version: 2 } })
  set({ 'views/1/run': { version: 2, error: { code: 'run.cancelled', detail: '' } } })
  expect(last()?.run).toEqual({ stage: 'cancelled' })
  runs.cancel()
  runs.retry()
  expect(calls).toEqual(['cancel', 'again'])
})

it('says why a result could not be fetched and fetches it again, but not of one that is gone', async () => {
  const { set, settle, loads, last, runs, calls } = follow()
  set({ 'views/1/result': { id: 'gone' } })
  await settle('gone', new LoadError('The room shows another.', 'result.unknown'))
  expect(last()?.run).toEqual({ stage: 'idle' })
  set({ 'views/1/result': { id: 'large' } })
  await settle('large', new LoadError('It is too large.', 'result.too-large'))
  expect(last()?.run).toMatchObject({ stage: 'failed', failure: { message: 'It is too large.' } })
  loads.clear()
  runs.retry()
  await settle('large', toFile('large'))
  expect(last()).toMatchObject({ shown: { content: { fileName: 'large' } }, run: { stage: 'idle' } })
  expect(calls).toEqual([])
})

it('leaves the views of other specimens alone, and everything once it is closed', () => {
  const { set, states, loads, runs } = follow()
  set({ 'views/1/specimen': 'box', 'views/1/result': { id: 'a' }, 'views/1/run': { version: 1 } })
  runs.close()
  set({ 'views/1/specimen': 'gyroid' })
  expect([states, [...loads.keys()]]).toEqual([[], []])
})
