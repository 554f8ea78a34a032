/** How much of a flood is read, with a clock in the test's hand. */
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { encodeFrame, FrameReader } from '../../../../core/contract/wire/frames.ts'
import { readPaced } from '../../../../core/engine/run/pool/paced-reader.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

interface Play {
  readonly source: PassThrough
  readonly close: () => void
  /** Frames that have come through. */
  readonly count: () => number
  readonly reads: readonly boolean[]
  readonly errors: readonly unknown[]
}

function play(onFrame: ConstructorParameters<typeof FrameReader>[0]['onFrame'] = () => undefined): Play {
  let frames = 0
  const reads: boolean[] = []
  const errors: unknown[] = []
  const source = new PassThrough({ highWaterMark: 2 ** 24 })
  const reader = new FrameReader({
    headLimits: new Map([[1, 1000]]),
    onFrame: (type, head) => {
      frames++
      return onFrame(type, head)
    },
  })
  const close = readPaced({
    source,
    reader,
    onRead: (isWaiting) => reads.push(isWaiting),
    onError: (error) => errors.push(error),
    now: () => performance.now(),
  })
  return { source, close, count: () => frames, reads, errors }
}

const frame = encodeFrame(1, {})
const flood = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => frame))
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('reads what an ordinary run sends at once', async () => {
  const { source, count, reads } = play()
  source.write(flood(500))
  await turn()
  expect([count(), reads]).toEqual([500, [true]])
})

it('reads a flood at a bounded rate, and all of it', async () => {
  const { source, count, reads } = play()
  source.write(flood(40_000))
  await turn()
  const burst = count()
  expect(burst).toBeLessThan(2000)
  expect(reads.at(-1)).toBe(false)
  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(100)
    await turn()
  }
  expect(count() - burst).toBeGreaterThan(4000)
  expect(count() - burst).toBeLessThan(12_000)
  for (let i = 0; i < 100 && count() < 40_000; i++) {
    await vi.advanceTimersByTimeAsync(100)
    await turn()
  }
  expect(count()).toBe(40_000)
  await vi.advanceTimersByTimeAsync(1000)
  source.write(flood(500)) // what follows a pause is read at once again
  await turn()
  expect([count(), reads.at(-1)]).toEqual([40_500, true])
})

it('takes the bytes of a result for nothing', async () => {
  const target = new Uint8Array(2 ** 22)
  const done = vi.fn()
  const { source, reads } = play(() => ({ targets: [target], done }))
  source.write(Buffer.concat([frame, Buffer.alloc(target.length, 7)]))
  await turn()
  expect(done).toHaveBeenCalledOnce()
  expect([target.at(-1), reads.includes(false)]).toEqual([7, false])
})

it('stops at bytes that are no frames', async () => {
  const { source, close, count, errors } = play()
  source.write(Buffer.concat([frame, Buffer.from('GET / HTTP/1.1')]))
  await turn()
  expect([count(), errors.length]).toEqual([1, 1])
  close()
  expect(source.destroyed).toBe(true)
})

it('reads nothing more of a flood when it is closed', async () => {
  const { source, close, count } = play()
  source.write(flood(40_000))
  await turn()
  const read = count()
  close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(count()).toBe(read)
})
