import { expect, test } from 'vitest'
import { describeThrown } from '../../../core/engine/run/run-failure.ts'

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

const exception = new WebAssembly.Exception(new WebAssembly.Tag({ parameters: ['i32'] }), [1])

test.each([
  [exception, /^It threw an exception of C\+\+ in WebAssembly.*module\.getExceptionMessage\(error\)/],
  [5246024, /^It threw the number 5246024, .*address of an exception.*module\.getExceptionMessage\(error\)/],
  [
    new Error(String({ code: 7 })),
    /^It threw an Error whose message is an object .*write a text: new Error\(…\)$/,
  ],
  [{ message: 'the kiln is cold' }, /^It threw an object with message, .* It says: the kiln is cold$/],
  [
    'the kiln is cold',
    /^It threw "the kiln is cold", which is no Error; throw new Error\(…\) with a message$/,
  ],
  [new (class StandardFailure {})(), /^It threw a StandardFailure with no members, /],
])('says of %s what it is, and what to throw', (thrown, text) => {
  expect(describeThrown(thrown).text).toMatch(text)
})

test.each([
  [
    () => new Float32Array(2 ** 53),
    'Invalid typed array length: 9007199254740992: no typed array has so many elements, and in Node 20 none more than 4294967296',
  ],
  [() => new Float32Array(-1), 'Invalid typed array length: -1'],
])('says how long an array may be, and not where a length is a slip', (allocate, text) => {
  expect(textOf(allocate)).toMatch(new RegExp(`^${text}(\\. Compute in parts.*)?$`))
})

test('says of memory that is refused which option gives more', () => {
  const error = new RangeError('Array buffer allocation failed')
  expect(describeThrown(error).text).toMatch(
    /^Array buffer allocation failed: a run may not hold so much, .*--result-bytes gives more\. Compute in parts/,
  )
})

function textOf(allocate: () => unknown): string {
  try {
    allocate()
  } catch (error) {
    return describeThrown(error).text
  }
  throw new Error('it was allocated')
}
