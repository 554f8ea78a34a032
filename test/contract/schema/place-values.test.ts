/** Places in parameters: the one spelling of each, and what is refused although its schema takes it. */
import { describe, expect, it } from 'vitest'
import { type PlaceFormat, places } from '../../../core/contract/domain/places.ts'
import { parseSchema } from '../../../core/contract/schema/check-schema.ts'
import { type PlaceFault, settlePlaces } from '../../../core/contract/schema/place-values.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'
import { keysOf } from '../../../core/contract/values/keys-of.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const toRoot = (schema: Json, $defs: JsonObject = {}) =>
  parseSchema({ type: 'object', properties: { x: schema }, $defs }, 'f')
const rootOf = (format: PlaceFormat) => toRoot(places[format].schema)

function settle(schema: Json, value: Json, $defs: JsonObject = {}): { value: Json; faults: string[] } {
  const faults: PlaceFault[] = []
  const { x = null } = settlePlaces(toRoot(schema, $defs), { x: value }, faults)
  return { value: x, faults: faults.map(({ pointer, allowed }) => `${pointer} ${allowed}`) }
}

describe('a place is brought to one spelling', () => {
  it.each<[PlaceFormat, Json, Json]>([
    ['point3', [1, 2, 3], [1, 2, 3]],
    ['direction3', [0, 0, 9], [0, 0, 1]],
    ['direction3', [-3, 0, 4], [-0.6, 0, 0.8]],
    ['direction3', [1e308, 1e308, 0], [1 / Math.SQRT2, 1 / Math.SQRT2, 0]],
    ['direction3', [0, -5e-324, 0], [0, -1, 0]],
    ['plane', { point: [0, 0, 9], normal: [2, 0, 0] }, { point: [0, 0, 9], normal: [1, 0, 0] }],
    [
      'pose',
      { position: [0, 0, 0], rotation: [0, 0, 0, -2] },
      { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    ],
    [
      'pose',
      { position: [0, 0, 0], rotation: [0, 0, -1, 0] },
      { position: [0, 0, 0], rotation: [0, 0, 1, 0] },
    ],
    ['box3', { min: [0, 0, 0], max: [0, 1, 2] }, { min: [0, 0, 0], max: [0, 1, 2] }],
    [
      'polyline3',
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    ['color', '#AbCdEf', '#abcdef'],
  ])('%s %j', (format, given, wanted) => {
    expect(settle(places[format].schema, given)).toEqual({ value: wanted, faults: [] })
  })

  it('once and for all, to the last bit, with the direction that was given', () => {
    const vectors = fc.tuple(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.float({ noNaN: true, noDefaultInfinity: true }),
    )
    const check = ([a, b, c]: readonly [number, number, number]) => {
      const given = [a, b, c]
      const largest = Math.max(...given.map(Math.abs))
      const { value, faults } = settle(places.direction3.schema, given)
      if (largest === 0) return faults.length === 1
      const unit = value as number[]
      const length = Math.hypot(...unit)
      const along = given.reduce((sum, number, i) => sum + (number / largest) * (unit[i] ?? 0), 0)
      const whole = Math.hypot(...given.map((number) => number / largest))
      const again = settlePlaces(rootOf('direction3'), { x: value }).x
      return Math.abs(length - 1) < 1e-12 && Math.abs(along - whole) < 1e-9 && again === value
    }
    fc.assert(fc.property(vectors, check), { numRuns: 2000 })
  })

  it('wherever it is: in lists, objects, tuples, unions and recursive types', () => {
    const direction = places.direction3.schema
    const root = {
      type: 'object',
      properties: {
        list: { type: 'array', items: direction },
        pair: { type: 'array', prefixItems: [{ type: 'number' }, direction] },
        inner: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/Node' }] },
        named: { type: 'object', additionalProperties: places.color.schema },
      },
    }
    const node = {
      type: 'object',
      properties: { of: direction, next: { $ref: '#/$defs/Node' } },
      required: ['of'],
      additionalProperties: false,
    }
    const given = {
      list: [[0, 2, 0]],
      pair: [7, [0, 0, -2]],
      inner: { of: [4, 0, 0], next: { of: [0, 4, 0] } },
      named: { a: '#FF0000' },
    }
    expect(settle(root, given, { Node: node }).value).toEqual({
      list: [[0, 1, 0]],
      pair: [7, [0, 0, -1]],
      inner: { of: [1, 0, 0], next: { of: [0, 1, 0] } },
      named: { a: '#ff0000' },
    })
  })

  it('and nothing else is touched', () => {
    const list = { type: 'array', items: { type: 'number' } }
    const given = { x: [0, 0, 9] }
    expect(settlePlaces(toRoot(list), given)).toBe(given)
    expect(settle({ type: 'string', format: 'date' }, 'A').value).toBe('A')
    expect(settle({ type: 'string', format: 'color' }, 'Blue').value).toBe('Blue')
    const unit = { x: [0, 0, 1] }
    expect(settlePlaces(rootOf('direction3'), unit)).toBe(unit)
  })

  it('in a time that grows as the value does', () => {
    const root = toRoot({ type: 'array', items: places.direction3.schema })
    const time = (count: number) => {
      const x = Array.from({ length: count }, () => [0, 0, 2])
      const begun = performance.now()
      settlePlaces(root, { x })
      return performance.now() - begun
    }
    time(1000)
    expect(time(32_000)).toBeLessThan(40 * Math.max(1, time(4000)))
  })
})

it('what fits the schema and is no place is refused by its member', () => {
  const refused = (format: PlaceFormat, value: Json) => settle(places[format].schema, value)
  expect(refused('direction3', [0, 0, 0]).faults).toEqual(['/x must not be 0, 0, 0'])
  expect(refused('plane', { point: [0, 0, 0], normal: [0, -0, 0] }).faults).toEqual([
    '/x/normal must not be 0, 0, 0',
  ])
  expect(refused('pose', { position: [1, 1, 1], rotation: [0, 0, 0, 0] }).faults).toEqual([
    '/x/rotation must not be 0, 0, 0, 0',
  ])
  expect(refused('box3', { min: [0, 3, 0], max: [1, 2, 1] }).faults).toEqual([
    '/x/min must not be above max, which has the y 2',
  ])
  expect(
    settle({ type: 'array', items: places.box3.schema }, [{ min: [1, 0, 0], max: [0, 0, 0] }]).faults,
  ).toEqual(['/x/0/min must not be above max, which has the x 0'])
})

it('every schema is one that hosts take', () => {
  for (const format of keysOf(places)) expect(() => rootOf(format)).not.toThrow()
})
