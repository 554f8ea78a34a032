/** Schemas as rows: every schema that the build gives, and whatever else a host takes. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { mergeDefaults, type ParameterSchema } from '../../../core/contract/domain/schema.ts'
import { parseSchema } from '../../../core/contract/schema/check-schema.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/contract/values/json.ts'
import { checkParams } from '../../../core/viewer/panel/check-params.ts'
import type { Field, Row } from '../../../core/viewer/panel/panel-model.ts'
import { canShow, findVariant, listInner, toStart } from '../../../core/viewer/panel/rows/row-values.ts'
import { toRows } from '../../../core/viewer/panel/rows/to-rows.ts'
import { readAt, writeAt } from '../../../core/viewer/panel/values.ts'

const accepts = fileURLToPath(new URL('../../build/accepts/', import.meta.url))
const read = (path: string): unknown => JSON.parse(readFileSync(accepts + path, 'utf8'))

function toSchema(properties: JsonObject, more: JsonObject = {}): ParameterSchema {
  return parseSchema({ type: 'object', properties, additionalProperties: false, ...more }, 'the schema')
}

/** The only row of a schema with one parameter. */
function toOnlyRow(schema: JsonObject, more: JsonObject = {}): Row {
  const [row] = toRows(toSchema({ value: schema }, more))
  if (!row) throw new Error('no row')
  return row
}

const toField = (schema: JsonObject, more: JsonObject = {}): Field => toOnlyRow(schema, more).field

/** Every row that is there for these parameters. */
function listAll(rows: readonly Row[], params: Json): Row[] {
  return rows.flatMap((row) => [row, ...listAll(listInner(row, readAt(params, row.pointer)), params)])
}

describe.each(readdirSync(accepts).sort())('the schema of %s', (name) => {
  const schema = parseSchema(read(`${name}/schema.json`), name)
  const rows = toRows(schema)

  test('gives a row for each parameter, which shows its default and takes it back', () => {
    expect(rows.map(({ pointer }) => readAt(schema.properties, pointer))).toEqual(
      Object.values(schema.properties),
    )
    const params = mergeDefaults(schema, {})
    for (const row of listAll(rows, params)) {
      expect(row.label, row.pointer).not.toBe('')
      const value = readAt(params, row.pointer)
      expect(row.initial, row.pointer).toEqual(value)
      if (value === undefined) continue
      expect(canShow(row.field, value), row.pointer).toBe(true)
      expect(row.fits(value), row.pointer).toBe(true)
      expect(writeAt(params, row.pointer, value)).toEqual(params)
    }
  })

  test('gives rows that show every valid sample, to its last part', () => {
    for (const sample of read(`${name}/valid.json`) as JsonObject[]) {
      const params = mergeDefaults(schema, sample)
      expect(checkParams(schema, params)).toEqual([])
      for (const row of listAll(rows, params)) {
        const value = readAt(params, row.pointer)
        if (value !== undefined) expect(canShow(row.field, value), row.pointer).toBe(true)
      }
    }
  })

  test('gives rows that can be begun with', () => {
    for (const row of rows) {
      const start = toStart(row)
      expect(canShow(row.field, start), row.pointer).toBe(true)
      const [issue] = row.fits(start)
        ? []
        : checkParams(schema, { ...mergeDefaults(schema, {}), [readName(row)]: start })
      // Only what a person has to write is not there yet.
      if (issue)
        expect(issue.allowed).toMatch(/pattern|at least|empty|multiple|differ|refer|the id of a specimen/)
    }
  })
})

function readName({ pointer }: Row): string {
  return pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
}

