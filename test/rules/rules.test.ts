/**
 * The ledger: every rule of the interface has a test that names it, and no test names a rule that does not
 * exist.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rules } from './rules.ts'

const root = new URL('../', import.meta.url).pathname
const titles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !path.startsWith('rules/') && !path.startsWith('schema/'))
  .flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/\b(?:it|test)(?:\.each\([^)]*\))?\(\s*[`'"](.*)/g),
  ])
  .map(([, title = '']) => title)
const named = new Set(
  titles.flatMap((title) => [...title.matchAll(/\[([a-z0-9._-]+\.[a-z0-9._-]+)\]/g)].map(([, id]) => id)),
)

it.each(Object.entries(rules))('has a test for rule %s: %s', (id) => {
  expect(named).toContain(id)
})

it('names only rules that exist', () => {
  expect([...named].filter((id) => id !== undefined && !Object.hasOwn(rules, id))).toEqual([])
})
