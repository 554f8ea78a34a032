/** How long a worker waits before it dials again. */
import { describe, expect, it } from 'vitest'
import { toDelay } from '../../../core/federation/worker/dial.ts'

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
})
