/** Comments as authors write them: nothing that stands there is dropped without a word. */
import { beforeAll, describe, expect, test } from 'vitest'
import { listSchemas, type SchemaListing } from '../../build/list-schemas.ts'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const prelude = `import type { Image, Integer, Mesh, Range } from 'specimen-host/plugin'
const m = (): Mesh => ({ vertices: new Float32Array(9), indices: new Uint32Array(3) })
interface Plain { /* @minimum 1 */ size: number }
interface Behind { size: number // @maximum 9
}
type Shape = { foo: string } | { bar: string }
`
const body = ': Mesh { return m() }'
const sources = {
  nested: `/**
 * Sweeps.
 * @param {Object} opts - all of them
 * @param {number} opts.depth - how deep
 * @param {number} [opts.width] - how wide
 * @param {Object[]} opts.rows - inner ones
 * @param {string} opts.rows[].name - of one
 * @param {number} size - the size
 */
export function nested(opts: { depth: number; width?: number; rows: { name: string }[] }, size: number)${body}`,
  opened: `/**
 * @param {object} options - all of them
 * @param {number} options.depth - how deep
 * @param {boolean} [options.closed=true] - closed or not
 */
export function opened({ depth, closed = true }: { depth: number; closed?: boolean })${body}`,
  bound: `/**
 * @param {Object} opts - all of them
 * @param {number} opts.depth - how deep
 * @minimum 1
 */
export function bound(opts: { depth: number })${body}`,
  misspelt: `/**
 * @param {Object} opts - all of them
 * @param {number} opts.dpeth - how deep
 */
export function misspelt(opts: { depth: number })${body}`,
  fence: `/**
 * A ball.
 *
 * \`\`\`ts
 * @Component({ selector: 'x' })
 * class Foo { @Input() size = 1 }
 * \`\`\`
 *
 * More text behind the code.
 * @param radius in mm
 * @displayName Fenced
 */
export function fence(radius: number)${body}`,
  plain: `export function plain(/* @minimum 3 */ size: number)${body}`,
  lines: `export function lines(
  // @maximum 9
  size: number,
)${body}`,
  before: `/* @view rendering=surface
 * @minimum 3
 */
export function before(size: number)${body}`,
  member: `export function member(options: Plain)${body}`,
  behind: `export function behind(options: Behind)${body}`,
  remarked: `// mail me@example.org, @todo nothing; see @deprecated
export function remarked(size: number /* of the @thing */)${body}`,
  contradiction: `/** @param [radius=5] - how large */\nexport function contradiction(radius = 1)${body}`,
  agreeing: `/**
 * @param [radius=1.0] how large
 * @param [kind="a"] which
 * @param [sizes=[1, 2]] some
 * @param [open] any
 */
export function agreeing(radius = 1, kind = 'a', sizes = [1, 2] as const, open = true)${body}`,
  described: `/**\n * @description A described ball.\n * @param radius in mm\n */\nexport function described(radius: number)${body}`,
  both: `/**\n * The text.\n * @summary Another.\n */\nexport function both(radius: number)${body}`,
  old: `/**\n * An old ball.\n * @param radius in mm\n * @deprecated since 2.0, use described\n */\nexport function old(radius: number)${body}`,
  bare: `/** @deprecated */\nexport function bare(radius: number)${body}`,
  order: `export function order(v: Shape & { baz: string })${body}`,
  pairs: `export function pairs(v: ({ zz: 1 } | { aa: 1 }) & ({ yy: 1 } | { bb: 1 }))${body}`,
  step: `export function step(v: Range<0, 10000000, 0.01> = 2000000.13)${body}`,
  fine: `export function fine(v: Range<0, 100000, 0.00001> = 54321.12345)${body}`,
  off: `export function off(v: Range<0, 10000000, 0.01> = 2000000.135)${body}`,
  large: `export function large(/** @maximum 9007199254740993 */ v: number)${body}`,
  tiny: `export function tiny(/** @minimum 1e-400 */ v: number)${body}`,
  exact: `export function exact(/** @maximum 9007199254740992\n * @minimum 1e-300 */ v: number = 3.14159265358979323846)${body}`,
  bounded: `export function bounded(v: Range<0, 9007199254740993>)${body}`,
  initial: `export function initial(v: number = 9_007_199_254_740_993)${body}`,
  hexadecimal: `export function hexadecimal(v: number = 0x20000000000001)${body}`,
  huge: `export function huge(v: number = 1e300)${body}`,
} as const
let listing: SchemaListing

beforeAll(() => {
  const files = Object.entries(sources).map(([name, source]) => [`${name}.ts`, `${prelude}${source}\n`])
  listing = listSchemas(createFolder(Object.fromEntries(files)), sdkFile)
})

