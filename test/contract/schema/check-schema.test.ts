/**
 * Schemas from outside: what hosts check values by is refused at once when it is wrong, and nothing in it
 * costs much.
 */
import { describe, expect, it } from 'vitest'
import { parseSchema } from '../../../core/contract/schema/check-schema.ts'
import { Validator } from '../../../core/contract/schema/compiled/validator.ts'
import { copySchema, parseWrittenSchema } from '../../../core/contract/schema/compiled/written-schema.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'

const of = (property: Json): JsonObject => ({ type: 'object', properties: { a: property } })
const withDefs = (property: JsonObject, $defs: JsonObject): JsonObject => ({ ...of(property), $defs })
const pattern = (text: string): JsonObject => of({ type: 'string', pattern: text })

describe('schemas from outside', () => {
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['a pattern that is none', pattern('('), '/properties/a: The pattern "(" cannot be read'],
    ['a pattern with look-ahead', pattern('(?=a)b'), 'look-around'],
    ['a pattern with look-behind', pattern('(?<=a)b'), 'look-around'],
    ['a pattern with a back-reference', pattern('(a)\\1'), 'back-references'],
    ['a pattern with a Unicode property that is none', pattern('\\p{Umlaut}'), 'Invalid property name'],
    [
      'a name pattern that is none',
      of({ patternProperties: { '[': true } }),
      'The pattern "[" cannot be read',
    ],
    ['an unknown keyword', of({ type: 'number', minimun: 3 }), 'minimun'],
    ['a keyword that is a member of Object.prototype', of({ constructor: 1 }), 'constructor'],
    [
      'a keyword of the wrong type',
      of({ type: 'number', minimum: '3' }),
      'at /properties/a: minimum must be a number (got "3")',
    ],
    ['an unknown type', of({ type: 'float' }), 'or an array of them (got "float")'],
    ['a type that is named twice', of({ type: ['null', 'null'] }), 'type'],
    ['a multiple of 0', of({ multipleOf: 0 }), 'above 0'],
    ['a length below 0', of({ maxLength: -1 }), 'maxLength'],
    ['a length that is a fraction', of({ maxLength: 1.5 }), 'maxLength'],
    ['an enum of nothing', of({ enum: [] }), 'enum'],
    ['a union of nothing', of({ anyOf: [] }), 'anyOf'],
    ['items that are an array', of({ items: [{ type: 'number' }] }), 'items'],
    ['required names that are given twice', { ...of({}), required: ['a', 'a'] }, 'required'],
    ['a schema that is a number', of({ not: 5 }), 'not'],
    // biome-ignore lint/suspicious/noThenProperty: the keyword's name
    ['then without if', of({ then: true }), 'without if'],
    ['minContains without contains', of({ minContains: 2 }), 'without contains'],
    ['another dialect', { ...of({}), $schema: 'http://json-schema.org/draft-07/schema#' }, 'draft 2020-12'],
    ['a foreign reference', of({ $ref: 'https://example.org/schema' }), 'inside the schema'],
    ['a reference to a file', of({ $ref: 'file:///etc/passwd' }), 'inside the schema'],
    ['a reference to nothing', of({ $ref: '#/$defs/b' }), '#/$defs/b'],
    [
      'a reference to something that is no schema',
      of({ $ref: '#/properties/a/default', default: { $ref: '#' } }),
      '#/properties/a/default',
    ],
    ['a reference to a member of Object.prototype', of({ $ref: '#/constructor' }), '#/constructor'],
    ['a reference to itself', of({ $ref: '#/properties/a' }), 'circle'],
    [
      'a circle of references',
      withDefs({}, { b: { allOf: [{ $ref: '#/$defs/c' }] }, c: { not: { $ref: '#/$defs/b' } } }),
      'circle',
    ],
    ['an $id inside', of({ $id: 'other' }), '$id'],
    ['an anchor', of({ $anchor: 'here' }), '#/$defs/name'],
    ['a dynamic reference', of({ $dynamicRef: '#here' }), '$ref'],
    ['unevaluatedProperties', of({ unevaluatedProperties: false }), 'additionalProperties'],
    ['what OpenAPI calls nullable', of({ type: 'string', nullable: true }), '"null"'],
    ['dependencies of older drafts', of({ dependencies: {} }), 'dependentRequired'],
    [
      'many long patterns',
      of({ allOf: Array.from({ length: 20 }, () => ({ pattern: 'x'.repeat(1000) })) }),
      '16384 characters',
    ],
    ['many schemas', of({ allOf: Array.from({ length: 3000 }, () => ({})) }), '3000 schemas and keywords'],
    ['many schemas that are true', of({ allOf: Array(3000).fill(true) }), '3000 schemas and keywords'],
    [
      'many names in a keyword',
      of({ dependentRequired: { a: Array.from({ length: 3000 }, (_, i) => `${i}`) } }),
      '3000 schemas and keywords',
    ],
    [
      'long names around many schemas',
      of({ properties: { ['x'.repeat(10_000)]: { allOf: Array.from({ length: 100 }, () => ({})) } } }),
      'shorter names',
    ],
    ['a schema above the limit', of({ description: 'x'.repeat(300_000) }), '262144 characters'],
    ['no object', { type: 'array' }, 'object schema'],
    ['null', null, 'object schema'],
  ]
  it.each(refused)('are refused with %s', (_what, schema, detail) => {
    const parse = () => parseSchema(schema, 'The schema of f')
    expect(parse).toThrow(expect.objectContaining({ code: 'schema.invalid' }))
    expect(parse).toThrow(detail)
    expect(parse).toThrow(/^The schema of f/)
  })

  it('are refused when they nest too deep, refer on too often, or in a long chain', () => {
    const deep = Array.from({ length: 70 }).reduce<JsonObject>((inner) => ({ not: inner }), {})
    const chain = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]),
    )
    expect(() => parseSchema(of(deep), 'It')).toThrow('64 levels')
    expect(() => parseSchema(withDefs({ $ref: '#/$defs/d0' }, { ...chain, d200: {} }), 'It')).toThrow(
      '100 schemas',
    )
  })

  it.each([
    ['extensions that begin with x-', of({ 'x-widget': { whatever: ['(', { type: 'float' }] } })],
    [
      'annotations',
      of({
        title: 'A',
        description: 'b',
        examples: [1],
        deprecated: true,
        readOnly: false,
        format: 'date',
        $comment: 'c',
      }),
    ],
    ['recursion', withDefs({ $ref: '#/$defs/tree' }, { tree: { items: { $ref: '#/$defs/tree' } } })],
    ['recursion to the whole', of({ properties: { again: { $ref: '#' } } })],
    ['escaped references', withDefs({ $ref: '#/$defs/a~1b%20c' }, { 'a/b c': { type: 'number' } })],
    ['boolean schemas', of({ items: false, additionalProperties: true })],
    [
      'values that look like schemas',
      of({ enum: [{ type: 'float' }], const: { pattern: '(' }, default: { type: 'float' } }),
    ],
  ])('are taken with %s', (_what, schema) => {
    expect(parseSchema(schema, 'It')).toBe(schema)
  })

  it('are refused shortly, however long their names are', () => {
    const long = {
      ['é'.repeat(100_000)]: { properties: { ['é'.repeat(100_000)]: { ['é'.repeat(1000)]: 1 } } },
    }
    for (const schema of [
      of({ properties: long }),
      of({ $ref: `#/${'x'.repeat(200_000)}` }),
      of({ type: 'x'.repeat(200_000) }),
    ]) {
      expect(() => parseSchema(schema, 'It')).toThrow(/^It.{1,700}$/s)
    }
  })

  it('may share one $id', () => {
    const schema = (minimum: number) => parseSchema({ $id: 'same', ...of({ minimum }) }, 'It')
    const validator = new Validator(1000)
    expect([validator.fits(schema(1), { a: 1 }), validator.fits(schema(2), { a: 1 })]).toEqual([true, false])
  })

  it('are checked in time that is proportional to their size', () => {
    const visits = (count: number): number => {
      let read = 0
      const counting = {
        ownKeys: () => {
          read++
          return []
        },
      }
      const parts = Array.from({ length: count }, () => new Proxy({}, counting))
      parseSchema(of({ allOf: parts }), 'It')
      return read
    }
    expect(visits(900)).toBeLessThan(3 * visits(450))
  })
})

