/** Sentences of the compiler, as a build shows them: whole where they are short. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBodyErrors } from '../../build/read/body-errors.ts'
import { toSentence } from '../../build/read/read-errors.ts'
import { createFolder } from './temporary-plugins.ts'

const listFound = (source: string): readonly string[] => {
  const entry = join(createFolder({ 'one.ts': source }), 'one.ts')
  return listBodyErrors([entry], join(process.cwd(), 'core/plugin.ts')).problems.map(({ found }) => found)
}

const members = Array.from(
  { length: 12 },
  (_, i) => `readonly member${i}: readonly [${i}, 'text ${i}']`,
).join('; ')

test('of a long chain of reasons they have the first sentence, the member and the deepest reason', () => {
  const found = listFound(`declare const given: { a: { b: { size: string; ${members} } } }
export const wanted: { a: { b: { size: number; ${members} } } } = given
`)
  expect(found).toEqual([
    expect.stringMatching(
      /^TS2322: Type '\{ a: \{ b: .{60,}…' is not assignable to type '\{ a: \{ b: .*…'\. … The types of 'a\.b\.size' are incompatible between these types\. … Type 'string' is not assignable to type 'number'\.$/,
    ),
  ])
  expect(found.join().length).toBeLessThan(400)
})

test('of no overload that fits they have the reason of the deepest, and short ones are whole', () => {
  expect(listFound('export const size: number = "text"\n')).toEqual([
    "TS2322: Type 'string' is not assignable to type 'number'.",
  ])
  const [found = ''] = listFound(`declare function take(value: { a: { ${members} } }): void
declare function take(value: { b: { ${members}; size: { x: number } } }, more: number): void
declare const given: { b: { ${members}; size: { x: string } } }
take(given, 1)
`)
  expect(found).toMatch(/^TS(2769|2345): .*Type 'string' is not assignable to type 'number'\.$/s)
  expect(found.length).toBeLessThan(500)
})

test('a long sentence without reasons is cut in its types, and at its end at last', () => {
  const type = `{ ${'long: string; '.repeat(40)}}`
  expect(toSentence({ code: 2741, messageText: `Property 'x' is missing in type '${type}'.` })).toBe(
    `TS2741: Property 'x' is missing in type '${type.slice(0, 79)}…'.`,
  )
  expect(toSentence({ code: 1, messageText: 'word '.repeat(200) }).length).toBeLessThan(320)
})
