/** The results that the page keeps for steps back. */
import { expect, it } from 'vitest'
import type { Prepared } from '../../../core/viewer/data/prepared.ts'
import { KeptResults } from '../../../core/viewer/drive/kept-results.ts'
import { createTimeline } from '../../../core/viewer/history/timeline.ts'

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

it('kept results are six at most, and go in the order of their use', () => {
  const kept = new KeptResults()
  for (const size of [1, 2, 3, 4, 5, 6]) kept.add(call(size), hold(8))
  kept.add(call(1), hold(8))
  kept.add(call(7), hold(8))
  expect(listKept(kept, [1, 2, 3, 4, 5, 6, 7])).toEqual([1, 3, 4, 5, 6, 7])
  kept.clear()
  expect(listKept(kept, [1, 7])).toEqual([])
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
  const timeline = createTimeline({}, () => now)
  expect([timeline.step(-1), timeline.step(1)]).toEqual([null, null])
  for (const size of [2, 3, 4]) timeline.push({ size })
  timeline.push({ size: 4 })
  expect([timeline.step(-1), timeline.canUndo.value, timeline.step(1)]).toEqual([{}, false, { size: 4 }])
  now = 1000
  timeline.push({ size: 5 })
  expect(timeline.step(-1)).toEqual({ size: 4 })
  timeline.push({ size: 4, depth: 1 })
  expect([timeline.canRedo.value, timeline.step(-1), timeline.step(-1)]).toEqual([false, { size: 4 }, {}])
})