describe('a number', () => {
  it('with two bounds is a slider with a sensible step', () => {
    expect(toField({ type: 'number', minimum: 0, maximum: 5 })).toEqual({
      kind: 'slider',
      minimum: 0,
      maximum: 5,
      step: 0.01,
      isInteger: false,
      scale: 'linear',
    })
    expect(toField({ type: 'integer', minimum: 1, maximum: 8 })).toMatchObject({ step: 1, isInteger: true })
    expect(toField({ type: 'number', minimum: 0, maximum: 1, multipleOf: 0.25 })).toMatchObject({
      step: 0.25,
    })
  })

  it('over three decades has a logarithmic scale', () => {
    expect(toField({ type: 'number', minimum: 0.001, maximum: 1 })).toMatchObject({
      scale: 'log',
      step: null,
    })
    expect(toField({ type: 'integer', minimum: 1, maximum: 100_000 })).toMatchObject({
      scale: 'log',
      step: 1,
    })
    expect(toField({ type: 'number', minimum: 0.01, maximum: 9 })).toMatchObject({ scale: 'linear' })
    expect(toField({ type: 'number', minimum: 0, maximum: 1e6 })).toMatchObject({ scale: 'linear' })
  })

  it('leaves exclusive bounds out', () => {
    expect(toField({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 })).toMatchObject({
      minimum: 0.01,
      maximum: 0.99,
    })
    expect(toField({ type: 'integer', exclusiveMinimum: 0, maximum: 4 })).toMatchObject({
      minimum: 1,
      maximum: 4,
    })
    expect(toField({ type: 'number', exclusiveMinimum: 0, maximum: 1, multipleOf: 0.1 })).toMatchObject({
      minimum: 0.1,
      maximum: 1,
    })
  })

  it('without two bounds is a field', () => {
    const field = { kind: 'number', minimum: null, maximum: null, step: null, isInteger: false }
    expect(toField({ type: 'number' })).toEqual(field)
    expect(toField({ type: 'number', minimum: 2 })).toEqual({ ...field, minimum: 2 })
    expect(toField({ type: 'number', minimum: -1e308, maximum: 1e308 })).toMatchObject({ kind: 'number' })
  })
})

