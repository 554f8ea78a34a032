import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFrames } from '../../../core/viewer/stage/frames.ts'

let waiting: ((now: number) => void)[]
const tick = (now: number) => {
  const [...run] = waiting
  waiting = []
  for (const frame of run) frame(now)
}

beforeEach(() => {
  waiting = []
  vi.stubGlobal('requestAnimationFrame', (frame: (now: number) => void) => waiting.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (number: number) => waiting.splice(number - 1, 1))
})
afterEach(() => vi.unstubAllGlobals())

it('draws once however often it is asked for, and no more', () => {
  const draw = vi.fn(() => false)
  const frames = createFrames(draw)
  frames.request()
  frames.request()
  tick(1000)
  tick(1016)
  expect(draw.mock.calls).toEqual([[16]])
})

it('draws on as long as another frame follows, by the time that has passed but not by that of a pause', () => {
  const draw = vi.fn(() => draw.mock.calls.length < 3)
  createFrames(draw).request()
  for (const now of [0, 40, 5000, 5016]) tick(now)
  expect(draw.mock.calls).toEqual([[16], [40], [200]])
})

it('stops', () => {
  const draw = vi.fn(() => true)
  const frames = createFrames(draw)
  frames.request()
  frames.stop()
  tick(0)
  expect(draw).not.toHaveBeenCalled()
})

it('takes frames from a session while it presents, one that is waited for too, and none from the window', () => {
  const inSession: ((now: number) => void)[] = []
  const session = {
    requestAnimationFrame: (frame: (now: number) => void) => inSession.push(frame),
    cancelAnimationFrame: (number: number) => void inSession.splice(number - 1, 1),
  }
  const draw = vi.fn(() => false)
  const frames = createFrames(draw)
  frames.request()
  frames.follow(session)
  tick(1000)
  expect(draw).not.toHaveBeenCalled()
  for (const frame of inSession.splice(0)) frame(20)
  expect(draw).toHaveBeenCalledTimes(1)
  frames.request()
  frames.follow(null)
  expect(inSession).toEqual([])
  tick(2000)
  expect(draw).toHaveBeenCalledTimes(2)
})
