/**
 * What breaks clients of published schemas and what does not. Each row is a parameter's schema before and
 * after; the golden is the JSON Schema specification: a change is compatible when every value that was
 * accepted is accepted still.
 */
import { describe, expect, test } from 'vitest'
import { toDataSchema, toFileSchema } from '../../core/contract/domain/data-ref.ts'
import type { PartType } from '../../core/contract/domain/result/result.ts'
import type { Json, JsonObject } from '../../core/contract/values/json.ts'
import { compare, compareParameter, integer, number, options, point, string } from './compare-shapes.ts'

const data = (...kinds: readonly PartType[]): JsonObject => toDataSchema(kinds)
const list = (items: JsonObject): JsonObject => ({ type: 'array', items, maxItems: 16 })
const member = (of: JsonObject): JsonObject => ({
  type: 'object',
  properties: { of },
  additionalProperties: false,
})
const nothing = { type: 'null' }

/** What a parameter does that breaks clients: its schema before and after, and what is reported. */
const narrowings: readonly (readonly [string, JsonObject, JsonObject, string])[] = [
  ['takes whole numbers only', number, integer, 'takes whole numbers only'],
  ['takes another kind of data', data('mesh', 'volume'), data('mesh'), 'no longer takes a volume'],
  ['takes data of another kind', data('mesh'), data('image', 'volume'), 'no longer takes a mesh'],
  [
    'takes narrower data in a list',
    list(data('mesh', 'lines')),
    list(data('mesh')),
    'x[]: no longer takes lines',
  ],
  [
    'takes narrower data in an object',
    member(data('mesh', 'volume')),
    member(data('volume')),
    'x.of: no longer takes a mesh',
  ],
  ['takes no data in its place', { anyOf: [data('mesh'), nothing] }, data('mesh'), 'no longer takes null'],
  [
    'asks for data',
    member(data('mesh')),
    { ...member(data('mesh')), required: ['of'] },
    'x.of: is required now',
  ],
  [
    'has shorter lists of data',
    list(data('mesh')),
    { ...list(data('mesh')), maxItems: 2 },
    'takes 2 items at most',
  ],
  ['takes data where it took a number', number, data('mesh'), 'no longer takes every number'],
  ['takes a file where it took data', data('mesh'), toFileSchema(['.ply']), 'no longer takes a mesh'],
  [
    'takes files of fewer endings',
    toFileSchema(['.csv', '.tsv']),
    toFileSchema(['.csv']),
    'no longer takes .tsv',
  ],
  ['takes files of some endings', toFileSchema([]), toFileSchema(['.csv']), 'files that do not end in .csv'],
  [
    'has other default data',
    { ...data('mesh'), default: { specimen: 'a' } },
    data('mesh'),
    'has the default none',
  ],
  ['takes data no more', data('mesh'), number, 'another kind of value'],
  ['is another kind of value', number, string, 'another kind of value'],
  ['starts later', { ...number, minimum: 0 }, { ...number, minimum: 1 }, 'starts at 1, started at 0'],
  [
    'leaves its bound out',
    { ...number, maximum: 1 },
    { ...number, exclusiveMaximum: 1 },
    'ends at 1 (left out), ended at 1',
  ],
  ['ends where it had no end', number, { ...number, maximum: 9 }, 'ends at 9, ended at no bound'],
  ['takes steps', number, { ...number, multipleOf: 0.5 }, 'takes multiples of 0.5 only'],
  [
    'takes longer steps',
    { ...number, multipleOf: 0.1 },
    { ...number, multipleOf: 0.2 },
    'takes multiples of 0.2 only',
  ],
  ['loses a choice', { enum: ['a', 'b', 'c'] }, { enum: ['a', 'c'] }, 'no longer takes "b"'],
  ['becomes a choice', string, { enum: ['a'] }, 'takes only "a"'],
  [
    'has shorter texts',
    { ...string, maxLength: 9 },
    { ...string, maxLength: 8 },
    'takes 8 characters at most, took 9',
  ],
  ['has longer texts', string, { ...string, minLength: 1 }, 'takes 1 characters at least, took 0'],
  ['takes null no more', { anyOf: [number, { type: 'null' }] }, number, 'no longer takes null'],
  ['takes null no more, by its types', { type: ['number', 'null'] }, number, 'no longer takes null'],
  ['takes true only', { type: 'boolean' }, { const: true }, 'no longer takes false'],
  [
    'has another item type',
    { type: 'array', items: number },
    { type: 'array', items: integer },
    'x[]: takes whole numbers only',
  ],
  ['has fewer places', { type: 'array', items: number }, point, 'x[]: no longer takes any value'],
  [
    'has more items',
    { type: 'array', items: number },
    { type: 'array', items: number, minItems: 1 },
    'takes 1 items at least',
  ],
  [
    'takes no two equal items',
    { type: 'array', items: number },
    { type: 'array', items: number, uniqueItems: true },
    'no two equal',
  ],
  ['narrows a place', point, { ...point, prefixItems: [number, integer] }, 'x[1]: takes whole numbers only'],
  ['loses a member', options, { ...options, properties: { size: number } }, 'x.deep: is gone'],
  [
    'narrows a member deep inside',
    options,
    {
      ...options,
      properties: { ...options.properties, deep: { type: 'array', items: { ...integer, minimum: 0 } } },
    },
    'x.deep[]: starts at 0',
  ],
  ['requires a member', options, { ...options, required: ['size'] }, 'x.size: is required now'],
  [
    'is closed',
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: false },
    'takes no further members',
  ],
  [
    'narrows further members',
    { type: 'object', additionalProperties: number },
    { type: 'object', additionalProperties: integer },
    'x.*: takes whole numbers only',
  ],
  [
    'loses a branch',
    { oneOf: [{ const: 1 }, { type: 'string' }] },
    { oneOf: [{ const: 1 }, { const: 'a' }] },
    'takes only 1, "a"',
  ],
  ['narrows behind a reference', { $ref: '#/$defs/free' }, { $ref: '#/$defs/bound' }, 'starts at 0'],
  ['has another default', { ...number, default: 1 }, { ...number, default: 2 }, 'has the default 2, had 1'],
  ['loses its default', { ...number, default: 1 }, number, 'has the default none, had 1'],
]

