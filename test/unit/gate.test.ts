/** The gate: one parser of parameters, one key for every way of saying the same. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Json, type JsonObject, parseJson, toCanonicalJson } from '../../core/domain/json.ts'
import { createSchemaCompiler, parseSchema } from '../../core/functions/check-schema.ts'
import {
  bindArguments,
  createGate,
  parseArguments,
  parseParams,
  parseParamsText,
  parseRoomId,
} from '../../core/functions/gate.ts'
import { isPlainSchema } from '../../core/functions/plain-schema.ts'
import type { RegisteredFunction } from '../../core/functions/registry.ts'
import { toManifest } from '../support/make-bundle.ts'

const compiler = createSchemaCompiler()
const gate = createGate(compiler)
const manifest = toManifest({
  name: 'f',
  returns: 'mesh',
  properties: {
    a: { type: 'number', default: 1 },
    b: { type: 'string', default: 'x' },
    c: { type: 'array', items: { type: 'number' }, default: [] },
  },
})
const registered: RegisteredFunction = {
  manifest,
  owner: 'test',
  revision: 'r',
  runner: { run: () => Promise.reject(new Error('the gate runs nothing')) },
}
const target = { registered, schema: manifest.schema }
const keyOf = (params: JsonObject) => gate.admit(target, params, 'room').key
const codeOf = (action: () => unknown) => {
  try {
    action()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'accepted'
}
const pattern = (text: string): JsonObject => ({ type: 'object', properties: { a: { type: 'string', pattern: text } } })

describe('keys', () => {
  it('gives absent, partial and full parameters in any order one key', () => {
    const full = keyOf({ a: 1, b: 'x', c: [] })
    expect([keyOf({}), keyOf({ a: 1 }), keyOf({ c: [], b: 'x', a: 1 })]).toEqual([full, full, full])
    expect(gate.admit(target, bindArguments(target, parseArguments([1, 'x'], { c: [] })), 'room').key).toBe(full)
  })

  it('tells apart what differs in depth, type or name', () => {
    const keys = [{ a: 2 }, { b: '1' }, { b: '' }, { c: [1] }, { c: [1, 2] }, { c: [12] }].map(keyOf)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('takes -0 as 0', () => {
    expect(keyOf({ a: -0 })).toBe(keyOf({ a: 0 }))
  })

  it('agrees with RFC 8785, appendix B and section 3.2.3', () => {
    expect(toCanonicalJson(parseJson('[56.0, 333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]', 'x'))).toBe(
      '[56,333333333.3333333,1e+30,4.5,0.002,1e-27]',
    )
    const order = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    expect(toCanonicalJson(order)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  })

  it('is the same for a value however its members are ordered, and differs for another value', () => {
    const shuffle = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(shuffle)
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, item]) => [name, shuffle(item as Json)]),
      )
    }
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [x, y] = [a as Json, b as Json]
        expect(toCanonicalJson(shuffle(x))).toBe(toCanonicalJson(x))
        expect(JSON.parse(toCanonicalJson(x))).toEqual(JSON.parse(JSON.stringify(x)))
        const isSame = JSON.stringify(shuffle(shuffle(x))) === JSON.stringify(shuffle(shuffle(y)))
        if (isSame) expect(toCanonicalJson(x)).toBe(toCanonicalJson(y))
      }),
    )
  })

  it('refuses numbers and strings that have no canonical text', () => {
    expect(codeOf(() => keyOf({ b: '\ud800' }))).toBe('json.syntax')
    expect(codeOf(() => toCanonicalJson(Number.POSITIVE_INFINITY))).toBe('json.syntax')
    expect(codeOf(() => keyOf(parseParamsText('{"a":1e400}')))).toBe('params.invalid')
  })
})

describe('parsing', () => {
  it('never throws anything but a refusal, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
        const code = codeOf(() => gate.admit(target, parseParamsText(text), 'room'))
        expect(['accepted', 'json.syntax', 'params.invalid']).toContain(code)
      }),
    )
  })

  it('reads absent and empty as no parameters, and null in a body only [specimens.2]', () => {
    expect(codeOf(() => parseParamsText('null'))).toBe('json.syntax')
    expect([parseParamsText(undefined), parseParamsText(''), parseParams(undefined), parseParams(null)]).toEqual([{}, {}, {}, {}])
  })

  it('refuses what nests too deep before parsing it, and prototype tricks', () => {
    expect(codeOf(() => parseParamsText('['.repeat(1e6)))).toBe('json.syntax')
    expect(codeOf(() => parseParamsText(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`))).toBe('json.syntax')
    expect(codeOf(() => parseParamsText('{"__proto__":{}}'))).toBe('json.syntax')
    expect(codeOf(() => parseParamsText('{"a":{"\\u005f_proto__":{}}}'))).toBe('json.syntax')
    expect(parseParamsText('{"b":"[[[[\\"[[["}')).toEqual({ b: '[[[["[[[' })
  })

  it('takes names of Object.prototype for what they are: unknown parameters', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      expect(codeOf(() => keyOf({ [name]: 1 }))).toBe('params.invalid')
    }
  })

  it('accepts room ids of 1 to 128 characters without control characters [limit.room]', () => {
    expect([parseRoomId(undefined), parseRoomId(null), parseRoomId(''), parseRoomId('a')]).toEqual([
      'service',
      'service',
      'service',
      'a',
    ])
    for (const room of ['\u0000', 'a\tb', '\u007f', 'x'.repeat(129), 5, [], '\ud800'])
      expect(codeOf(() => parseRoomId(room as Json))).toBe('room.invalid')
  })

  it('limits the refusals it lists', () => {
    const values = Array.from({ length: 5000 }, () => 'x')
    try {
      gate.admit(target, { c: values }, 'room')
      expect.unreachable()
    } catch (error) {
      expect((error as { issues: unknown[] }).issues.length).toBe(100)
    }
  })
})

describe('schemas from outside', () => {
  it.each(['^(a+)+$', '^(a|a)*$', '(x+x+)+y'])('matches the pattern %s in linear time', (text) => {
    const validate = compiler.compile(parseSchema(pattern(text), 'schema'))
    // Backtracking would need 2^60 steps: the test ends at all only on the linear engine.
    expect(validate({ a: `${'a'.repeat(60)}!` })).toBe(false)
  })

  it.each(['(?=a)b', '(?!a)', '(?<=a)b', '(a)\\1', '\\p{L}', '\\u{61}'])(
    'refuses the pattern %s, which has no linear form',
    (text) => {
      expect(codeOf(() => parseSchema(pattern(text), 'schema'))).toBe('schema.invalid')
    },
  )

  it.each([
    ['a pattern that is none', pattern('(')],
    ['an unknown keyword', { type: 'object', properties: { a: { type: 'number', minimun: 3 } } }],
    ['a keyword of the wrong type', { type: 'object', properties: { a: { type: 'number', minimum: '3' } } }],
    ['an unknown type', { type: 'object', properties: { a: { type: 'float' } } }],
    [
      'uniqueItems of objects',
      { type: 'object', properties: { a: { type: 'array', uniqueItems: true, items: { type: 'object' } } } },
    ],
    ['a foreign reference', { type: 'object', properties: { a: { $ref: 'https://example.org/schema' } } }],
    ['no object', { type: 'array' }],
    ['null', null],
  ])('refuses %s', (_what, schema) => {
    expect(codeOf(() => compiler.compile(parseSchema(schema, 'schema')))).toBe('schema.invalid')
  })

  it('takes two schemas with one $id, and extensions that begin with x-', () => {
    const schema = (minimum: number) => ({
      $id: 'same',
      type: 'object',
      properties: { a: { type: 'number', minimum, 'x-widget': 'knob' } },
    })
    expect(compiler.compile(parseSchema(schema(1), 'one'))({ a: 1 })).toBe(true)
    expect(compiler.compile(parseSchema(schema(2), 'two'))({ a: 1 })).toBe(false)
  })
})

describe('plain schemas', () => {
  const property = (keywords: JsonObject): JsonObject => ({
    type: 'object',
    properties: { a: keywords },
    additionalProperties: false,
  })

  it.each([
    { type: 'number', default: 1, minimum: 0, maximum: 2, multipleOf: 0.5, description: 'in metres' },
    { enum: ['a', 'b'], default: 'a' },
    { type: 'string', minLength: 1, maxLength: 3 },
    { type: 'boolean', default: false },
  ])('are recognised by their keywords, and compile: %j', (keywords) => {
    const schema = parseSchema(property(keywords), 'schema')
    expect(isPlainSchema(schema)).toBe(true)
    expect(codeOf(() => compiler.compile(schema))).toBe('accepted')
  })

  const foreign: readonly JsonObject[] = [
    { type: 'float' },
    { type: ['number', 'null'] },
    { type: 'number', minimum: '0' },
    { type: 'number', multipleOf: 0 },
    { type: 'string', maxLength: -1 },
    { type: 'string', pattern: 'a' },
    { enum: [] },
    { enum: ['a', 'a'] },
    { type: 'number', constructor: 1 },
    { $ref: '#/$defs/a' },
    { minimun: 1 },
  ]
  it.each(foreign)('are nothing else: %j', (keywords: JsonObject) => {
    expect(isPlainSchema(parseSchema(property(keywords), 'schema'))).toBe(false)
  })
})
