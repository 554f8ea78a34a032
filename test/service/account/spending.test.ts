import { expect, it } from 'vitest'
import { Spending } from '../../../core/engine/run/drawing/spending.ts'

it('a use of the processor counts half after each half-life', () => {
  let time = 0
  const spending = new Spending(60, () => time)
  spending.add('a', 800)
  time += 60_000
  spending.add('a', 100)
  spending.add('b', 300)
  expect([spending.of('a'), spending.of('b'), spending.of('c')]).toEqual([500, 300, 0])
  time += 120_000
  expect([spending.of('a'), spending.of('b')]).toEqual([125, 75])
})

it('remembers a bounded number of clients, those that spent last', () => {
  const spending = new Spending(60, () => 0)
  for (let i = 0; i < 12_000; i++) spending.add(`client ${i}`, 1)
  expect([spending.clients, spending.of('client 1999'), spending.of('client 2000')]).toEqual([10_000, 0, 1])
})
