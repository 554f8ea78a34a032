/** What is between a worker and its relay, and how long it waits before it dials again. */
import { describe, expect, it } from 'vitest'
import { findUnread, hasLasted, toDelay } from '../../../core/federation/worker/dial.ts'

describe('the wait before a worker dials again', () => {
  it.each([
    [0, 500],
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [6, 30_000],
    [10_000, 30_000],
  ])('is a random part of the most after %i failures in a row: %i ms', (failures, most) => {
    expect(toDelay(failures, () => 0)).toBe(0)
    expect(toDelay(failures, () => 0.5)).toBe(most / 2)
    expect(toDelay(failures, () => 1 - 2 ** -53)).toBeCloseTo(most)
  })

  it('is short again after a link that lasted 30 s', () => {
    expect([0, 29_999, 30_000].map(hasLasted)).toEqual([false, false, true])
  })
})

describe('the line to a relay', () => {
  it.each([
    ['ws://127.0.0.1:8000/ws/federation/w1', true],
    ['ws://127.3.2.1/', true],
    ['ws://[::1]:8000/', true],
    ['ws://localhost/', true],
    ['wss://lab.example/', true],
    ['ws://lab.example/', false],
    ['ws://127.0.0.1.example/', false],
    ['ws://10.0.0.1/', false],
  ])('to %s is read by nobody: %s', (url, isUnread) => {
    expect(findUnread(url)).toBe(isUnread)
  })
})
