/**
 * Refusals in words: one sentence for each keyword that can refuse, and the same sentence from the errors of
 * ajv.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parseSchema } from '../../../core/contract/schema/check-schema.ts'
import { Validator } from '../../../core/contract/schema/compiled/validator.ts'
import { IssueList } from '../../../core/contract/schema/issue-list.ts'
import { toPath, toSentence } from '../../../core/contract/schema/issue-words.ts'
import { keywords } from '../../../core/contract/schema/keywords.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'

const validator = new Validator(2 ** 22)
const of = (property: Json, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { a: property },
  ...more,
})
const readSentences = (schema: JsonObject, value: JsonObject): string[] =>
  validator.findIssues(parseSchema(schema, 'It'), value).issues.map(toSentence)

/** The sentence of each keyword, for a value of the parameter `a` that it refuses; null for those that refuse nothing. */
const table: { readonly [keyword: string]: readonly [schema: Json, value: Json, sentence: string] | null } = {
  type: [{ type: 'number' }, 'x', 'a must be a number (got "x").'],
  enum: [{ enum: ['x', 'y'] }, 'z', 'a must be one of "x", "y" (got "z").'],
  const: [{ const: 5 }, 4, 'a must be 5 (got 4).'],
  minimum: [{ minimum: 3 }, 1, 'a must be at least 3 (got 1).'],
  maximum: [{ maximum: 16 }, 9999, 'a must be at most 16 (got 9999).'],
  exclusiveMinimum: [{ exclusiveMinimum: 0 }, 0, 'a must be above 0 (got 0).'],
  exclusiveMaximum: [{ exclusiveMaximum: 1 }, 1, 'a must be below 1 (got 1).'],
  multipleOf: [{ multipleOf: 0.5 }, 0.3, 'a must be a multiple of 0.5 (got 0.3).'],
  minLength: [{ minLength: 3 }, 'x', 'a must have at least 3 characters (got "x").'],
  maxLength: [{ maxLength: 1 }, '😀😀', 'a must have at most 1 character (got "😀😀").'],
  pattern: [{ pattern: '^a$' }, 'b', 'a must match the pattern ^a$ (got "b").'],
  minItems: [{ minItems: 2 }, [1], 'a must have at least 2 items (got the array [1]).'],
  maxItems: [{ maxItems: 0 }, [1], 'a must be empty (got the array [1]).'],
  items: [
    { prefixItems: [true], items: false },
    [1, 2],
    'a must have at most 1 item (got the array [1, 2]).',
  ],
  prefixItems: [{ prefixItems: [{ type: 'boolean' }] }, [1], 'a[0] must be true or false (got 1).'],
  uniqueItems: [{ uniqueItems: true }, [1, 2, 1], 'a[2] must differ from a[0] (got 1).'],
  contains: [
    { contains: { type: 'number' } },
    ['x'],
    'a must contain a number at least 1 time (got the array ["x"]).',
  ],
  minContains: [
    { contains: { const: 1 }, minContains: 2 },
    [1],
    'a must contain 1 at least 2 times (got the array [1]).',
  ],
  maxContains: [
    { contains: { const: 1 }, maxContains: 1 },
    [1, 1],
    'a must contain 1 at least 1 time and at most 1 time (got the array [1, 1]).',
  ],
  minProperties: [{ minProperties: 1 }, {}, 'a must have at least 1 member (got an object with no members).'],
  maxProperties: [
    { maxProperties: 1 },
    { x: 1, y: 2 },
    'a must have at most 1 member (got an object with x, y).',
  ],
  required: [{ required: ['size'] }, {}, 'a.size is missing.'],
  properties: [
    { properties: { x: { type: 'integer' } } },
    { x: 0.5 },
    'a.x must be a whole number (got 0.5).',
  ],
  patternProperties: [
    { patternProperties: { '^x': { type: 'null' } } },
    { xy: 1 },
    'a.xy must be null (got 1).',
  ],
  additionalProperties: [
    { properties: { radius: {}, size: {} }, additionalProperties: false },
    { radus: 1 },
    'a.radus is not a member; did you mean radius?',
  ],
  propertyNames: [
    { propertyNames: { maxLength: 1 } },
    { yy: 1 },
    'a.yy has a name that must have at most 1 character.',
  ],
  dependentRequired: [{ dependentRequired: { x: ['y'] } }, { x: 1 }, 'a.y is missing; x needs it.'],
  dependentSchemas: [
    { dependentSchemas: { x: { properties: { y: { type: 'object' } } } } },
    { x: 1, y: [] },
    'a.y must be an object (got the array []).',
  ],
  allOf: [
    { allOf: [{ type: ['number', 'null', 'array'] }] },
    'x',
    'a must be a number, null or an array (got "x").',
  ],
  anyOf: [
    { anyOf: [{ type: 'number' }, { const: 'x' }, { enum: ['y', 'z'] }] },
    true,
    'a must be one of a number, "x", "y", "z" (got true).',
  ],
  oneOf: [
    { oneOf: [{ minimum: 0 }, { maximum: 9 }] },
    5,
    'a must have one of its forms, and has several at once (got 5).',
  ],
  not: [{ not: { type: 'string' } }, 'x', 'a must not be a text (got "x").'],
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  if: [{ if: { type: 'number' }, then: { minimum: 1 } }, 0, 'a must be at least 1 (got 0).'],
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: null,
  else: null,
  $ref: [{ $ref: '#/$defs/d' }, 1, 'a must be a text (got 1).'],
}