describe('defaults', () => {
  it.each([
    ['of another type', of({ type: 'number', default: 'x' }), 'own defaults: a must be a number (got "x").'],
    ['out of bounds', of({ minimum: 1, default: 0 }), 'a must be at least 1 (got 0).'],
    ['inside', of({ properties: { b: { enum: ['x'] } }, default: { b: 'y' } }), 'a.b must be "x" (got "y").'],
    [
      'by a reference',
      withDefs({ $ref: '#/$defs/n', default: 1 }, { n: { type: 'string' } }),
      'a must be a text (got 1).',
    ],
    [
      'beside a required one',
      { ...of({ type: 'number', default: 'x' }), properties: { a: { type: 'number', default: 'x' }, b: {} } },
      'a must be a number (got "x").',
    ],
    ['that do not fit together', { ...of({ default: 1 }), maxProperties: 0 }, 'The parameters must be empty'],
    [
      'whose check has no end in sight',
      of({ default: 'ab'.repeat(2000), pattern: '^[ab]*a[ab]{300}c$' }),
      'takes too long',
    ],
  ])('are refused with the schema when they are %s', (_what, schema, detail) => {
    expect(() => parseWrittenSchema(schema, 'It')).toThrow(detail)
  })

  it('need not fit together while something has to be given', () => {
    const schema = {
      type: 'object',
      properties: { a: { default: 1 }, b: {} },
      required: ['b'],
      minProperties: 2,
    }
    expect(parseWrittenSchema(schema, 'It')).toBe(schema)
  })
})

