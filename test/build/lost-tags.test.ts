/**
 * Constraints that stand on a property and reach a parameter by its type alone: refused at the place, however the
 * type is taken; and kept or left out where a whole property is taken or left out.
 */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listSchemas, type SchemaListing } from '../../build/list-schemas.ts'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const prelude = `import type { Mesh } from 'specimen-host/plugin'
import type { Get as GetOf, ValueOf as ValuesOf } from 'type-fest'
import type { Far } from './far.ts'
interface O {
  /** Edge. @minimum 1 */
  size: number
  /** @pattern ^a$ */
  id?: string
  plain: number
  /** @minimum 0 */
  child: { /** @maximum 9 */ depth: number }
}
interface Heir extends O { size: number }
interface Tree { /** @minimum 2 */ age: number; next?: Tree }
type Pair = { /** @minimum 1 */ a: number; b: number }
type Get<T, K extends keyof T> = T[K]
type ValueOf<T> = T[keyof T]
type SizeOf<T> = T extends { size: infer X } ? X : never
type Rename<T> = { [K in keyof T as \`my_\${string & K}\`]: T[K] }
type Deep<T> = { [K in keyof T]?: Deep<T[K]> }
type Without<T, K> = Pick<T, Exclude<keyof T, K>>
class Box { /** @minimum 1 */ width = 1; /** @minimum 2 */ static readonly least: number = 3 }
const key = 'a'
const def = { /** @minimum 1 */ depth: 3, inner: { /** @maximum 9 */ far: 4 } }
namespace K {
  /** @minimum 1 */
  export const N: number = 3
}
function draw(/** @minimum 1 */ size: number): void {}
/** @param width - Width.
 * @minimum 1 */
function paint(width: number): Pair { return { a: width, b: 1 } }
const made = (o: O) => o.size
`

/** Types of a parameter, and the tags that would be lost. */
const lost: Readonly<Record<string, readonly string[]>> = {
  "O['size']": ['minimum'],
  "O['size'][]": ['minimum'],
  "Heir['size']": ['minimum'],
  "[O['size'], number]": ['minimum'],
  "Record<'a', O['size']>": ['minimum'],
  "NonNullable<O['id']>": ['pattern'],
  "Get<O, 'size'>": ['minimum'],
  "GetOf<O, 'size'>": ['minimum'],
  "GetOf<O, 'child.depth'>": ['maximum'],
  'Pair[typeof key]': ['minimum'],
  "O['size' | 'id']": ['minimum', 'pattern'],
  "ValueOf<Pick<O, 'size'>>": ['minimum'],
  "ValuesOf<Pick<O, 'size'>>": ['minimum'],
  'SizeOf<O>': ['minimum'],
  'O extends { child: { depth: infer X } } ? X : never': ['maximum'],
  "{ size: O['size'] }": ['minimum'],
  "Pair & { c: Pair['a'] }": ['minimum'],
  "Get<Far, 'size'>": ['minimum'],
  '{ [K in keyof Pair]: Pair[K][] }': ['minimum'],
  "{ [K in 'x']: O['size'] }": ['minimum'],
  'typeof def.depth': ['minimum'],
  'typeof def.inner.far': ['maximum'],
  "(typeof def)['depth']": ['minimum'],
  "Get<typeof def, 'depth'>": ['minimum'],
  'typeof K.N': ['minimum'],
  'typeof Box.least': ['minimum'],
  "Box['width']": ['minimum'],
  'Parameters<typeof draw>[0]': ['minimum'],
  'Parameters<typeof paint>[0]': ['minimum'],
  'ReturnType<typeof made>': ['minimum'],
  "Tree['age']": ['minimum'],
  "{ tree: Tree; age: Tree['age'] }": ['minimum'],
}

