/** The queues of hosts by the sets of bundles that they have. */
import { expect, it } from 'vitest'
import { findBundleQueue, listBundleQueues, toBundleQueue } from '../../../core/group/runs/bundle-queues.ts'

const toHost = (revisions: readonly string[], places = 2) => ({ revisions, places })

it('are one for hosts with the same bundles, in whichever order, and however many', () => {
  const many = Array.from({ length: 100 }, (_, i) => `revision${i}`)
  const hosts = [toHost(many), toHost([...many].reverse())]
  expect(listBundleQueues(many, hosts)).toEqual([toBundleQueue(many)])
  expect(new Set(many.map((revision) => findBundleQueue(revision, hosts)))).toEqual(
    new Set([toBundleQueue(many)]),
  )
})

it('are those of its own set and of the sets within it for a host, and none without bundles', () => {
  const hosts = [toHost(['a', 'b']), toHost(['a']), toHost(['b', 'c']), toHost([])]
  expect(listBundleQueues(['b', 'a'], hosts)).toEqual([toBundleQueue(['a', 'b']), toBundleQueue(['a'])])
  expect(listBundleQueues([], hosts)).toEqual([])
})

it('get a run where most is computed at a time, of those that can', () => {
  const hosts = [toHost(['a', 'b'], 2), toHost(['a'], 2), toHost(['b', 'c'], 3)]
  expect(findBundleQueue('a', hosts)).toBe(toBundleQueue(['a'])) // both hosts take from it
  expect(findBundleQueue('b', hosts)).toBe(toBundleQueue(['b', 'c']))
  expect(findBundleQueue('c', hosts)).toBe(toBundleQueue(['b', 'c']))
  expect(findBundleQueue('d', hosts)).toBeUndefined()
  expect(findBundleQueue('b', [...hosts].reverse())).toBe(toBundleQueue(['b', 'c']))
})
