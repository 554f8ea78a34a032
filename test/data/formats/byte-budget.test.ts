import { describe, expect, it } from 'vitest'
import { createByteBudget, showBytes } from '../../../core/data/formats/byte-budget.ts'

const limit = 2 ** 28

describe('the memory of one decoding', () => {
  it('may be twice its limit and 16 MiB at once, of many parts as of one', () => {
    const { take } = createByteBudget(limit)
    for (let part = 0; part < 8; part++) take('A part', limit / 4)
    take('A part', 2 ** 24)
    expect(() => take('A part', 1)).toThrow(
      'A part needs 1 bytes more than the 554 MB that are in use, and decoding may take 554 MB; ' +
        'use a smaller one.',
    )
  })

  it('is refused before anything is held, with its need and the option that bounds it', () => {
    const { take, readHeld } = createByteBudget(limit, '--result-bytes')
    expect(() => take('Its scene', 1.8e9)).toThrow(
      'Its scene needs 1.8 GB, and decoding may take 554 MB by --result-bytes; use a smaller one.',
    )
    expect(readHeld()).toBe(0)
  })

  it('is free again when it is given back', () => {
    const { take, give, readHeld } = createByteBudget(limit)
    for (let part = 0; part < 100; part++) {
      take('A part', limit)
      give(limit)
    }
    expect(readHeld()).toBe(0)
  })

  it('is refused for a size that is no number', () => {
    const { take } = createByteBudget(limit)
    expect(() => take('An array', Number.NaN)).toThrow('An array needs')
    expect(() => take('An array', Number.POSITIVE_INFINITY)).toThrow('An array needs')
  })
})

it.each([
  [880, '880 bytes'],
  [1001, '1.1 kB'],
  [268_435_456, '269 MB'],
  [1.8e9, '1.8 GB'],
  [Number.POSITIVE_INFINITY, 'Infinity TB'],
])('a size of %d is shown rounded up', (byteLength, text) => {
  expect(showBytes(byteLength)).toBe(text)
})
