import { expect, it } from 'vitest'
import { toThrownText } from '../../../core/contract/text/thrown-text.ts'

it.each([
  [new Error('no luck'), 'no luck'],
  [new RangeError(''), 'RangeError'],
  ['past the end', 'past the end'],
  [{ exception: 'past the end', dataSet: {} }, 'past the end'],
  [{ error: new Error('inner') }, 'inner'],
  [{ dataSet: {} }, 'an object with dataSet'],
  [{}, 'an object with no members'],
  ['', '""'],
  [undefined, 'undefined'],
  [null, 'null'],
  [7, '7'],
  [Symbol('x'), 'Symbol(x)'],
  [Object.create(null), 'an object with no members'],
])('says of %j what happened', (thrown, text) => {
  expect(toThrownText(thrown)).toBe(text)
})

it('says of a value that throws when it is read that it cannot be read', () => {
  const get = (): never => {
    throw new Error('get')
  }
  expect(toThrownText(new Proxy({}, { get }))).toBe('a value that cannot be read')
})
