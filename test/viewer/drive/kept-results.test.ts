/** The results that the page keeps for steps back. */
import { expect, it } from 'vitest'
import type { Params } from '../../../core/contract/domain/schema.ts'
import type { Prepared } from '../../../core/data/prepared/prepared.ts'
import { KeptResults } from '../../../core/viewer/drive/kept-results.ts'
import { createTimeline, keepLooking } from '../../../core/viewer/history/timeline.ts'

const toRequest = (params: Params, roomId = 'lab') => ({ specimenId: 'f', isDynamic: true, params, roomId })
const hold = (bytes: number, params: Params) => ({
  content: { parts: new Uint8Array(bytes) } as unknown as Prepared, // only its arrays are looked at
  params,
  isPreview: false,
  seconds: 0,
})
const listKept = (kept: KeptResults, sizes: number[]) => sizes.filter((size) => kept.get(toRequest({ size })))

it('kept results are twelve at most, and go in the order of their use', () => {
  const kept = new KeptResults()
  for (let size = 1; size <= 12; size++) kept.add('f', hold(8, { size }))
  kept.add('f', hold(8, { size: 1 }))
  kept.add('f', hold(8, { size: 13 }))
  expect(listKept(kept, [1, 2, 3, 12, 13])).toEqual([1, 3, 12, 13])
  expect(kept.get(toRequest({ size: 3 }, 'beside'))).toBeDefined()
  kept.clear()
  expect(listKept(kept, [1, 13])).toEqual([])
})

it('kept results are found whatever the order of the parameters', () => {
  const kept = new KeptResults()
  kept.add('f', hold(8, { size: 1, depth: 2 }))
  expect(kept.get(toRequest({ depth: 2, size: 1 }))).toBeDefined()
})

it('kept results have 256 MB at most, but for the newest, which takes the place of all', () => {
  const kept = new KeptResults()
  for (const size of [1, 2, 3]) kept.add('f', hold(100 * 2 ** 20, { size }))
  expect(listKept(kept, [1, 2, 3])).toEqual([2, 3])
  kept.add('f', hold(257 * 2 ** 20, { size: 4 }))
  expect(listKept(kept, [1, 2, 3, 4])).toEqual([4])
  kept.add('f', hold(8, { size: 5 }))
  expect(listKept(kept, [4, 5])).toEqual([5])
})

it('a timeline steps back and forth, drops what was undone, and joins the steps of a held key', () => {
  let now = 0
  const timeline = createTimeline({ params: {}, display: {} }, () => now)
  const push = (params: Params): void => timeline.push({ params })
  const step = (by: -1 | 1): Params | undefined => timeline.step(by)?.params
  expect([timeline.step(-1), timeline.step(1)]).toEqual([null, null])
  for (const size of [2, 3, 4]) push({ size })
  push({ size: 4 })
  expect([step(-1), timeline.canUndo.value, step(1)]).toEqual([{}, false, { size: 4 }])
  now = 1000
  push({ size: 5 })
  expect(step(-1)).toEqual({ size: 4 })
  push({ size: 4, depth: 1 })
  expect([timeline.canRedo.value, step(-1), step(-1)]).toEqual([false, { size: 4 }, {}])
})

it('a timeline keeps what takes the last change back as a step of its own, however fast it comes', () => {
  const timeline = createTimeline({ params: {}, display: {} }, () => 0)
  timeline.push({ params: { size: 2 } })
  timeline.push({ params: {} })
  expect(timeline.undoCount.value).toBe(2)
  expect(timeline.step(-1)?.params).toEqual({ size: 2 })
})

it('a timeline has the settings of the picture too, but not the place that is looked at', () => {
  let now = 0
  const timeline = createTimeline({ params: { size: 1 }, display: {} }, () => now)
  timeline.push({ display: { slices: [0, 0, 0] } })
  expect(timeline.canUndo.value).toBe(false)
  for (const high of [1, 2, 3]) timeline.push({ display: { window: [0, high] } })
  now = 1000
  timeline.push({ params: { size: 2 } })
  const steps = [timeline.step(-1), timeline.step(-1)]
  expect(steps).toEqual([
    { params: { size: 1 }, display: { window: [0, 3] } },
    { params: { size: 1 }, display: {} },
  ])
  expect(keepLooking({ window: [0, 3], zoom: null }, { slices: [1, 1, 1], box: true })).toEqual({
    ...{ window: [0, 3], slices: [1, 1, 1] },
  })
})
