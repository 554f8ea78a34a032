/** The gate: one parser of parameters, one key for every way of saying the same. */
import { describe, expect, it } from 'vitest'
import type { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { parseRoomId } from '../../../core/contract/domain/parse-room-id.ts'
import { places } from '../../../core/contract/domain/places.ts'
import { parseSchema } from '../../../core/contract/schema/check-schema.ts'
import { type Json, type JsonObject, parseJson, toCanonicalJson } from '../../../core/contract/values/json.ts'
import {
  bindArguments,
  createGate,
  parseArguments,
  parseParams,
  parseParamsText,
} from '../../../core/engine/functions/gate.ts'
import type { RegisteredFunction } from '../../../core/engine/functions/registry.ts'
import { toManifest } from '../../support/make-bundle.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const gate = createGate({ paramsLength: 2 ** 18 })
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

describe('keys', () => {
  it('gives absent, partial and full parameters in any order one key', () => {
    const full = keyOf({ a: 1, b: 'x', c: [] })
    expect([keyOf({}), keyOf({ a: 1 }), keyOf({ c: [], b: 'x', a: 1 })]).toEqual([full, full, full])
    expect(gate.admit(target, bindArguments(target, parseArguments([1, 'x'], { c: [] })), 'room').key).toBe(
      full,
    )
  })

  it('tells apart what differs in depth, type or name', () => {
    const keys = [{ a: 2 }, { b: '1' }, { b: '' }, { c: [1] }, { c: [1, 2] }, { c: [12] }].map(keyOf)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('takes -0 as 0', () => {
    expect(keyOf({ a: -0 })).toBe(keyOf({ a: 0 }))
  })

  it('agrees with RFC 8785, appendix B and section 3.2.3', () => {
    expect(
      toCanonicalJson(
        parseJson('[56.0, 333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]', 'x'),
      ),
    ).toBe('[56,333333333.3333333,1e+30,4.5,0.002,1e-27]')
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

describe('a schema that shows a part of a function', () => {
  const shown = {
    type: 'object',
    properties: { a: { type: 'number', minimum: 0, default: 2 }, b: {} },
  } as const
  const part = { registered, schema: shown }

  it('makes the same call, with the same key, as the function’s own with the same values', () => {
    const { params, key } = gate.admit(part, { b: 'y' }, 'room')
    expect(params).toEqual({ a: 2, b: 'y', c: [] })
    expect(key).toBe(keyOf({ a: 2, b: 'y' }))
    expect(gate.admit(part, {}, 'room').key).toBe(keyOf({ a: 2 }))
  })

  it('decides alone what a client may send', () => {
    expect(codeOf(() => gate.admit(part, { c: [] }, 'room'))).toBe('params.invalid')
    expect(codeOf(() => gate.admit(part, { a: -1 }, 'room'))).toBe('params.invalid')
    expect(codeOf(() => gate.admit(part, { b: 5 }, 'room'))).toBe('accepted')
  })
})

describe('refusals', () => {
  const bodyOf = (action: () => unknown) => {
    try {
      action()
    } catch (error) {
      const { message, issues } = error as SpecimenError
      return { detail: message, issues, bytes: Buffer.byteLength(JSON.stringify([message, issues])) }
    }
    return expect.unreachable()
  }
  const wide = toManifest({
    name: 'wide',
    returns: 'mesh',
    properties: Object.fromEntries(
      Array.from({ length: 4000 }, (_, i) => [`parameter_${i}`, { default: i }]),
    ),
  })
  const wideTarget = { registered: { ...registered, manifest: wide }, schema: wide.schema }
  const many = Array.from({ length: 60_000 }, (_, i) => i)

  it.each([
    ['too many arguments', () => bindArguments(target, parseArguments(many, {}))],
    [
      'doubled arguments',
      () => bindArguments(wideTarget, parseArguments(many.slice(0, 4000), wide.schema.properties)),
    ],
    ['too many for a function of many', () => bindArguments(wideTarget, parseArguments(many, {}))],
    [
      'unknown names',
      () => gate.admit(wideTarget, Object.fromEntries(many.map((i) => [`n${i}`, i])), 'room'),
    ],
    [
      'one long name',
      () => gate.admit(target, { ['é'.repeat(200_000)]: { ['é'.repeat(200_000)]: 1 } }, 'room'),
    ],
    [
      'values in values',
      () =>
        gate.admit(
          target,
          { a: many.slice(0, 4).map(() => many.slice(0, 4).map(() => 'é'.repeat(9000))) },
          'room',
        ),
    ],
  ])('stay far smaller than what is refused: %s', (_what, action) => {
    const { bytes, issues } = bodyOf(action)
    expect(issues.length).toBeLessThanOrEqual(100)
    expect(bytes).toBeLessThan(50_000)
  })

  it('come before anything is looked at when there is too much, and say what would take it', () => {
    const small = createGate({ paramsLength: 1024 })
    expect(small.admit(target, { b: 'x'.repeat(1024 - '{"b":""}'.length) }, 'room').params).toHaveProperty(
      'b',
    )
    const refusal = small.tryAdmit(target, { b: 'x'.repeat(1025 - '{"b":""}'.length) }, 'room')
    expect(refusal).toMatchObject({
      code: 'params.invalid',
      message: expect.stringMatching(/at most 1024 characters .*got 1025.*--params-length/),
      issues: [{ pointer: '', found: '1025 characters', allowed: 'at most 1024 characters' }],
    })
  })

  it('say that there may be more', () => {
    expect(bodyOf(() => bindArguments(target, parseArguments(many, {}))).detail).toContain(
      'At least 97 more in errors.',
    )
    expect(bodyOf(() => bindArguments(target, parseArguments([1, 'x', [], 4], {}))).detail).toBe(
      'args[3] must be left out: f takes a, b, c (got 4).',
    )
  })

  it('say which text takes too long to check by which pattern; all texts share the steps', () => {
    const text = { type: 'string', pattern: '^[ab]*a[ab]{300}x$' } as const
    const schema = parseSchema({ type: 'object', properties: { a: {}, b: text, c: text } }, 'It')
    const admit = (params: JsonObject) =>
      bodyOf(() => gate.admit({ registered, schema }, params, 'room')).detail
    const [short, long] = ['ab'.repeat(100), 'ab'.repeat(30_000)]
    const steps = 'it takes too long to check by the pattern ^[ab]*a[ab]{300}x$'
    expect(admit({ a: short, b: long })).toBe(`b must be shorter: ${steps} (got "${'ab'.repeat(30)}…").`)
    const shared = (length: number) => ({
      b: `${'ab'.repeat(length)}a${'b'.repeat(300)}x`,
      c: 'ab'.repeat(length),
    })
    expect(admit(shared(100))).toContain('c must match the pattern')
    expect(admit(shared(700))).toContain(`c must be shorter: ${steps}`)
  })

  it('name every unknown and every wrong parameter, once', () => {
    const { issues } = bodyOf(() => gate.admit(target, { x: 1, y: 2, a: 'x', b: 3 }, 'room'))
    expect(issues.map(({ pointer }) => pointer)).toEqual(['/x', '/y', '/a', '/b'])
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
    expect([
      parseParamsText(undefined),
      parseParamsText(''),
      parseParams(undefined),
      parseParams(null),
    ]).toEqual([{}, {}, {}, {}])
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
    expect(parseRoomId('...')).toBe('...')
    // An address with one of the last two is another address.
    for (const room of ['\u0000', 'a\tb', '\u007f', 'x'.repeat(129), 5, [], '\ud800', '.', '..'])
      expect(codeOf(() => parseRoomId(room as Json))).toBe('room.invalid')
  })

  it('counts the characters of room ids as code points, and refuses all control characters', () => {
    expect(parseRoomId('😀'.repeat(128))).toBe('😀'.repeat(128))
    for (const room of ['😀'.repeat(129), '\u0080', 'a\u009fb', 'x'.repeat(10_000_000)])
      expect(codeOf(() => parseRoomId(room))).toBe('room.invalid')
  })

  it('checks the syntax of arguments without a function', () => {
    expect(parseArguments(undefined, null)).toEqual({ positional: [], named: {} })
    expect(codeOf(() => parseArguments({}, undefined))).toBe('request.invalid')
    expect(codeOf(() => parseArguments([], []))).toBe('request.invalid')
  })

  it('limits the refusals it lists', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`u${i}`, i]))
    try {
      gate.admit(target, unknown, 'room')
      expect.unreachable()
    } catch (error) {
      expect((error as { issues: unknown[] }).issues.length).toBe(100)
    }
  })
})

describe('places', () => {
  const { point3, plane, color } = places
  const placed = toManifest({
    name: 'g',
    returns: 'mesh',
    properties: {
      at: { ...point3.schema, default: [0, 0, 0] },
      cut: { ...plane.schema, default: { point: [0, 0, 0], normal: [0, 0, 2] } },
      paint: { ...color.schema, default: '#CC3333' },
    },
  })
  const holder = { registered: { ...registered, manifest: placed }, schema: placed.schema }
  const admit = (params: JsonObject) => gate.admit(holder, params, 'room')

  it('gives every spelling of a place one key, and the function the one of length 1, also of a default', () => {
    const wanted = { at: [0, 0, 0], cut: { point: [0, 0, 0], normal: [0, 0, 1] }, paint: '#cc3333' }
    const spellings: JsonObject[] = [
      {},
      { cut: { normal: [0, 0, 7], point: [0, 0, 0] } },
      { paint: '#cc3333', cut: { point: [0, 0, 0], normal: [0, 0, 1e-300] } },
    ]
    expect(spellings.map((params) => admit(params).params)).toEqual(spellings.map(() => wanted))
    expect(new Set(spellings.map((params) => admit(params).key)).size).toBe(1)
  })

  it('refuses by member, beside other fields', () => {
    const refusal = gate.tryAdmit(holder, { cut: { point: [0, 0, 0], normal: [0, 0, 0] } }, 'room')
    expect(refusal).toMatchObject({
      code: 'params.invalid',
      message: expect.stringContaining('cut.normal must not be 0, 0, 0'),
    })
    const other = gate.tryAdmit(holder, { at: [0, 0], paint: 'red' }, 'room')
    expect(other).toMatchObject({ code: 'params.invalid', message: expect.stringContaining('at ') })
  })
})