/** Types of a parameter that keep or leave out a property with its tags. */
const sound: Readonly<Record<string, unknown>> = {
  "Omit<Pair, 'a'>": { b: {} },
  "Without<Pair, 'a'>": { b: {} },
  "Get<Omit<O, 'size'>, 'plain'>": undefined,
  "ValueOf<Pick<O, 'plain'>>": undefined,
  'keyof Pair': undefined,
  "Pair extends { a: number } ? 'yes' : 'no'": undefined,
  "{ a: Pair['b'] }": { a: {} },
  Pair: { a: { minimum: 1 }, b: {} },
  "Pick<Heir, 'size'>": { size: { minimum: 1 } },
  'Partial<Pair>': { a: { minimum: 1 }, b: {} },
  "Pick<Pair, 'a'>": { a: { minimum: 1 } },
  'Deep<Pair>': { a: { minimum: 1 }, b: {} },
  'Deep<{ inner: Pair }>': { inner: { a: { minimum: 1 }, b: {} } },
  'Rename<Pair>': { my_a: { minimum: 1 }, my_b: {} },
  '{ [K in keyof Pair as `x_${K}`]: Pair[K] }': { x_a: { minimum: 1 }, x_b: {} },
  "{ [K in 'a']: Pair[K] }": { a: { minimum: 1 } },
  '{ [K in keyof Pair as Capitalize<K>]: Pair[K] }': { A: { minimum: 1 }, B: {} },
  '{ [K in keyof Pair as `x${Extract<K, string>}`]?: Pair[K] }': { xa: { minimum: 1 }, xb: {} },
  '{ [K in keyof Pair]: string }': { a: {}, b: {} },
  'Pair & { c: number }': { a: { minimum: 1 }, b: {}, c: {} },
  'ReturnType<typeof paint>': { a: { minimum: 1 }, b: {} },
  "O['child']['depth'] extends number ? boolean : string": undefined,
  'typeof def': { depth: { minimum: 1 }, inner: { far: { maximum: 9 } } },
  "{ /** @minimum 1 */ a: Pair['a'] }": { a: { minimum: 1 } },
  'Pick<Box, "width">': { width: { minimum: 1 } },
}

const result = '{ return { vertices: new Float32Array(), indices: new Uint32Array() } }'

/** Functions whose values say themselves what the type alone would lose. */
const repeated = `
/** @param o.edge - Edge.
 * @minimum 1 */
export function again(
  o: { edge: O['size'] },
  /** @minimum 3 */ own: Get<O, 'size'>,
  { /** @minimum 5 */ width }: { width: O['size'] },
): Mesh ${result}
`

let listing: SchemaListing

beforeAll(() => {
  const declare = (types: object, prefix: string): string[] =>
    Object.keys(types).map((type, i) => `export function ${prefix}${i}(v: ${type}): Mesh ${result}\n`)
  const functions = [...declare(lost, 'lost'), ...declare(sound, 'sound'), repeated]
  const folder = createFolder(
    Object.fromEntries(
      functions.flatMap((text, i) => [
        [`p${i}/index.ts`, prelude + text],
        [`p${i}/far.ts`, 'export interface Far { /** @minimum 4 */ size: number }\n'],
      ]),
    ),
  )
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
  listing = listSchemas(folder, sdkFile)
})

/** What is said about a function. */
const listSaid = (name: string) => listing.diagnostics.filter(({ path }) => path?.split('(')[0] === name)

describe.each(Object.entries(lost).map(([type, tags], i) => ({ type, tags, name: `lost${i}` })))(
  'a parameter of the type $type',
  ({ type, tags, name }) => {
    test('is refused with each tag that it would lose, at the place of the type', () => {
      const said = listSaid(name)
      expect(said.map(({ code }) => code)).toEqual(tags.map(() => 'tag.misplaced'))
      for (const [i, tag] of tags.entries()) expect(said[i]?.found).toContain(`@${tag} has no effect through`)
      const lines = prelude.split('\n').length
      for (const { span } of said) {
        expect(span?.line).toBe(lines)
        expect(span?.column).toBeGreaterThan(name.length + 20)
        expect(span?.endColumn).toBeLessThanOrEqual(`export function ${name}(v: ${type}`.length + 1)
      }
    })
  },
)

describe.each(Object.entries(sound).map(([type, kept], i) => ({ type, kept, name: `sound${i}` })))(
  'a parameter of the type $type',
  ({ kept, name }) => {
    test('is taken with the tags of the properties that it has', () => {
      expect(listSaid(name).map(({ found }) => found)).toEqual([])
      const schema = listing.functions.find((each) => each.name === name)?.schema.properties.v
      if (kept !== undefined) expect(listTags(schema)).toEqual(kept)
    })
  },
)

test('a value that repeats the tag is taken, wherever it stands', () => {
  expect(listSaid('again').map(({ found }) => found)).toEqual([])
})

/** The constraints of the properties of a schema. */
function listTags(schema: unknown): unknown {
  const { properties, minimum, maximum } = schema as Record<string, unknown> // a schema of this file
  if (typeof properties === 'object' && properties !== null)
    return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, listTags(part)]))
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
}
