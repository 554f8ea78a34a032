// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources of template literal types
/**
 * Types made to explode, in a process with little memory: each is read or refused with a code, and none ends
 * the process. A process that hangs is killed, and the test fails.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitMilliseconds } from '../../support/limits.ts'
import { createFolder } from '../temporary-plugins.ts'

const megabytes = 400
const cli = join(import.meta.dirname, '../../../dist/cli.js')

const digit = "type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'"
const letters = "'a' | 'b' | 'c' | 'd' | 'e' | 'f'"

function repeat(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('')
}

/** Name, declarations, and the type of the parameter. */
type Explosive = readonly [name: string, above: string, type: string]

const types: readonly Explosive[] = [
  ['a hundred thousand texts', digit, '`${Digit}${Digit}${Digit}${Digit}${Digit}`'],
  ['ten thousand texts', digit, '`${Digit}${Digit}${Digit}${Digit}`'],
  ['patterns multiplied', digit, repeat(9, () => '${Digit | number}').replace(/.*/, '`$&`')],
  [
    'an object of a million members',
    `${digit}\ntype Key = \`\${Digit}\${Digit}\${Digit}\``,
    'Record<Key, Record<Key, number>>',
  ],
  [
    'permutations of six letters',
    `type Mix<T, K = T> = [T] extends [never] ? [] : K extends K ? [K, ...Mix<Exclude<T, K>>] : never`,
    `Mix<${letters}>`,
  ],
  [
    'a tree of two to the thirtieth leaves',
    `type A0 = { x: number }\n${repeat(30, (i) => `type A${i + 1} = { l: A${i}; r: A${i} }\n`)}`,
    'A30',
  ],
  [
    'unions of pairs, thirty deep',
    `type B0 = number | string\n${repeat(30, (i) => `type B${i + 1} = { l: B${i} } | { r: B${i} }\n`)}`,
    'B30',
  ],
  ['lists in lists, two thousand deep', '', `number${'[]'.repeat(2000)}`],
  [
    'aliases of lists, two thousand deep',
    `type C0 = number\n${repeat(2000, (i) => `type C${i + 1} = C${i}[]\n`)}`,
    'C2000',
  ],
  [
    'a member in a member, by a counter',
    "type Down<N extends unknown[]> = N['length'] extends 800 ? 'end' : { a: Down<[...N, 1]> }",
    'Down<[]>',
  ],
  [
    'a generic interface of ever new instances',
    'interface Grow<T> { value: T; next?: Grow<T[]> }',
    'Grow<number>',
  ],
  [
    'a generic alias of ever new instances',
    'type Swell<T> = { v: T; n: Swell<{ x: T }> | null; m: Swell<[T]> | null }',
    'Swell<number>',
  ],
  [
    'conditional types that call each other',
    'type Ping<T> = T extends string ? Pong<[T]> : Pong<T[]>\ntype Pong<T> = T extends number ? 1 : Ping<T>',
    "Ping<'a'>",
  ],
  [
    'conditional types that double',
    'type Twice<T, N extends unknown[] = []> = N["length"] extends 40 ? T : Twice<[T, T], [...N, 1]>',
    'Twice<number>',
  ],
  ['a mapped type of itself', 'type Fold<T> = { [K in keyof T]: Fold<Fold<T>> }', 'Fold<{ a: 1; b: 2 }>'],
  [
    'a text taken apart',
    'type Chars<S extends string> = S extends `${infer C}${infer R}` ? C | Chars<R> : never',
    `Chars<'${'ab'.repeat(2000)}'>`,
  ],
  [
    'a text doubled',
    'type Long<S extends string, N extends unknown[] = []> = N["length"] extends 40 ? S : Long<`${S}${S}`, [...N, 1]>',
    "Long<'ab'>",
  ],
  ['a tuple of ten thousand places', '', `[${repeat(10_000, () => 'number, ')}]`],
  ['a union of three thousand objects', '', repeat(3000, (i) => ` | { a${i}: ${i} }`)],
  ['an object of ten thousand members', '', `{ ${repeat(10_000, (i) => `a${i}: ${i}; `)} }`],
  [
    'unions multiplied by an intersection',
    '',
    repeat(8, (i) => ` & (${repeat(8, (k) => ` | { a${i}: ${k} }`)})`),
  ],
  [
    'sixty interfaces that all know each other',
    repeat(60, (i) => `interface I${i} { ${repeat(60, (k) => `m${k}?: I${k}; `)} }\n`),
    'I0',
  ],
  ['helpers around helpers', '', `${'Partial<'.repeat(400)}{ a: number }${'>'.repeat(400)}`],
  ['a type that is itself', 'type Self = Self | number', 'Self'],
]

test('are all read or refused, with a code, in a process with little memory', () => {
  const { status, said } = explain(types)
  if (isSound(status, said)) return
  const faulty = types.flatMap((one) => {
    const alone = explain([one])
    return isSound(alone.status, alone.said) ? [] : [`${one[0]}: ${alone.status} ${alone.said.slice(-1000)}`]
  })
  expect(faulty, said.slice(-1000)).toEqual([])
  expect(said.slice(-1000), 'each by itself is sound').toBe('')
})

/** Reads plugins in a process; null as a status says that it was killed. */
function explain(given: readonly Explosive[]): { readonly status: number | null; readonly said: string } {
  const files = given.map(([, above, type], i) => [`e${i}.ts`, toSource(i, above, type)] as const)
  const folder = createFolder(Object.fromEntries(files))
  const command = [`--max-old-space-size=${megabytes}`, cli, 'explain', folder]
  const options = {
    encoding: 'utf8',
    timeout: waitMilliseconds,
    maxBuffer: Number.POSITIVE_INFINITY,
  } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, command, options)
  return { status, said: `${stdout}${stderr}` }
}

function toSource(i: number, above: string, type: string): string {
  return `import type { Mesh } from 'specimen-host/plugin'
${above}
export function e${i}(value: ${type}): Mesh {
  throw new Error()
}
`
}

function isSound(status: number | null, said: string): boolean {
  const isRefused = status === 1 && /error\S* \[?(type|typescript|range)\.[a-z]+/.test(said)
  return (status === 0 || isRefused) && !/^ {4}at /m.test(said)
}