describe('a parameter', () => {
  test.each(narrowings)('breaks clients when it %s', (_what, before, after, text) => {
    const changes = compareParameter(before, after, { free: number, bound: { ...number, minimum: 0 } })
    expect(changes.filter((change) => change.startsWith('breaking')).join('\n')).toContain(text)
  })

  test.each<[string, JsonObject, JsonObject]>([
    ['takes fractions', integer, number],
    ['takes more kinds of data', data('mesh'), data('point_cloud', 'mesh')],
    ['takes data or nothing', data('mesh'), { anyOf: [data('mesh'), nothing] }],
    ['takes more kinds in a list', list(data('mesh')), list(data('mesh', 'volume'))],
    ['takes files of more endings', toFileSchema(['.csv']), toFileSchema(['.tsv', '.csv'])],
    ['takes files of any ending', toFileSchema(['.csv']), toFileSchema([])],
    ['takes files of a shorter ending', toFileSchema(['.tar.gz']), toFileSchema(['.gz'])],
    ['takes fractions where the steps were whole', { ...number, multipleOf: 2 }, integer],
    ['has a wider range', { ...number, minimum: 0, maximum: 1 }, { ...number, minimum: -1, maximum: 1 }],
    ['includes its bound', { ...number, exclusiveMinimum: 0 }, { ...number, minimum: 0 }],
    [
      'says the same bound of whole numbers in another way',
      { ...integer, exclusiveMinimum: 0 },
      { ...integer, minimum: 1 },
    ],
    ['takes shorter steps', { ...number, multipleOf: 0.3 }, { ...number, multipleOf: 0.1 }],
    ['takes half steps', integer, { ...number, multipleOf: 0.5 }],
    ['has a further choice', { enum: ['a', 'b'] }, { enum: ['a', 'c', 'b'] }],
    ['is free where it was a choice', { enum: ['a', 'b'] }, string],
    ['takes null as well', number, { anyOf: [number, { type: 'null' }] }],
    ['takes null by its types', number, { type: ['number', 'null'] }],
    ['counts out what was a range', { ...integer, minimum: 1, maximum: 3 }, { enum: [0, 1, 2, 3] }],
    ['is a range that was counted out', { enum: [1, 2, 3] }, { ...integer, minimum: 1, maximum: 3 }],
    [
      'has a further member that may be left out',
      options,
      { ...options, properties: { ...options.properties, more: string } },
    ],
    ['requires a member no more', { ...options, required: ['size'] }, options],
    ['is open', options, { ...options, additionalProperties: true }],
    ['takes longer lists', { ...point, maxItems: 2 }, { type: 'array', items: number }],
    [
      'has a further branch',
      { oneOf: [{ const: 1 }, { const: 'a' }] },
      { oneOf: [{ const: 1 }, { const: 'a' }, { const: 'b' }] },
    ],
    [
      'is a union that was written out',
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      { enum: ['a', 'b', 'c'] },
    ],
    [
      'gives titles to its choices',
      { enum: [0, 1] },
      {
        enum: [0, 1, 2],
        oneOf: [0, 1, 2].map((value) => ({ const: value, title: `Side ${value}` })),
      },
    ],
    ['is written behind a reference', number, { $ref: '#/$defs/free' }],
    ['has another preview', { ...number, preview: 1 }, { ...number, preview: 2 }],
    ['has no preview any more', { ...number, preview: 1 }, number],
    ['is described otherwise', { ...number, description: 'a' }, { ...number, description: 'b', title: 'b' }],
  ])('breaks nobody when it %s', (_what, before, after) => {
    const changes = compareParameter(before, after, { free: number })
    expect(changes.filter((change) => !change.startsWith('compatible'))).toEqual([])
  })

  test.each<[string, JsonObject, JsonObject, string]>([
    [
      'has another pattern',
      { ...string, pattern: '^a' },
      { ...string, pattern: '^[a]' },
      'has the pattern ^[a], had ^a',
    ],
    ['has a pattern', string, { ...string, pattern: '.' }, 'had none'],
    ['has a keyword that is not understood', number, { ...number, not: { const: 3 } }, 'has another not'],
    [
      'is split in a union',
      { ...number, minimum: 0, maximum: 2 },
      {
        anyOf: [
          { ...number, maximum: 1 },
          { ...number, minimum: 1 },
        ],
      },
      '',
    ],
    ['has a default where it had none', number, { ...number, default: 1 }, 'has the default 1, had none'],
  ])('is undecided when it %s', (_what, before, after, text) => {
    expect(compareParameter(before, after).filter((change) => !change.startsWith('compatible'))).toEqual([
      expect.stringMatching(/^undecided/),
    ])
    expect(compareParameter(before, after).join('\n')).toContain(text)
  })

  test('says nothing when nothing has changed, of a type that refers to itself too', () => {
    const $defs = {
      tree: {
        type: 'object',
        properties: { size: number, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      },
    }
    expect(compareParameter({ $ref: '#/$defs/tree' }, { $ref: '#/$defs/tree' }, $defs)).toEqual([])
    const other = { tree: { ...$defs.tree, properties: { ...$defs.tree.properties, size: integer } } }
    const tree = { x: { $ref: '#/$defs/tree' } }
    expect(compare({ properties: tree, $defs }, { properties: tree, $defs: other })).toEqual([
      'breaking x.size: takes whole numbers only',
    ])
  })

  test('says what takes more', () => {
    expect(compareParameter(integer, number)).toEqual(['compatible x: takes more than it did'])
  })
})

test('never calls a change compatible when a value that was accepted is refused', async () => {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schemas: JsonObject[] = [
    number,
    integer,
    { ...integer, minimum: 0, maximum: 2 },
    { ...number, exclusiveMinimum: 0 },
    { ...number, multipleOf: 0.5 },
    { enum: [0, 1, 'a'] },
    { const: 'a' },
    { type: 'boolean' },
    string,
    { ...string, maxLength: 1 },
    { ...string, pattern: '^a$' },
    { anyOf: [integer, { type: 'null' }] },
    { oneOf: [{ const: 'a' }, { type: 'array', items: integer }] },
    point,
    { ...point, prefixItems: [integer, integer] },
    { type: 'array', items: number, maxItems: 2 },
    options,
    { ...options, required: ['size'] },
    { type: 'object', additionalProperties: number },
  ]
  const samples: Json[] = [
    ...[
      null,
      true,
      false,
      0,
      1,
      -1,
      2,
      0.5,
      0.25,
      1e9,
      '',
      'a',
      'ab',
      [],
      [1],
      [1, 2],
      [0.5, 1],
      [1, 2, 3],
      ['a'],
    ],
    ...[{}, { size: 1 }, { size: 'a' }, { deep: [1] }, { deep: [0.5] }, { other: 1 }, { size: 1, deep: [] }],
  ]
  const accepts = schemas.map((schema) => {
    const validate = new Ajv2020({ strict: false, multipleOfPrecision: 9 }).compile(schema)
    return samples.map((sample) => validate(sample))
  })
  for (const [i, before] of schemas.entries()) {
    for (const [j, after] of schemas.entries()) {
      const lost = samples.filter((_, k) => accepts[i]?.[k] && !accepts[j]?.[k])
      const quiet = compareParameter(before, after).every((change) => change.startsWith('compatible'))
      if (lost.length > 0) expect(quiet, `${JSON.stringify(before)} → ${JSON.stringify(after)}`).toBe(false)
    }
  }
})
