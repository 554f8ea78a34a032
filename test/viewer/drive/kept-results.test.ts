/** The results that the page keeps for steps back. */
import { expect, it } from 'vitest'
import type { Params } from '../../../core/domain/schema.ts'
import type { Prepared } from '../../../core/viewer/data/prepared.ts'
import { KeptResults } from '../../../core/viewer/drive/kept-results.ts'
import { createTimeline, keepLooking } from '../../../core/viewer/history/timeline.ts'

const call = (size: number) => ({
  request: { specimenId: 'f', isDynamic: true, params: { size }, roomId: 'lab' },
  isDrag: false,
  isPreview: false,
})
// Only its arrays are looked at.
const hold = (bytes: number) => ({
  content: { parts: new Uint8Array(bytes) } as unknown as Prepared,
  params: {},
  isPreview: false,
  seconds: 0,
})
const listKept = (kept: KeptResults, sizes: number[]) => sizes.filter((size) => kept.get(call(size)))

it('kept results are twelve at most, and go in the order of their use', () => {
  const kept = new KeptResults()
  for (let size = 1; size <= 12; size++) kept.add(call(size), hold(8))
  kept.add(call(1), hold(8))
  kept.add(call(13), hold(8))
  expect(listKept(kept, [1, 2, 3, 12, 13])).toEqual([1, 3, 12, 13])
  expect(kept.get({ ...call(3), request: { ...call(3).request, roomId: 'beside' } })).toBeDefined()
  kept.clear()
  expect(listKept(kept, [1, 13])).toEqual([])
})

it('kept results have 256 MB at most, and one that has more is not kept', () => {
  const kept = new KeptResults()
  for (const size of [1, 2, 3]) kept.add(call(size), hold(100 * 2 ** 20))
  expect(listKept(kept, [1, 2, 3])).toEqual([2, 3])
  kept.add(call(4), hold(257 * 2 ** 20))
  expect(listKept(kept, [1, 2, 3, 4])).toEqual([])
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