const listSaid = (name: keyof typeof sources) =>
  listing.diagnostics
    .filter(({ span }) => span?.file.endsWith(`/${name}.ts`))
    .map(({ code, severity, found, remedy }) => `${severity} ${code}: ${found} ${remedy}`)
const find = (name: keyof typeof sources) => {
  expect(listSaid(name)).toEqual([])
  return listing.functions.find((each) => each.name === name)
}

test.each([
  ['nested', 'opts.depth', 'how deep'],
  ['nested', 'opts.width', 'how wide'],
  ['nested', 'size', 'the size'],
  ['opened', 'depth', 'how deep'],
  ['opened', 'closed', 'closed or not'],
] as const)('%s has the text of %s behind a @param with braces', (name, path, text) => {
  const schema = path.split('.').reduce(
    (at, key) => (at.properties as Record<string, Record<string, unknown>>)[key] ?? {}, // schemas of objects
    find(name)?.schema as Record<string, unknown>, // as any other object
  )
  expect(schema.description).toBe(text)
})

test('gives a constraint behind a nested @param to its property', () => {
  expect(find('bound')?.schema.properties.opts).toMatchObject({
    properties: { depth: { minimum: 1, description: 'how deep' } },
  })
})

test('names a misspelt property behind a @param with braces', () => {
  expect(listSaid('misspelt')).toEqual([
    'warning param.unknown: @param opts.dpeth names no parameter of misspelt. Did you mean opts.depth?',
  ])
})

test('keeps a fenced block of code with an @ at the start of a line, and the tags behind it', () => {
  const found = find('fence')
  expect(found?.description).toBe(
    "A ball.\n\n```ts\n@Component({ selector: 'x' })\nclass Foo { @Input() size = 1 }\n```\n\nMore text behind the code.",
  )
  expect(found?.schema.properties.radius).toMatchObject({ description: 'in mm' })
  expect(found?.schema).not.toHaveProperty('properties.radius.minimum')
})

describe('a constraint in a comment that is none of JSDoc', () => {
  test.each(['plain', 'lines', 'before', 'member', 'behind'] as const)('is refused: %s', (name) => {
    const [first, ...others] = listSaid(name)
    expect(first).toMatch(
      /^error tag\.misplaced: @m(?:in|ax)imum has no effect in a comment that does not begin/,
    )
    expect(first).toContain('Begin the comment with /**')
    expect(others).toEqual([])
  })

  test('is no remark with an @', () => {
    expect(find('remarked')).toBeDefined()
  })
})

test('tells a default of a comment that the signature contradicts', () => {
  expect(listSaid('contradiction')).toEqual([
    'warning tag.value: The comment gives radius the default 5, and the signature 1. ' +
      'Correct one of the two, or leave it to the signature: @param radius - text.',
  ])
  expect(find('agreeing')).toBeDefined()
})

test('takes @description where a comment has no other text', () => {
  expect(find('described')?.description).toBe('A described ball.')
  expect(find('both')?.description).toBe('The text.')
})

test('says that a function is deprecated, in its description and in its schema', () => {
  expect(find('old')).toMatchObject({
    description: 'An old ball.\n\nDeprecated: since 2.0, use described',
    schema: { deprecated: true, description: 'An old ball.\n\nDeprecated: since 2.0, use described' },
  })
  expect(find('bare')).toMatchObject({ description: 'Deprecated.', schema: { deprecated: true } })
  expect(find('described')?.schema).not.toHaveProperty('deprecated')
})

test('has variants behind an intersection in the order written', () => {
  const listNames = (name: 'order' | 'pairs') => {
    const { anyOf = [] } = (find(name)?.schema.properties.v ?? {}) as { anyOf?: { properties: object }[] }
    return anyOf.map(({ properties }) =>
      Object.keys(properties)
        .filter((key) => key !== 'baz')
        .join(),
    )
  }
  expect(listNames('order')).toEqual(['foo', 'bar'])
  expect(listNames('pairs')).toEqual(['zz,yy', 'zz,bb', 'aa,yy', 'aa,bb'])
})

test('takes multiples with many steps, and no others', () => {
  expect(find('step')?.schema.properties.v).toMatchObject({ default: 2000000.13 })
  expect(find('fine')?.schema.properties.v).toMatchObject({ default: 54321.12345 })
  expect(listSaid('off')[0]).toContain('default.misfit')
})

test.each(['large', 'tiny', 'bounded', 'initial', 'hexadecimal'] as const)(
  'refuses a number that programs cannot hold: %s',
  (name) => {
    const [first] = listSaid(name)
    expect(first).toMatch(/^error (?:tag\.value|range\.bounds|default\.dynamic): /)
    expect(first).toMatch(name === 'tiny' ? /make 0\b/ : /9007199254740992/)
  },
)

test.each(['exact', 'huge'] as const)('takes a number that they round as usual: %s', (name) => {
  expect(find(name)).toBeDefined()
})
