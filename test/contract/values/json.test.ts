/** JSON from outside: how deep it may nest, whatever its strings look like. */
import { describe, expect, it } from 'vitest'
import { maxJsonDepth, parseJson } from '../../../core/contract/values/json.ts'
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
