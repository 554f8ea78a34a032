/** The feed of `specimen dev` by itself: what it keeps, what it gives up, and who waits. */
import { describe, expect, it } from 'vitest'
import type { DevEvent } from '../../../core/contract/domain/dev-event.ts'
import { createDevFeed, type DevFeed } from '../../../core/service/http/dev-feed.ts'

const never = new AbortController().signal
const output = (text: string): DevEvent => ({ kind: 'output', function: 'wave', text })
const faults = (...texts: string[]): DevEvent => ({ kind: 'faults', faults: texts })

function createFeed(...events: DevEvent[]): DevFeed {
  const feed = createDevFeed({ id: 'one', now: () => 5000 })
  for (const event of events) feed.add(event)
  return feed
}

/** Returns whether somebody who waits was let go. */
async function watch(waiting: Promise<void>): Promise<() => boolean> {
  let isDone = false
  void waiting.then(() => {
    isDone = true
  })
  await Promise.resolve()
  return () => isDone
}

describe('what a feed keeps', () => {
  it('is numbered from 1, in order, with the time in seconds', () => {
    const feed = createFeed(output('a'), output('b'))
    expect(feed.read(-1)).toEqual({
      feed: 'one',
      entries: [
        { kind: 'output', function: 'wave', text: 'a', seq: 1, ts: 5 },
        { kind: 'output', function: 'wave', text: 'b', seq: 2, ts: 5 },
      ],
      missed: false,
    })
    expect(feed.read(1).entries.map(({ seq }) => seq)).toEqual([2])
    expect(feed.read(2).entries).toEqual([])
  })

  it('is the newest list of what is the case, in place of those before', () => {
    const feed = createFeed(faults('a'), output('x'), faults('b'))
    expect(feed.read(0).entries.map(({ seq, kind }) => [seq, kind])).toEqual([
      [2, 'output'],
      [3, 'faults'],
    ])
    expect(feed.read(1).missed).toBe(false) // whoever has seen the first list has the second now
  })

  it('is bounded in number, and says so to whoever has missed something', () => {
    const feed = createFeed(faults('a'))
    for (let i = 0; i < 2000; i++) feed.add(output(String(i)))
    const { entries } = feed.read(0)
    expect(entries).toHaveLength(500)
    expect(entries[0]).toMatchObject({ kind: 'faults', seq: 1 })
    expect(entries[1]).toMatchObject({ text: '1501', seq: 1503 })
    expect(feed.read(1501).missed).toBe(true)
    expect(feed.read(1502).missed).toBe(false)
  })

  it('is bounded in size, and one event too large is given up by itself', () => {
    const feed = createFeed(faults('a'))
    for (let i = 0; i < 100; i++) feed.add(output('x'.repeat(100_000)))
    expect(JSON.stringify(feed.read(0)).length).toBeLessThan(1_100_000)
    feed.add(output('x'.repeat(2_000_000)))
    expect(feed.read(0).entries.map(({ kind }) => kind)).toEqual(['faults'])
    feed.add(output('after'))
    expect(feed.read(0).entries).toHaveLength(2)
  })
})

describe('who waits for news', () => {
  it('is let go at once when there are some already', async () => {
    const feed = createFeed(output('a'))
    await feed.wait(0, never)
    await createFeed().wait(-1, never) // a page that knows nothing waits for nothing
  })

  it('is let go with all others by the next event', async () => {
    const feed = createFeed(output('a'))
    const waiting = await Promise.all([1, 2, 3].map(async () => await watch(feed.wait(1, never))))
    expect(waiting.map((isDone) => isDone())).toEqual([false, false, false])
    feed.add(output('b'))
    await Promise.resolve()
    expect(waiting.map((isDone) => isDone())).toEqual([true, true, true])
  })

  it('is let go when it has left, and by the end', async () => {
    const feed = createFeed(output('a'))
    const leaving = new AbortController()
    const [left, stayed] = [await watch(feed.wait(1, leaving.signal)), await watch(feed.wait(1, never))]
    leaving.abort()
    await Promise.resolve()
    expect([left(), stayed()]).toEqual([true, false])
    feed.close()
    await Promise.resolve()
    expect(stayed()).toBe(true)
    await feed.wait(1, never) // and whoever comes later
  })
})
