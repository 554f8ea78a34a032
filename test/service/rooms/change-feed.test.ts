/** The changes of a room on their way to its peers, with a clock and timers that the test moves. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RoomChanged, RoomFields } from '../../../core/contract/wire/room-messages.ts'
import { ChangeFeed } from '../../../core/service/rooms/change-feed.ts'
import { roomLimits } from '../../../core/service/rooms/limits.ts'

let time: number

beforeEach(() => {
  time = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number): void => {
  time += milliseconds
  vi.advanceTimersByTime(milliseconds)
}

/** A room with so many peers, of whom the first few are looked at; all get what goes to all. */
function open(peers: number) {
  const toAll: RoomChanged[] = []
  const toOne: [number, RoomChanged][] = []
  let version = 0
  const feed = new ChangeFeed({
    now: () => time,
    countPeers: () => peers,
    sendAll: (text) => toAll.push(JSON.parse(text.toString())),
    sendOne: (peer, text) => toOne.push([peer, JSON.parse(text)]),
  })
  const add = (by: number, seq: number | null, fields: RoomFields): void => {
    feed.add({ version: ++version, by, seq, fields })
  }
  return { feed, toAll, toOne, add }
}

it('sends the first change at once, and those of the pause after it at its end', () => {
  const { toAll, add } = open(2)
  add(1, 1, { a: 1 })
  expect(toAll).toEqual([{ type: 'changed', version: 1, by: 1, seq: 1, fields: { a: 1 } }])
  add(1, 2, { a: 2 })
  add(0, null, { b: 1, '~own': 1 })
  pass(roomLimits.changeMilliseconds - 1)
  expect(toAll).toHaveLength(1)
  pass(1)
  expect(toAll.slice(1)).toEqual([
    { type: 'changed', version: 2, by: 1, seq: 2, fields: { a: 2 } },
    { type: 'changed', version: 3, by: 0, seq: null, fields: { b: 1 } },
  ])
})

it('sends more changes than fit as one, each acknowledged to its peer before, in the order of versions', () => {
  const { toAll, toOne, add } = open(100)
  const many = 2 * (roomLimits.changeDeliveries / 100)
  add(9, 1, { first: true })
  for (let i = 0; i < many; i++) add(1 + (i % 3), i, { a: i, [`of ${i % 5}`]: i })
  pass(1000)
  expect(toAll).toHaveLength(2)
  const last = many - 1
  expect(toAll[1]).toMatchObject({ version: 1 + many, by: 0, seq: null, fields: { a: last } })
  expect(Object.keys(toAll[1]?.fields ?? {})).toHaveLength(6)
  expect(toOne.map(([peer, { by, seq, fields }]) => [peer === by, seq, fields])).toEqual(
    Array.from({ length: many }, (_, seq) => [true, seq, {}]),
  )
  expect(toOne.map(([, { version }]) => version)).toEqual(Array.from({ length: many }, (_, i) => 2 + i))
})

it('acknowledges as changes come: at the end of the pause one is left, however many there were', () => {
  const { feed, toAll, toOne, add } = open(120)
  add(9, 1, { first: true })
  for (let seq = 0; seq < 10_000; seq++) add(1 + (seq % 120), seq, { a: seq })
  expect(toOne).toHaveLength(9_999)
  feed.flush()
  expect([toOne.length, toAll.length]).toEqual([10_000, 2])
  expect(toOne.map(([, { version }]) => version)).toEqual(Array.from({ length: 10_000 }, (_, i) => 2 + i))
})

it('has the text itself acknowledge the last of many changes by one peer', () => {
  const { toAll, toOne, add } = open(1000)
  add(1, 0, { a: 0 })
  for (let seq = 1; seq <= 9; seq++) add(1, seq, { a: seq })
  pass(1000)
  expect(toAll[1]).toEqual({ type: 'changed', version: 10, by: 1, seq: 9, fields: { a: 9 } })
  expect(toOne.map(([, { seq }]) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

it('pauses for as long as what it sends costs, and at most a second', () => {
  const { toAll, add } = open(250)
  add(1, 1, { large: 'x'.repeat(10_000) })
  add(1, 2, { a: 1 })
  pass(200)
  expect(toAll).toHaveLength(1)
  pass(200)
  expect(toAll).toHaveLength(2)
  pass(1000)
  add(1, 3, { large: 'x'.repeat(1_000_000) })
  add(1, 4, { a: 2 })
  pass(999)
  expect(toAll).toHaveLength(3)
  pass(1)
  expect(toAll).toHaveLength(4)
})

it('sends a bounded number of messages, however many changes come', () => {
  const { toAll, toOne, add } = open(120)
  const seconds = 5
  let changes = 0
  for (let at = 0; at < seconds * 1000; at += 10) {
    for (let peer = 1; peer <= 120; peer++) add(peer, changes++, { [`of ${peer % 8}`]: at })
    pass(10)
  }
  expect(toAll.length * 120).toBeLessThanOrEqual(seconds * roomLimits.sentRate)
  expect(toAll.length).toBeGreaterThan(seconds)
  expect(toOne.length).toBeLessThanOrEqual(changes) // one answer to each, and no more
})
