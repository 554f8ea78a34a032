import { describe, expect, it } from 'vitest'
import {
  formatNumber,
  inOneNotation,
  listPowers,
  listTicks,
  roundDigitsOutward,
  roundOutward,
} from '../../../core/contract/look/ticks.ts'

describe('ticks', () => {
  it.each([
    [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-1000, 3071, 4, [-1000, 0, 1000, 2000, 3000]],
    [0.1, 0.7, 3, [0.2, 0.4, 0.6]],
    [0, 255, 5, [0, 50, 100, 150, 200, 250]],
    [-3e-7, 3e-7, 3, [-2e-7, 0, 2e-7]],
    [1000000.1, 1000000.2, 2, [1000000.1, 1000000.15, 1000000.2]],
  ])('are round numbers from %d to %d, about %d of them', (low, high, count, wanted) => {
    expect(listTicks(low, high, count)).toEqual(wanted)
  })

  it('are one number for an empty range, and none where there is no range', () => {
    expect(listTicks(7, 7, 5)).toEqual([7])
    expect(listTicks(0, Number.POSITIVE_INFINITY, 5)).toEqual([])
    expect(listTicks(Number.NaN, 1, 5)).toEqual([])
    expect(listTicks(2, 1, 5)).toEqual([])
  })

  it('are never none between two ends that differ, however few are wanted', () => {
    expect(listTicks(0.31, 0.32, 0).length).toBeGreaterThan(0)
    expect(listTicks(6, 9, 1).length).toBeGreaterThan(0)
  })
})

describe('numbers', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [255, '255'],
    [65535, '65535'],
    [4294967295, '4.295e9'],
    [0.1 + 0.2, '0.3'],
    [-1.234567, '-1.2346'],
    [123456.7, '123457'],
    [0.00001234567, '1.2346e-5'],
    [6.02214e23, '6.0221e23'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-∞'],
  ])('%d is written as %s', (value, wanted) => {
    expect(formatNumber(value)).toBe(wanted)
  })

  it('have the digits that a step needs, and no more', () => {
    expect([1000000.1, 1000000.15, 1000000.2].map((tick) => formatNumber(tick, 0.05))).toEqual([
      '1000000.1',
      '1000000.15',
      '1000000.2',
    ])
    expect(formatNumber(0.123456, 0.1)).toBe('0.1')
    expect(formatNumber(1.23456789e12, 1e11)).toBe('1.2e12')
  })
})

describe('the ends of a range', () => {
  it.each([
    [-0.9999902248382568, 0.9999902248382568, [-1, 1]],
    [0.10000000149011612, 0.699999988079071, [0.1, 0.7]],
    [1.4091480424417602e-9, 2.5e-5, [1e-9, 2.5e-5]],
    [-1024, 3071, [-1024, 3071]],
    [5.5, 5.5, [5.5, 5.5]],
    [Number.NEGATIVE_INFINITY, 1, [Number.NEGATIVE_INFINITY, 1]],
  ])('%d and %d have few digits, and leave nothing out', (low, high, wanted) => {
    expect(roundOutward(low, high)).toEqual(wanted)
  })
})

describe('ticks of a logarithmic scale', () => {
  it.each([
    [0.001, 1000, [0.001, 0.1, 10, 1000]],
    [50, 6000, [100, 1000]],
    [2, 80, [2, 5, 10, 20, 50]],
    [0.12, 0.9, [0.2, 0.5]],
    [11, 19, [12, 14, 16, 18]],
    [3, 3, [3]],
  ])('from %d to %d are powers of ten, else 1, 2 and 5 times one, else as if linear', (low, high, wanted) => {
    expect(listPowers(low, high, 4)).toEqual(wanted)
  })
})

describe('the ends of a logarithmic range', () => {
  it.each([
    [3.108817909e-7, 0.0003108817909, [3.1e-7, 0.000311]],
    [1e-7, 1e-4, [1e-7, 1e-4]],
    [0.3, 0.1 + 0.2, [0.3, 0.3]],
    [1.234, 98_765, [1.23, 98_800]],
    [9.999, 9.991, [9.99, 10]],
    [5e-324, 1.5e308, [5e-324, 1.5e308]],
  ])('%d and %d have three digits, and leave nothing out', (low, high, wanted) => {
    expect(roundDigitsOutward(low, high)).toEqual(wanted)
  })
})

describe('numbers beside each other', () => {
  it.each([
    [
      ['3.1e-7', '1e-5', '0.000311', '0'],
      ['3.1e-7', '1e-5', '3.11e-4', '0'],
    ],
    [
      ['-2e9', '0', '500000000'],
      ['-2e9', '0', '5e8'],
    ],
    [
      ['0', '0.5', '1'],
      ['0', '0.5', '1'],
    ],
    [
      ['1e-5', '∞', 'NaN'],
      ['1e-5', '∞', 'NaN'],
    ],
  ])('%j have one notation', (texts, wanted) => {
    expect(inOneNotation(texts)).toEqual(wanted)
  })
})
