/** JSON from outside: how deep it may nest, whatever its strings look like. */
import { describe, expect, it } from 'vitest'
import { maxJsonDepth, measureJson, parseJson } from '../../../core/contract/values/json.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const oddText = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'a', '\n'), maxLength: 12 })
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'medium' }, oddText, fc.integer(), tie('list'), tie('members')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  members: fc.dictionary(oddText, tie('value'), { maxKeys: 3 }),
}))

function measure(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(measure))
}

describe('the nesting of JSON', () => {
  it('counts brackets, but those in strings', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const around = maxJsonDepth - measure(value)
        const wrap = (times: number) => '['.repeat(times) + JSON.stringify(value) + ']'.repeat(times)
        expect(measure(parseJson(wrap(around), 'It'))).toBe(maxJsonDepth)
        expect(() => parseJson(wrap(around + 1), 'It')).toThrow('It nests deeper than 64 levels')
      }),
    )
  })

  it.each(['"', '"[', '["\\', '["\\"]', '['.repeat(64), '}'.repeat(70)])(
    'leaves to the parser what has no end: %j',
    (text) => expect(() => parseJson(text, 'It')).toThrow('It is not valid JSON'),
  )

  it('takes no longer for many backslashes', () => {
    const text = JSON.stringify('\\"'.repeat(1e6))
    expect(parseJson(text, 'It')).toBe('\\"'.repeat(1e6))
  })
})

it('finds a prototype wherever it is, and leaves texts that only look like one', () => {
  const places = [
    '[0,[[{"__proto__":1}]]]',
    '{"a":{"b":[null,{"\\u005f_proto__":null}]}}',
    '[{},{"_\\u005Fproto__":[]}]',
  ]
  for (const text of places) expect(() => parseJson(text, 'The body')).toThrow(/"__proto__"/)
  const others = [
    '["__proto__"]',
    '{"a":"\\u005f","b":["\\u005b",1,null]}',
    '{"__proto":1,"u005f":2}',
    '"\\u005f"',
    'null',
  ]
  for (const text of others) expect(parseJson(text, 'The body')).toEqual(JSON.parse(text))
})

it('measures and finds the ends of texts with any escapes', () => {
  const texts = [
    '\\',
    '"',
    '\\"',
    'a"b\\'.repeat(100),
    `${'"'.repeat(50)}[[[`,
    `${'x'.repeat(40)}"{`.repeat(9),
    '',
  ]
  for (const text of texts) {
    expect(measureJson(JSON.stringify([text, [text]])).steps).toBe(2 * 6 + 1)
    expect(parseJson(JSON.stringify([text]), 'The body', 1)).toEqual([text])
  }
})
