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

/** An error with the causes that Node gives to a request without an answer. */
const several = new AggregateError([
  new Error('connect ECONNREFUSED ::1:8090'),
  new Error('connect ECONNREFUSED 127.0.0.1:8090'),
])

test.each([
  [
    new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND maps.invalid') }),
    'fetch failed: getaddrinfo ENOTFOUND maps.invalid',
  ],
  [new TypeError('fetch failed', { cause: several }), 'fetch failed: connect ECONNREFUSED ::1:8090'],
  [several, 'connect ECONNREFUSED ::1:8090'],
  [
    new TypeError('fetch failed', { cause: new Error('not implemented... yet...') }),
    'fetch failed: not impl',
  ],
  [new Error('connect ECONNREFUSED 127.0.0.1:9'), 'connect ECONNREFUSED 127.0.0.1:9'],
  [new TypeError('Failed to fetch'), 'Failed to fetch'],
])('says of a request without an answer why, and what to do: %s', (error, start) => {
  const { text } = describeThrown(error)
  expect(text).toMatch(
    new RegExp(`^${start}[^:]*\\. Import what is always the same.*@needs net.*operator allow it`),
  )
})

test('says of an address that is none what to do, and nothing of the network of other failures', async () => {
  const error: unknown = await fetch('./data.bin').catch((thrown: unknown) => thrown)
  expect(describeThrown(error).text).toMatch(/^Failed to parse URL from \.\/data\.bin: .* Import the file/)
  expect(describeThrown(new Error('The map is cold', { cause: new Error('no ice') })).text).toBe(
    'The map is cold',
  )
})
