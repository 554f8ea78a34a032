/**
 * The constant folder against JavaScript itself: random expressions of the grammar that it promises to fold.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createReader } from '../../build/read/read-sources.ts'
import { countRuns } from '../support/at-length.ts'
import { fc } from '../support/seeded-fast-check.ts'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const number = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map((value) => `(${value})`),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom('Math.PI', 'Number.EPSILON', '0x1f', '1_000', '.5', '2e3', 'A', 'C.size', 'L[1]'),
)
const text = fc.constantFrom("'a'", '"b\\n"', '`c`', "'ä'", 'T')

const { value } = fc.letrec((tie) => ({
  number: fc.oneof(
    { depthSize: 'small' },
    number,
    fc
      .tuple(
        tie('number'),
        fc.constantFrom('+', '-', '*', '/', '%', '<<', '>>', '>>>', '&', '|', '^'),
        tie('number'),
      )
      .map(join3),
    fc.tuple(fc.constantFrom('-', '+', '~'), tie('number')).map(([sign, inner]) => `${sign}(${inner})`),
  ),
  text: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.tuple(tie('text'), fc.constant('+'), fc.oneof(tie('text'), tie('number'))).map(join3),
    tie('number').map((inner) => `\`<\${${inner}}>\``),
  ),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('number'),
    tie('text'),
    fc.constantFrom('true', 'false', 'null', '!true'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.array(tie('value'), { maxLength: 2 }).map((items) => `[...L, ...[${items.join(', ')}]]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', "'b c'", '[T]', '7'), tie('value')), {
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map((members) => `({ ...C, ${members.map(([name, inner]) => `${name}: ${inner}`).join(', ')} })`),
  ),
}))

function join3([left, operator, right]: readonly unknown[]): string {
  return `(${left} ${operator} ${right})`
}

const constants = "const A = 3\nconst T = 'key'\nconst L = [1, 2.5] as const\nconst C = { size: 4, A }\n"

/** What JavaScript makes of an expression, as JSON would carry it; undefined for what JSON cannot hold. */
function run(expression: string): string | undefined {
  const found: unknown = new Function(`${constants.replaceAll(' as const', '')} return ${expression}`)()
  return isJson(found) ? JSON.stringify(found) : undefined
}

function isJson(found: unknown): boolean {
  if (typeof found === 'number') return Number.isFinite(found)
  if (typeof found !== 'object' || found === null) return true
  return Object.values(found).every(isJson)
}

test('folds what JavaScript computes, and refuses what JSON cannot hold', () => {
  // Strings, by the maps above.
  const samples = fc.sample(value as fc.Arbitrary<string>, { seed: 20_031, numRuns: countRuns(600) })
  const source = samples.map(
    (expression, i) => `export function f${i}(x: any = ${expression}): Mesh { throw new Error() }`,
  )
  const folder = createFolder({
    'all.ts': `import type { Mesh } from 'specimen-host/plugin'\n${constants}${source.join('\n')}\n`,
  })
  const [reading] = createReader(sdkFile)([{ name: 'all', entry: join(folder, 'all.ts'), folder }])
  expect(reading?.problems).toEqual([])
  expect(reading?.functions).toHaveLength(samples.length)
  for (const [i, expression] of samples.entries()) {
    const folded = reading?.functions[i]?.parameters[0]?.default
    const wanted = run(expression)
    if (wanted === undefined) expect(folded?.kind, expression).toBe('refused')
    else if (folded?.kind === 'refused')
      expect(folded.found, expression).toMatch(/which JSON cannot hold/) // a part of it
    else expect(folded?.kind === 'value' && JSON.stringify(folded.value), expression).toBe(wanted)
  }
})

test('takes a default from a JSON file of a package', () => {
  const folder = createFolder({
    'all.ts': `import type { Mesh } from 'specimen-host/plugin'
import sizes from 'sizes/sizes.json'
export function ball(size = sizes.small): Mesh { throw new Error() }
`,
    'node_modules/sizes/package.json': '{ "name": "sizes", "version": "1.0.0" }',
    'node_modules/sizes/sizes.json': '{ "small": 3 }',
  })
  const [reading] = createReader(sdkFile)([{ name: 'all', entry: join(folder, 'all.ts'), folder }])
  expect(reading?.functions[0]?.parameters[0]).toMatchObject({ default: { kind: 'value', value: 3 } })
})
