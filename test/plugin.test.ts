/**
 * What TypeScript lets an author write with the types of the SDK; the type check of the repository reads it.
 */
import { expect, test } from 'vitest'
import type { Integer, Range } from '../core/plugin.ts'

test('ranges and integers may be passed to each other, and text may not', () => {
  const wide = (value: Range<0, 10>): number => value
  const stepped = (value: Range<0, 10, 0.5>): number => value
  const whole = (value: Integer & Range<1, 8>): number => value
  const narrow: Range<2, 5> = 3
  const count: Integer = 4
  expect([wide(narrow), stepped(narrow), whole(narrow), wide(count), whole(count), wide(7)]).toEqual([
    3, 3, 3, 4, 4, 7,
  ])
  const back: Range<2, 5> = wide(narrow)
  const list: readonly Range<0, 1>[] = [narrow]
  expect([back, ...list]).toEqual([3, 3])
  // @ts-expect-error a text is no number
  expect(wide('3')).toBe('3')
})
