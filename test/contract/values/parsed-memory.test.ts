/** The memory that JSON is said to take once it is parsed, against what it takes. */
import { expect, it } from 'vitest'
import { measureParsed } from '../../../core/contract/values/json.ts'
import { measureHeap } from '../../support/measure-heap.ts'

const length = 100_000
const copies = 8

/** Returns a list of about `length` characters, or an object where the items are members. */
function fill(make: (i: number) => string, [open, close] = '[]'): string {
  const items: string[] = []
  for (let i = 0, characters = 0; characters < length; i++) {
    const item = make(i)
    characters += item.length + 1
    items.push(item)
  }
  return `${open}${items.join(',')}${close}`
}

const name = (i: number): string => JSON.stringify(`_${i.toString(36)}`)
const braces = '{}'

it.each([
  ['empty objects', fill(() => '{}')],
  ['empty lists', fill(() => '[]')],
  ['lists in lists', fill(() => '[[[]]]')],
  ['lists of one', fill(() => '[1]')],
  ['whole numbers', fill(() => '1')],
  ['fractions', fill(() => '0.5')],
  ['fractions among texts', fill((i) => (i % 2 ? '0.5' : '""'))],
  ['short texts', fill(name)],
  ['objects of one member', fill(() => '{"a":1}')],
  ['objects of names of their own', fill((i) => `{${name(i)}:0}`)],
  ['objects of two members', fill((i) => `{${name(i)}:0,"b":1}`)],
  ['members that are numbers', fill(() => '{"99":0}')],
  ['one object of many members', fill((i) => `${name(i)}:0`, braces)],
  ['one object of numbers as names', fill((i) => `"${i * 7919}":0`, braces)],
  ['a long text', JSON.stringify(['x'.repeat(length)])],
  ['a text of escapes', JSON.stringify(['"'.repeat(length / 2)])],
  ['a text of other letters', JSON.stringify(['\u{2713}'.repeat(length)])],
] as const)('%s take no more than is said, and at least a tenth of it', (what, text) => {
  JSON.parse(text) // names that V8 keeps for good
  const said = measureParsed(text)
  const measure = (): number => {
    const before = measureHeap()
    const kept = Array.from({ length: copies }, (): unknown => JSON.parse(text))
    return (measureHeap() - before) / kept.length
  }
  // What else the process lets go in the meantime, such as compiled code, makes one look too small.
  const taken = Math.max(measure(), measure(), measure())
  expect(taken).toBeLessThanOrEqual(said + 16 * 1024)
  if (what !== 'one object of numbers as names') expect(taken).toBeGreaterThan(said / 10)
})