describe('previews', () => {
  it('are kept where they fit their parameter', () => {
    const schema = withDefs(
      { $ref: '#/$defs/n', default: 64, preview: 24 },
      { n: { type: 'integer', minimum: 8 } },
    )
    expect(parseWrittenSchema(schema, 'It')).toBe(schema)
  })

  it.each([
    ['do not fit', of({ minimum: 8, preview: 4 }), 'its own previews: a must be at least 8 (got 4).'],
    [
      'do not fit inside',
      of({ items: { type: 'number' }, preview: [1, 'x'] }),
      'a[1] must be a number (got "x").',
    ],
    ['are for a part', of({ items: { preview: 1 } }), 'at /properties/a/items: preview is for a parameter'],
    ['are for all', { ...of({}), preview: { a: 1 } }, 'preview is for a parameter as a whole'],
    ['are for a definition', withDefs({ $ref: '#/$defs/n' }, { n: { preview: 1 } }), 'at /$defs/n: preview'],
    [
      'are for a member of that name',
      of({ properties: { b: { preview: 1 } } }),
      'at /properties/a/properties/b: preview',
    ],
  ])('are refused with the schema when they %s', (_what, schema, detail) => {
    expect(() => parseWrittenSchema(schema, 'It')).toThrow(detail)
  })

  it('change nothing about which values are taken', () => {
    const schema = parseWrittenSchema(of({ type: 'number', preview: 1 }), 'It')
    expect(new Validator(1000).fits(schema, { a: 2 })).toBe(true)
  })
})

describe('units', () => {
  it('are kept on any schema, and are texts', () => {
    const schema = of({ items: { type: 'number', unit: 'mm' }, unit: '°' })
    expect(parseSchema(schema, 'It')).toBe(schema)
    expect(() => parseSchema(of({ type: 'number', unit: 3 }), 'It')).toThrow('unit must be a string (got 3)')
  })
})

describe('schemas in code', () => {
  it('are copied', () => {
    const schema = of({ type: 'array', default: [1] })
    const copy = copySchema(schema, 'It')
    expect([copy, copy === schema]).toEqual([schema, false])
  })

  const circular: { properties: object; type: string; self?: object } = { type: 'object', properties: {} }
  circular.self = circular
  it.each([
    ['no JSON', circular],
    ['a big integer', of({ default: 1n as unknown as Json })],
    ['undefined', undefined],
    ['a function', () => {}],
    ['too deep', of(Array.from({ length: 70 }).reduce<JsonObject>((inner) => ({ 'x-a': inner }), {}))],
  ])('are refused when they are %s', (_what, schema) => {
    expect(() => copySchema(schema, 'It')).toThrow(/^It/)
  })
})
