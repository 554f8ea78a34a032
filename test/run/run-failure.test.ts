import { expect, test } from 'vitest'
import { describeThrown } from '../../core/run/run-failure.ts'

test('describes whatever was thrown, and never throws', () => {
  const hostile = Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('no')
    },
  })
  for (const thrown of [
    null,
    undefined,
    0,
    '',
    Symbol('s'),
    1n,
    {},
    Object.create(null),
    hostile,
    new Proxy(() => {}, {}),
  ]) {
    expect(describeThrown(thrown).text.length).toBeGreaterThan(0)
  }
})