/** Forms of one type, which their limits tell apart. */
const alike: readonly (readonly [branches: readonly Json[], value: Json, forms: string])[] = [
  [
    [
      { type: 'string', pattern: '^a' },
      { type: 'string', pattern: '^b' },
    ],
    'c',
    'a text that matches ^a, a text that matches ^b (got "c")',
  ],
  [
    [
      { type: 'number', minimum: 0, maximum: 1 },
      { type: 'number', exclusiveMinimum: 5, exclusiveMaximum: 6 },
    ],
    2,
    'a number from 0 to 1, a number above 5 below 6 (got 2)',
  ],
  [
    [
      { type: 'array', items: { type: 'number' } },
      { type: 'array', items: { type: 'string' } },
    ],
    true,
    'an array whose items are each a number, an array whose items are each a text (got true)',
  ],
  [
    [
      { type: 'array', prefixItems: [{ const: 'at' }, { type: 'number' }] },
      { type: 'array', prefixItems: [{ const: 'to' }] },
    ],
    true,
    'an array that begins with "at", a number, an array that begins with "to" (got true)',
  ],
  [
    [
      { type: 'object', required: ['radius'] },
      { type: 'object', required: ['width', 'height'] },
    ],
    true,
    'an object with radius, an object with width, height (got true)',
  ],
]

const annotations = [
  ...[
    '$schema',
    '$id',
    '$comment',
    '$defs',
    'definitions',
    'title',
    'description',
    'default',
    'preview',
    'unit',
    'time',
    'data',
    'endings',
    'closed',
    'on',
    'within',
    'step',
  ],
  ...['examples', 'deprecated', 'readOnly', 'writeOnly', 'format', 'contentEncoding', 'contentMediaType'],
  'contentSchema',
]
const defs = { $defs: { d: { type: 'string' } } }
const rows = Object.entries(table).flatMap(([keyword, row]) => (row ? [[keyword, ...row] as const] : []))

describe('sentences', () => {
  it.each(alike)('tell the forms of %j apart', (anyOf, value, forms) => {
    expect(readSentences(of({ anyOf }), { a: value })).toEqual([`a must be one of ${forms}.`])
  })

  it('are there for every keyword', () => {
    expect(Object.keys(table).sort()).toEqual(
      [...keywords.keys()].filter((name) => !annotations.includes(name)).sort(),
    )
  })

  it.each(rows)('say what %s asks for', (_keyword, schema, value, sentence) => {
    expect(readSentences(of(schema, defs), { a: value })).toEqual([sentence])
  })

  it.each(rows)('are the same from the errors of ajv: %s', (_keyword, schema, value, sentence) => {
    const ajv = new Ajv2020({ verbose: true, allErrors: true, strict: false, logger: false })
    const validate = ajv.compile(of(schema, defs))
    expect(validate({ a: value })).toBe(false)
    const sentences = (validate.errors ?? []).map((error) => {
      const issues = new IssueList()
      issues.refuse(error)
      return issues.issues.map(toSentence)[0]
    })
    expect(sentences).toContain(sentence)
  })

  it.each<[what: string, schema: Json, value: Json, sentence: string]>([
    ['whole numbers by their step', { multipleOf: 1 }, 0.5, 'a must be a whole number (got 0.5).'],
    ['one choice', { enum: ['x'] }, 1, 'a must be "x" (got 1).'],
    ['no text', { minLength: 1 }, '', 'a must not be empty (got "").'],
    ['binary fractions', { maximum: 0.2 }, 0.1 + 0.2, 'a must be at most 0.2 (got 0.3).'],
    ['a limit in between', { maximum: 0.3 }, 0.1 + 0.2, 'a must be at most 0.3 (got 0.30000000000000004).'],
    ['long texts', { type: 'null' }, 'x'.repeat(500), `a must be null (got "${'x'.repeat(60)}…").`],
    ['long arrays', { type: 'null' }, Array(500).fill(0), 'a must be null (got an array of 500).'],
    ['no schema', { properties: { x: false } }, { x: 1 }, 'a.x must be left out (got 1).'],
    ['no members', { additionalProperties: false }, { x: 1 }, 'a.x is not a member; there are no members.'],
    [
      'names by patterns',
      { properties: { x: {} }, patternProperties: { '^y': {} }, additionalProperties: false },
      { zzz: 1 },
      'a.zzz is not a member; the members are x, /^y/.',
    ],
    ['inner names', { items: { required: ['constructor'] } }, [{}], 'a[0].constructor is missing.'],
    [
      'depth',
      { items: { properties: { x: { type: 'number' } } } },
      [{}, {}, { x: 'a' }],
      'a[2].x must be a number (got "a").',
    ],
  ])('tell of %s', (_what, schema, value, sentence) => {
    expect(readSentences(of(schema), { a: value })).toEqual([sentence])
  })

  it('are about all parameters where no one is meant', () => {
    const schema = of({}, { maxProperties: 1 })
    expect(readSentences(schema, { a: 1, b: 2 })).toEqual([
      'The parameters must have at most 1 member (got an object with a, b).',
    ])
  })
})

describe('paths', () => {
  it.each([
    ['/points/2/x', 'points[2].x'],
    ['/grüße/ä', 'grüße.ä'],
    ['/a/b~1c~0d/0', 'a["b/c~d"][0]'],
    ['/my-size', '"my-size"'],
    ['/a//01', 'a[""]["01"]'],
  ])('lead as in programs: %s', (pointer, path) => {
    expect(toPath(pointer)).toBe(path)
  })
})