describe('other values', () => {
  it('of a fixed set are a choice, with none among them where null is', () => {
    expect(toField({ enum: ['low', 'wallThickness', 3, null] })).toEqual({
      kind: 'choice',
      options: [
        { value: 'low', label: 'Low' },
        { value: 'wallThickness', label: 'Wall thickness' },
        { value: 3, label: '3' },
        { value: null, label: 'None' },
      ],
    })
    const titled = {
      oneOf: [
        { const: 1, title: 'Fast' },
        { const: 2, title: 'Exact' },
      ],
    }
    expect(toField(titled)).toMatchObject({
      options: [
        { value: 1, label: 'Fast' },
        { value: 2, label: 'Exact' },
      ],
    })
    expect(toField({ enum: ['maxSize', 'max_size', '3', 3] })).toMatchObject({
      options: [{ label: '"maxSize"' }, { label: '"max_size"' }, { label: '"3"' }, { label: '3' }],
    })
    expect(toField({ const: 3 })).toEqual({ kind: 'fixed', value: 3 })
  })

  it('of an enum have the titles of its values, also beside null, where oneOf gives each one', () => {
    const titles = [
      { const: 0, title: 'Left' },
      { const: 1, title: 'Right' },
    ]
    const side = { enum: [1, 0], oneOf: titles }
    const options = [
      { value: 1, label: 'Right' },
      { value: 0, label: 'Left' },
    ]
    const none = { value: null, label: 'None' }
    expect(toField(side)).toEqual({ kind: 'choice', options })
    expect(toField({ anyOf: [side, { type: 'null' }] })).toEqual({
      kind: 'choice',
      options: [...options, none],
    })
    expect(toField({ anyOf: [{ ...side, enum: [0] }, { type: 'null' }] })).toEqual({
      kind: 'choice',
      options: [options[1], none],
    })
    expect(toField({ $ref: '#/$defs/side' }, { $defs: { side } })).toEqual({ kind: 'choice', options })
    // Whatever else stands in oneOf asks something.
    const plain = [1, 0].map((value) => ({ value, label: String(value) }))
    for (const oneOf of [
      titles.slice(1),
      [
        { const: 0, title: 'Left' },
        { minimum: 1, title: 'Right' },
      ],
    ])
      expect(toField({ enum: [1, 0], oneOf })).toEqual({ kind: 'choice', options: plain })
  })

  it('that may be null have none as another form', () => {
    const row = toOnlyRow({ type: ['number', 'null'], minimum: 0, maximum: 1, default: null })
    if (row.field.kind !== 'variant') throw new Error(row.field.kind)
    expect(row.field.variants.map(({ label, row: { field } }) => [label, field.kind])).toEqual([
      ['Number', 'slider'],
      ['None', 'fixed'],
    ])
    expect(findVariant(row.field, null)?.label).toBe('None')
    expect(findVariant(row.field, 0.5)?.label).toBe('Number')
  })

  it('in tuples and arrays of fixed length are a vector, others a list', () => {
    const point = { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3, default: [1, 2, 3] }
    const row = toOnlyRow(point)
    if (row.field.kind !== 'vector') throw new Error(row.field.kind)
    expect(row.field.rows.map(({ pointer, initial }) => [pointer, initial])).toEqual([
      ['/value/0', 1],
      ['/value/1', 2],
      ['/value/2', 3],
    ])
    expect(toField({ type: 'array', items: { type: 'string' }, maxItems: 5 })).toMatchObject({
      kind: 'list',
      minimum: 0,
      maximum: 5,
    })
    const pair = {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'boolean' }],
      items: false,
      minItems: 2,
    }
    expect(toField(pair)).toMatchObject({ kind: 'group', holder: 'array' })
  })

  it('of several objects are told apart by a constant member, or by the names that only one has', () => {
    const sphere = { type: 'object', properties: { kind: { const: 'sphere' }, radius: { type: 'number' } } }
    const box = { type: 'object', properties: { kind: { const: 'box' }, edge: { type: 'number' } } }
    const field = toField({ anyOf: [sphere, box] })
    if (field.kind !== 'variant') throw new Error(field.kind)
    expect(field.variants.map(({ label }) => label)).toEqual(['Sphere', 'Box'])
    const named = toField({
      oneOf: [
        { type: 'object', properties: { radius: {}, at: {} }, required: ['radius'] },
        { type: 'object', properties: { width: {}, height: {}, at: {} }, required: ['width'] },
      ],
    })
    if (named.kind !== 'variant') throw new Error(named.kind)
    expect(named.variants.map(({ label }) => label)).toEqual(['Radius', 'Width, height'])
  })

  it('are joined where a schema is put together', () => {
    const more = { $defs: { size: { type: 'number', minimum: 0, title: 'A size' } } }
    const row = toOnlyRow(
      { $ref: '#/$defs/size', maximum: 2, unit: 'mm', description: 'Of the whole.' },
      more,
    )
    expect(row).toMatchObject({
      label: 'Value',
      description: 'Of the whole.',
      unit: 'mm',
      field: { kind: 'slider', maximum: 2 },
    })
    const joined = toField({
      allOf: [
        { type: 'integer', minimum: 1 },
        { minimum: 3, maximum: 9 },
      ],
    })
    expect(joined).toMatchObject({ kind: 'slider', minimum: 3, maximum: 9, isInteger: true })
    const conditional = { type: 'number', minimum: 0, maximum: 9, anyOf: [{ maximum: 2 }, { minimum: 5 }] }
    expect(toField(conditional)).toMatchObject({ kind: 'slider', maximum: 9 })
  })

  it('that no other field can hold are written as JSON', () => {
    const schemas: JsonObject[] = [
      {},
      { type: 'object' },
      { type: 'object', additionalProperties: { type: 'number' } },
      { not: { type: 'null' } },
      { if: { type: 'number' }, else: { minimum: 0 } },
      { default: [1, 'a'] },
    ]
    expect(schemas.map((schema) => toField(schema).kind)).toEqual(schemas.map(() => 'json'))
    expect(toRows({ type: 'object', properties: { a: { $ref: '#/nowhere' } } })[0]?.field.kind).toBe('json')
    expect(toField({ default: 3 }).kind).toBe('number')
  })

  it('that contain themselves have as many rows as the value asks for', () => {
    const tree = {
      type: 'object',
      properties: { size: { type: 'number' }, inner: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      required: ['size'],
      additionalProperties: false,
    }
    const schema = toSchema({ tree: { $ref: '#/$defs/tree' } }, { $defs: { tree } })
    const params = { tree: { size: 1, inner: [{ size: 2, inner: [] }, { size: 3 }] } }
    expect(listAll(toRows(schema), params).map(({ pointer }) => pointer)).toEqual([
      '/tree',
      '/tree/size',
      '/tree/inner',
      '/tree/inner/0',
      '/tree/inner/0/size',
      '/tree/inner/0/inner',
      '/tree/inner/1',
      '/tree/inner/1/size',
      '/tree/inner/1/inner',
    ])
  })

  it('have names as words', () => {
    const names = [
      'wallThickness',
      'x',
      'HTTPPort',
      'max_iterations',
      'L2 norm',
      '10%',
      'resolution2D',
      'colors',
    ]
    expect(
      toRows(toSchema(Object.fromEntries(names.map((name) => [name, {}])))).map(({ label }) => label),
    ).toEqual([
      'Wall thickness',
      'x',
      'HTTP port',
      'Max iterations',
      'L2 norm',
      '10%',
      'Resolution 2D',
      'Colours',
    ])
    expect(
      isJsonObject(toStart(toOnlyRow({ type: 'object', properties: {}, additionalProperties: false }))),
    ).toBe(true)
  })
})
