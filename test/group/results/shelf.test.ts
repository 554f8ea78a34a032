/** The shelf: what it keeps, how long, and what goes first. */
import { beforeEach, expect, it, vi } from 'vitest'
import { type HeldResult, holdResult } from '../../../core/contract/domain/result/stored-result.ts'
import { Shelf } from '../../../core/group/results/shelf.ts'

let now: number
let dropped: string[]
let shelf: Shelf
beforeEach(() => {
  now = 1000
  dropped = []
  shelf = new Shelf({ byteLimit: 1_000_000, ttlSeconds: 300, now: () => now })
})

function toStored(id: string, bytes = 8): HeldResult {
  const data = new Uint8Array(bytes)
  return holdResult(id, { type: 'volume', shape: [1, 1, bytes], dtype: 'uint8', data })
}

const ada = { owner: 'ada' }
const bob = { owner: 'bob' }
/** Puts a result there, and notes when it had to go. */
const put = (stored: HeldResult, keeping: { owner: string }): void =>
  shelf.put(stored, { ...keeping, onDropped: () => void dropped.push(stored.id) })
const listIds = (...ids: string[]): string[] => ids.filter((id) => shelf.get(id) !== undefined)

it('has what was put there, and nothing else', () => {
  const stored = toStored('a')
  put(stored, ada)
  expect(shelf.get('a')).toBe(stored)
  expect(shelf.get('b')).toBeUndefined()
  expect(shelf.usage.entries).toBe(1)
})

it('has nothing whose time is over', () => {
  put(toStored('a'), ada)
  now += 299_999
  expect(listIds('a')).toEqual(['a'])
  now += 1
  expect([listIds('a'), dropped]).toEqual([[], []])
})

it('keeps a result that was put there again from then on', () => {
  put(toStored('a'), ada)
  now += 200_000
  put(toStored('a'), ada)
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

it('keeps nothing that is larger than itself, and says so', () => {
  put(toStored('kept'), ada)
  put(toStored('large', 1_000_000), ada)
  expect([listIds('kept', 'large'), dropped]).toEqual([['kept'], ['large']])
})

it('frees what is over by a timer, which ends with the last', async () => {
  vi.useFakeTimers()
  try {
    shelf = new Shelf({ byteLimit: 1_000_000, ttlSeconds: 2, now: () => Date.now() })
    put(toStored('a'), ada)
    await vi.advanceTimersByTimeAsync(1_000)
    put(toStored('b'), ada)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(shelf.usage.entries).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([shelf.usage.bytes, vi.getTimerCount()]).toEqual([0, 0])
    put(toStored('a'), ada)
    shelf.close()
    expect([shelf.usage.bytes, vi.getTimerCount()]).toEqual([0, 0])
  } finally {
    vi.useRealTimers()
  }
})
