/**
 * The check of parameters: the same verdicts as an independent validator on random schemas and values; what it
 * says of a value that does not fit; and that no schema and value make a check or a refusal long.
 */
import { validate } from '@cfworker/json-schema'
import { describe, expect, it } from 'vitest'
import { parseSchema } from '../../../core/contract/schema/check-schema.ts'
import { Validator } from '../../../core/contract/schema/compiled/validator.ts'
import { toSentence } from '../../../core/contract/schema/issue-words.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const validator = new Validator(2 ** 22)
const of = (property: Json, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { a: property },
  ...more,
})
const issuesOf = (schema: JsonObject, value: JsonObject) =>
  validator.findIssues(parseSchema(schema, 'It'), value).issues

const scalar = fc.constantFrom<Json>(
  null,
  true,
  false,
  0,
  1,
  2,
  -1,
  0.5,
  0.3,
  1e9,
  '',
  'a',
  'b',
  'ab',
  'abc',
  '😀',
)
const name = fc.constantFrom('a', 'b', 'ab', 'kind')
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const count = fc.integer({ min: 0, max: 3 })
const limit = fc.constantFrom(-1, 0, 0.5, 1, 2)
const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string')
const pattern = fc.constantFrom('^a', 'b$', '^[ab]+$', '^.$', 'a{2}')
const names = fc.uniqueArray(name, { maxLength: 2 })
const { schema } = fc.letrec<{ schema: Json }>((tie) => {
  const inner = tie('schema')
  const list = fc.array(inner, { minLength: 1, maxLength: 3 })
  const map = fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true })
  const some = (fields: { [keyword: string]: fc.Arbitrary<unknown> }) =>
    fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Json>
  return {
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
      fc.boolean(),
      some({
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 2 })),
        enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      }),
      some({ const: value }),
      some({ minimum: limit, exclusiveMaximum: limit, maximum: limit, exclusiveMinimum: limit }),
      some({ multipleOf: fc.constantFrom(0.1, 0.5, 2), minLength: count, maxLength: count, pattern }),
      fc.constantFrom<Json>(
        { $ref: '#/$defs/d' },
        { $ref: '#/$defs/e' },
        { $ref: '#/properties/a' },
        { $ref: '#' },
      ),
      some({ minItems: count, maxItems: count, uniqueItems: fc.boolean(), items: inner, prefixItems: list }),
      fc.record(
        { contains: inner, minContains: count, maxContains: count },
        { requiredKeys: ['contains'] },
      ) as fc.Arbitrary<Json>,
      some({
        properties: map,
        patternProperties: fc.dictionary(pattern, inner, { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: inner,
      }),
      some({ required: names, minProperties: count, maxProperties: count, propertyNames: inner }),
      some({
        dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }),
        dependentSchemas: map,
      }),
      some({ allOf: list, anyOf: list, oneOf: list, not: inner }),
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name
      fc.record({ if: inner, then: inner, else: inner }) as fc.Arbitrary<Json>, // a schema is JSON
    ),
  }
})

describe('a member with an empty name', () => {
  const ten = Array.from({ length: 10 }, (_, i) => `n${i}`)
  it.each<[string, JsonObject, Json]>([
    ['alone', { required: [''] }, {}],
    ['before others', { required: ['', 'x'] }, { x: 1 }],
    ['behind others', { required: ['x', ''] }, { x: 1 }],
    ['of many', { required: ['', ...ten] }, Object.fromEntries(ten.map((name) => [name, 1]))],
    ['in a branch', { anyOf: [{ required: [''] }, { type: 'null' }] }, {}],
    ['needed by another', { dependentRequired: { x: [''] } }, { x: 1 }],
    ['needed with others', { dependentRequired: { x: ['y', ''] } }, { x: 1, y: 1 }],
    ['needed beside allOf', { dependentRequired: { x: [''] }, allOf: [{ type: 'object' }] }, { x: 1 }],
  ])('is asked for: %s', (_what, schema, value) => {
    expect(issuesOf(of(schema), { a: value })).toHaveLength(1)
    const isObject = typeof value === 'object' && !Array.isArray(value)
    expect(issuesOf(of(schema), { a: { ...(isObject && value), '': 1 } })).toEqual([])
  })

  it('is asked for among the parameters', () => {
    expect(issuesOf({ type: 'object', properties: { '': {} }, required: [''] }, {})).toHaveLength(1)
  })
})

