/** The shelf: what it keeps, how long, and what goes first. */
import { beforeEach, expect, it, vi } from 'vitest'
import { type HeldResult, holdResult } from '../../../core/domain/result/stored-result.ts'
import { Shelf } from '../../../core/group/results/shelf.ts'

let now: number
let dropped: string[]
let shelf: Shelf
beforeEach(() => {
  now = 1000
  dropped = []
  shelf = new Shelf({ byteLimit: 1_000_000, now: () => now })
})

function toStored(id: string, bytes = 8): HeldResult {
  const data = new Uint8Array(bytes)
  return holdResult(id, { type: 'volume', shape: [1, 1, bytes], dtype: 'uint8', data })
}

const ada = { owner: 'ada', seconds: 300 }
const bob = { owner: 'bob', seconds: 300 }
/** Puts a result there, and notes when it had to go. */
const put = (stored: HeldResult, keeping: { owner: string; seconds: number }): void =>
  shelf.put(stored, { ...keeping, onDropped: () => void dropped.push(stored.id) })
const listIds = (...ids: string[]): string[] => ids.filter((id) => shelf.get(id) !== undefined)

it('has what was put there, and nothing else', () => {
  const stored = toStored('a')
  put(stored, ada)
  expect(shelf.get('a')).toBe(stored)
  expect(shelf.get('b')).toBeUndefined()
  expect(shelf.counts).toEqual({ own: 1, copies: 0 })
})

it('has nothing whose time is over', () => {
  put(toStored('a'), ada)
  shelf.putCopy(toStored('b'), ada)
  now += 299_999
  expect(listIds('a', 'b')).toEqual(['a', 'b'])
  now += 1
  expect(listIds('a', 'b')).toEqual([])
  expect([shelf.bytes, dropped]).toEqual([0, []])
})

it('keeps a result until the later of its ends', () => {
  put(toStored('a'), ada)
  now += 200_000
  put(toStored('a'), ada)
  put(toStored('a'), { owner: 'ada', seconds: 1 })
  now += 299_999
  expect(listIds('a')).toEqual(['a'])
  now += 1
  expect(listIds('a')).toEqual([])
})

it('drops the result used longest ago when there is no room, and says so', () => {
  put(toStored('a', 400_000), ada)
  put(toStored('b', 400_000), ada)
  shelf.get('a')
  put(toStored('c', 400_000), ada)
  expect([listIds('a', 'b', 'c'), dropped]).toEqual([['a', 'c'], ['b']])
})

it('drops results of the caller that has most, never those of another for them', () => {
  put(toStored('a', 300_000), ada)
  for (const id of ['1', '2', '3']) put(toStored(id, 300_000), bob)
  expect([listIds('a', '1', '2', '3'), dropped]).toEqual([['a', '2', '3'], ['1']])
})

it('drops copies first, whoever has most and whenever they were used, and tells nobody', () => {
  put(toStored('a', 400_000), ada)
  shelf.putCopy(toStored('copy', 400_000), bob)
  shelf.get('copy')
  put(toStored('b', 400_000), ada)
  expect([listIds('a', 'b', 'copy'), dropped]).toEqual([['a', 'b'], []])
  shelf.putCopy(toStored('copy', 400_000), bob)
  expect([listIds('a', 'b', 'copy'), dropped]).toEqual([['a', 'b'], []])
})

it('keeps nothing that is larger than itself, and says so of its own', () => {
  put(toStored('kept'), ada)
  put(toStored('large', 1_000_000), ada)
  shelf.putCopy(toStored('copy', 1_000_000), ada)
  expect([listIds('kept', 'large', 'copy'), dropped]).toEqual([['kept'], ['large']])
})

it('has a result once: its own in place of a copy, and no copy of its own', () => {
  shelf.putCopy(toStored('a', 8000), ada)
  const { bytes } = shelf
  put(toStored('a', 8000), ada)
  shelf.putCopy(toStored('a', 8000), ada)
  expect([shelf.bytes, shelf.counts]).toEqual([bytes, { own: 1, copies: 0 }])
})

it('frees what is over by a timer, which ends with the last', async () => {
  vi.useFakeTimers()
  try {
    shelf = new Shelf({ byteLimit: 1_000_000, now: () => Date.now() })
    put(toStored('a'), { owner: '', seconds: 2 })
    shelf.putCopy(toStored('b'), { owner: '', seconds: 12 })
    await vi.advanceTimersByTimeAsync(7_000)
    expect(shelf.counts).toEqual({ own: 0, copies: 1 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([shelf.bytes, vi.getTimerCount()]).toEqual([0, 0])
    put(toStored('a'), ada)
    shelf.close()
    expect([shelf.bytes, vi.getTimerCount()]).toEqual([0, 0])
  } finally {
    vi.useRealTimers()
  }
})
