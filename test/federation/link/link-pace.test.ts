/**
 * The pace of a link, against a line that is modelled: so many bytes a millisecond, a delay of its own, and a
 * queue before it.
 */
import { describe, expect, it } from 'vitest'
import { LinkPace } from '../../../core/federation/link/link-pace.ts'

const window = 4 * 2 ** 20

/**
 * Sends whatever the pace allows over a line for some seconds; returns what was carried, and how long bytes
 * waited at the end.
 */
function drive(line: { readonly bytesPerMillisecond: number; readonly delay: number }, milliseconds: number) {
  let now = 0
  const pace = new LinkPace(window, () => now)
  const arrivals: { readonly at: number; readonly end: number }[] = []
  let freeAt = 0
  let taken = 0
  let waited = 0
  for (; now < milliseconds; now++) {
    while (arrivals[0] && arrivals[0].at + line.delay <= now) {
      taken = arrivals.shift()?.end ?? taken
      pace.take(taken)
    }
    while (pace.room > 0) {
      pace.send(Math.min(256 * 1024, pace.pieceBytes, pace.room))
      const size = pace.sent - (arrivals.at(-1)?.end ?? taken)
      freeAt = Math.max(freeAt, now) + size / line.bytesPerMillisecond
      arrivals.push({ at: freeAt + line.delay, end: pace.sent })
      waited = freeAt - now
    }
  }
  return { share: taken / (line.bytesPerMillisecond * milliseconds), waited, most: pace.sent - taken }
}

describe('the pace of a link', () => {
  it.each([
    ['1 MB/s, near', { bytesPerMillisecond: 1000, delay: 1 }],
    ['1 MB/s, 80 ms away', { bytesPerMillisecond: 1000, delay: 40 }],
    ['10 MB/s, near', { bytesPerMillisecond: 10_000, delay: 1 }],
    ['10 MB/s, 80 ms away', { bytesPerMillisecond: 10_000, delay: 40 }],
  ])('fills a line of %s and makes nobody wait long', (_line, line) => {
    const { share, waited } = drive(line, 20_000)
    expect(share).toBeGreaterThan(0.8)
    expect(waited).toBeLessThan(200)
  })

  it('allows what the relay allows on a fast line, and never more', () => {
    const { most } = drive({ bytesPerMillisecond: 400_000, delay: 1 }, 2000)
    expect(most).toBeLessThanOrEqual(window)
    expect(drive({ bytesPerMillisecond: 400_000, delay: 20 }, 2000).share).toBeGreaterThan(
      window / 400_000 / 41 / 2,
    )
  })

  it('goes on in a window that is smaller than a chunk', () => {
    const pace = new LinkPace(10, () => 0)
    expect([pace.room, pace.pieceBytes > 0]).toEqual([10, true])
    pace.send(10)
    expect(pace.room).toBe(0)
    pace.take(10)
    expect(pace.room).toBe(10)
  })
})