describe('verdicts', () => {
  it('are those of another validator, and every refusal says why', () => {
    fc.assert(
      fc.property(
        schema,
        schema,
        schema,
        fc.array(value, { minLength: 1, maxLength: 6 }),
        (a, d, e, values) => {
          const root = of({ allOf: [a] }, { $defs: { d, e } })
          try {
            parseSchema(root, 'It')
          } catch (error) {
            expect(String(error)).toContain('circle')
            return
          }
          for (const one of values) {
            const given = { a: one }
            const { issues } = validator.findIssues(root, given)
            const text = JSON.stringify([root, given])
            // It writes into the schema.
            const { valid } = validate(given, structuredClone(root), '2020-12')
            expect(validator.fits(root, given), text).toBe(valid)
            expect(issues.length === 0, text).toBe(validator.fits(root, given))
          }
        },
      ),
      { numRuns: countRuns(200) },
    )
  })
})

describe('issues', () => {
  const shape = (kind: string, more: JsonObject): JsonObject => ({
    type: 'object',
    properties: { kind: { const: kind }, ...more },
    required: ['kind', ...Object.keys(more)],
    additionalProperties: false,
  })
  const union = of(
    { anyOf: [shape('sphere', { radius: { minimum: 0 } }), { $ref: '#/$defs/box' }, { type: 'null' }] },
    {
      $defs: { box: shape('box', { size: { type: 'number' } }) },
    },
  )

  it.each<[what: string, schema: JsonObject, value: JsonObject, sentences: readonly string[]]>([
    [
      'the first fault of each parameter',
      {
        type: 'object',
        properties: { a: { type: 'number', minimum: 3, multipleOf: 2 }, b: {}, c: { items: false } },
        required: ['d', 'a', 'e'],
      },
      { a: 1, b: 2, c: [3] },
      [
        'a must be at least 3 (got 1).',
        'c must be empty (got the array [3]).',
        'd is missing.',
        'e is missing.',
      ],
    ],
    ['items', of({ items: { type: 'number' } }), { a: [1, 'x', null] }, ['a[1] must be a number (got "x").']],
    [
      'equal items',
      of({ uniqueItems: true }),
      { a: [{ x: 1, y: 2 }, 3, { y: 2, x: 1 }] },
      ['a[2] must differ from a[0] (got an object with y, x).'],
    ],
    [
      'members',
      of({ properties: { 'b/c~d': { type: 'number' } } }),
      { a: { 'b/c~d': 'x' } },
      ['a["b/c~d"] must be a number (got "x").'],
    ],
    [
      'unknown members',
      of({ properties: { x: {} }, additionalProperties: false }),
      { a: { xy: 1, b: 2 } },
      ['a.xy is not a member; the members are x.'],
    ],
    [
      'names',
      of({ propertyNames: { allOf: [{ maxLength: 1 }] } }),
      { a: { yy: 1 } },
      ['a.yy has a name that must have at most 1 character.'],
    ],
    [
      'conditions',
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name
      of({ if: { type: 'number' }, then: { minimum: 1 }, else: { minLength: 1 } }),
      { a: '' },
      ['a must not be empty (got "").'],
    ],
    [
      'the branch that its constants name',
      union,
      { a: { kind: 'sphere', radius: -1 } },
      ['a.radius must be at least 0 (got -1).'],
    ],
    [
      'a branch behind a reference',
      union,
      { a: { kind: 'box', size: 'x' } },
      ['a.size must be a number (got "x").'],
    ],
    [
      'the only branch of its type',
      of({ anyOf: [{ type: 'null' }, { type: 'number', minimum: 1 }] }),
      { a: 0 },
      ['a must be at least 1 (got 0).'],
    ],
    [
      'all branches when none was meant',
      of(
        { anyOf: [{ type: 'number' }, { const: 'x' }, { $ref: '#/$defs/d' }] },
        { $defs: { d: { enum: ['y'] } } },
      ),
      { a: true },
      ['a must be one of a number, "x", "y" (got true).'],
    ],
  ])('tell of %s', (_what, schema, given, sentences) => {
    expect(issuesOf(schema, given).map(toSentence)).toEqual(sentences)
  })

  it('are those of an item, whatever the items before it were', () => {
    const items = { prefixItems: [{ type: 'number' }], contains: { const: 1 } }
    expect(issuesOf(of({ items }), { a: [[1], []] }).map(toSentence)).toEqual([
      'a[1] must contain 1 at least 1 time (got the array []).',
    ])
  })

  it('are one for each place, however often it is refused there', () => {
    const again = { allOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/n' }] }
    expect(issuesOf(of(again, { $defs: { n: { type: 'number' } } }), { a: 'x' })).toHaveLength(1)
  })
})

describe('bounds', () => {
  const range = (length: number): number[] => Array.from({ length }, (_, i) => i)
  const text = 'x'.repeat(100_000)
  const pile = (count: number) =>
    Object.fromEntries(range(count).map((i) => [`"\\\u0001é${i}`.repeat(20), i]))
  const enums = { enum: range(10_000).map((i) => `choice number ${i}`) }
  const large: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['many items', of({ items: { type: 'string' } }), { a: range(60_000) }],
    ['a huge choice for many items', of({ items: enums }), { a: range(60_000) }],
    ['long texts', of({ items: { maxLength: 3 } }), { a: [text, text, '\u0001'.repeat(50_000)] }],
    [
      'long names',
      of({ additionalProperties: false }),
      { a: { [text]: 1, [`\u0001${text}`]: { [text]: 1 } } },
    ],
    ['many names that take room', of({ additionalProperties: false }), { a: pile(1000) }],
    ['many required names', of({ required: range(4000).map((i) => `${i}${'é'.repeat(30)}`) }), { a: {} }],
    [
      'many known names',
      of({ properties: pile(1000), additionalProperties: false } as JsonObject),
      { a: { b: 1 } },
    ],
    ['equal items', of({ uniqueItems: true }), { a: range(60_000).map(() => 1) }],
    ['a large constant', of({ items: { const: range(20_000) } }), { a: range(1000) }],
    ['many branches', of({ anyOf: range(600).map((i) => ({ const: i })) }), { a: 'x' }],
    ['a long pattern', of({ items: { pattern: `^${'é'.repeat(3000)}` } }), { a: range(1000).map(String) }],
  ]
  it.each(large)('keep a refusal small: %s', (_what, schema, given) => {
    const issues = validator.findIssues(schema, given).issues
    expect(issues.length).toBeGreaterThan(0)
    expect(issues.length).toBeLessThanOrEqual(100)
    expect(Buffer.byteLength(JSON.stringify(issues))).toBeLessThan(48_000)
    for (const { pointer, found, allowed } of issues) {
      expect([pointer.length <= 256, found.length <= 120, allowed.length <= 300]).toEqual([true, true, true])
      expect([pointer, found, allowed].every((part) => part.isWellFormed())).toBe(true)
    }
  })

  const doubling = Object.fromEntries(
    range(40).map((i) => [
      `d${i}`,
      { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  )
  const endless: readonly (readonly [string, JsonObject, Json])[] = [
    [
      'references that double at each step',
      of({ $ref: '#/$defs/d0' }, { $defs: { ...doubling, d40: {} } }),
      1,
    ],
    [
      'references that double, for an object',
      of({ $ref: '#/$defs/d0' }, { $defs: { ...doubling, d40: { required: ['x'] } } }),
      { x: 1 },
    ],
    [
      'a recursive union whose branches nothing tells apart',
      of(
        { $ref: '#/$defs/t' },
        {
          $defs: {
            t: {
              anyOf: range(3).map((i) => ({
                properties: { a: { $ref: '#/$defs/t' }, b: { minimum: i } },
                type: 'object',
              })),
            },
          },
        },
      ),
      range(30).reduce<Json>((inner) => ({ a: inner }), { b: -1 }),
    ],
    ['a pattern with many states', of({ pattern: '[ab]*a[ab]{300}x$' }), 'ab'.repeat(50_000)],
    ['a choice of large objects', of({ anyOf: range(600).map(() => ({ const: range(9) })) }), range(100_000)],
    [
      'many patterns for many names',
      of({ patternProperties: Object.fromEntries(range(500).map((i) => [`${i}$`, { type: 'number' }])) }),
      pile(3000),
    ],
    [
      'more patterns than are kept, one after the other',
      of({
        patternProperties: Object.fromEntries(range(900).map((i) => [`^(${i}|.{400})$`, true])),
        additionalProperties: false,
      }),
      pile(3000),
    ],
    [
      'branches that all look into all items',
      of({ anyOf: range(500).map((i) => ({ contains: { const: `${i}` } })) }),
      range(50_000),
    ],
  ]
  it.each(endless)('end a check that takes too long: %s', (_what, schema, a) => {
    expect(validator.fits(schema, { a })).toBe(false)
    expect(validator.findIssues(schema, { a }).issues[0]?.allowed).toContain('takes too long')
  })

  it('let recursion go as deep as values may', () => {
    const schema = of(
      { $ref: '#/$defs/t' },
      {
        $defs: {
          t: { anyOf: [{ type: 'number' }, { items: { allOf: [{ $ref: '#/$defs/t' }] }, type: 'array' }] },
        },
      },
    )
    const nest = (levels: number, inner: Json): Json => (levels === 0 ? inner : [nest(levels - 1, inner)])
    expect(validator.fits(schema, { a: nest(62, 1) })).toBe(true)
    expect(issuesOf(schema, { a: nest(62, 'x') })[0]?.pointer).toBe(`/a${'/0'.repeat(62)}`)
  })

  it('let constants tell the branches of a recursive union apart, at any depth', () => {
    const kind = (name: string, more: JsonObject): JsonObject => ({
      properties: { inner: { $ref: '#/$defs/t' }, kind: { const: name }, ...more },
      required: ['kind'],
      additionalProperties: { $ref: '#/$defs/t' },
    })
    const t = { oneOf: [kind('a', {}), kind('b', {}), kind('c', {}), kind('d', { size: { minimum: 1 } })] }
    const schema = of({ $ref: '#/$defs/t' }, { $defs: { t } })
    const nest = (size: number): Json =>
      range(30).reduce<Json>((inner) => ({ other: inner, inner: { kind: 'a' }, kind: 'd' }), {
        kind: 'd',
        size,
      })
    expect(validator.fits(schema, { a: nest(1) })).toBe(true)
    expect(issuesOf(schema, { a: nest(0) }).map(({ pointer }) => pointer)).toEqual([
      `/a${'/other'.repeat(30)}/size`,
    ])
  })

  it.each<[what: string, schema: JsonObject, value: Json]>([
    [
      'a wide union that contains itself',
      {
        anyOf: [
          { type: 'null' },
          ...range(100).map((i) => ({ properties: { [`k${i}`]: { $ref: '#/$defs/t' } } })),
        ],
      },
      range(60).reduce<Json>((inner) => ({ k99: inner, k0: 1 }), { k0: 1 }),
    ],
    [
      'a long chain of references at every level',
      range(90).reduce<JsonObject>((inner) => ({ allOf: [inner] }), { items: { $ref: '#/$defs/t' } }),
      range(61).reduce<Json>((inner) => [inner], 1),
    ],
  ])('leave the stack alone: %s', (_what, t, a) => {
    const schema = of({ $ref: '#/$defs/t' }, { $defs: { t } })
    expect(() => validator.findIssues(schema, { a })).not.toThrow()
  })

  it('compile the largest schema that is taken', () => {
    const part = { type: ['number', 'string'], minimum: 1, maxLength: 3, uniqueItems: true, enum: [1] }
    const schema = parseSchema(of({ allOf: range(142).map(() => part) }), 'It')
    expect([validator.fits(schema, { a: 1 }), validator.fits(schema, { a: 2 })]).toEqual([true, false])
  })

  it('of an enum are the same with titles of its values, of as many as there may be', () => {
    const values = range(3000)
    const oneOf = values.map((value) => ({ const: value, title: `Label ${value}` }))
    const titled = parseSchema(of({ type: 'array', items: { enum: values, oneOf } }), 'It')
    const plain = parseSchema(of({ type: 'array', items: { enum: values } }), 'It')
    const many = { a: range(30_000).map((i) => i % 3000) }
    expect(validator.fits(titled, many)).toBe(true)
    for (const wrong of [3000, 'Label 1', null])
      expect(issuesOf(titled, { a: [0, wrong] })).toEqual(issuesOf(plain, { a: [0, wrong] }))
  })

  it('ask for one branch of oneOf where that does more than give titles to an enum', () => {
    const choice = (oneOf: readonly JsonObject[]) => of({ enum: [1, 2], oneOf: [...oneOf] })
    const taken = (oneOf: readonly JsonObject[]) =>
      [1, 2].filter((a) => validator.fits(parseSchema(choice(oneOf), 'It'), { a }))
    const [one, two] = [
      { const: 1, title: 'One' },
      { const: 2, title: 'Two' },
    ]
    expect(taken([one, two])).toEqual([1, 2])
    expect(taken([one])).toEqual([1])
    expect(taken([one, two, two])).toEqual([1])
    expect(taken([one, { ...two, minimum: 3 }])).toEqual([1])
    expect(taken([one, two, { minimum: 2 }])).toEqual([1])
  })

  it('take a large ordinary value', () => {
    const point = {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'number' }, { type: 'number' }],
      items: false,
      minItems: 3,
    }
    const schema = of({ type: 'array', items: point })
    expect(validator.fits(schema, { a: range(30_000).map((i) => [i, 0, 1]) })).toBe(true)
  })
})
