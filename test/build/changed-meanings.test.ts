/** A number that is taken as before, and means another thing: its unit, or the space of the result. */
import { describe, expect, test } from 'vitest'
import { compareApis } from '../../build/compare/compare-schemas.ts'
import { places } from '../../core/contract/domain/places.ts'
import type { JsonObject } from '../../core/contract/values/json.ts'
import { compare, compareParameter, number, toApi } from './compare-shapes.ts'

const inUnit = (unit: string): JsonObject => ({ ...number, unit })
const inObject = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { size: schema } })

describe('a unit', () => {
  test.each<[string, JsonObject, JsonObject, string[]]>([
    ['changed', inUnit('mm'), inUnit('m'), ['breaking x: has the unit m, had mm']],
    ['taken away', inUnit('mm'), number, ['breaking x: has the unit none, had mm']],
    ['added', number, inUnit('mm'), ['compatible x: has the unit mm, had none']],
    ['kept', inUnit('mm'), inUnit('mm'), []],
    [
      'changed in a member',
      inObject(inUnit('mm')),
      inObject(inUnit('m')),
      ['breaking x.size: has the unit m, had mm'],
    ],
    [
      'changed in the objects of a list',
      { type: 'array', items: inObject(inUnit('mm')) },
      { type: 'array', items: inObject(inUnit('m')) },
      ['breaking x[].size: has the unit m, had mm'],
    ],
    [
      'changed at a place of a tuple',
      { type: 'array', prefixItems: [number, inObject(inUnit('°'))] },
      { type: 'array', prefixItems: [number, inObject(inUnit('rad'))] },
      ['breaking x[1].size: has the unit rad, had °'],
    ],
    [
      'changed in a branch of a union',
      { anyOf: [inObject(inUnit('mm')), { type: 'null' }] },
      { anyOf: [{ type: 'null' }, inObject(inUnit('m'))] },
      ['breaking x.size: has the unit m, had mm'],
    ],
  ])('%s', (_what, before, after, changes) => {
    expect(compareParameter(before, after)).toEqual(changes)
  })

  test('changed in a recursive type', () => {
    const toShape = (unit: string) => ({
      properties: { x: { $ref: '#/$defs/Tree' } },
      $defs: {
        Tree: {
          type: 'object',
          properties: { size: inUnit(unit), inner: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
        },
      },
    })
    expect(compare(toShape('mm'), toShape('m'))).toContain('breaking x.size: has the unit m, had mm')
  })

  test('changed together with the range, is told beside it', () => {
    const before = { ...inUnit('mm'), maximum: 1000 }
    const after = { ...inUnit('m'), maximum: 1 }
    expect(compareParameter(before, after)).toEqual([
      'breaking x: ends at 1, ended at 1000',
      'breaking x: has the unit m, had mm',
    ])
  })
})

describe('the space of a result', () => {
  const say = (before: JsonObject, after: JsonObject): string[] => {
    const api = toApi({})
    const [was, is] = [before, after].map((words) => ({ ...api, specimens: [{ id: 'ball', ...words }] }))
    return compareApis(was ?? api, is ?? api).map(({ effect, at, text }) => `${effect} ${at}: ${text}`)
  }

  test.each<[JsonObject, JsonObject, string[]]>([
    [{ axes: 'mm, RAS' }, { axes: 'mm, LPS' }, ['breaking : It has axes with the orientation LPS, had RAS']],
    [{ axes: 'mm, RAS' }, { axes: 'mm' }, ['breaking : It has axes with the orientation none, had RAS']],
    [{ axes: 'mm' }, { axes: 'm' }, ['breaking : It has axes with the unit m, had mm']],
    [{ axes: 'mm' }, {}, ['breaking : It has axes with the unit none, had mm']],
    [{ axes: 'mm' }, { axes: 'mm, RAS' }, ['compatible : It has axes with the orientation RAS, had none']],
    [{}, { axes: 'mm' }, ['compatible : It has axes with the unit mm, had none']],
    [
      { value: 'density, 1/mm³' },
      { value: 'density, 1/m³' },
      ['breaking : It has values with the unit 1/m³, had 1/mm³'],
    ],
    [{ value: 'density, 1/mm³' }, { value: 'electron density, 1/mm³' }, []],
    [{ axes: 'mm, RAS' }, { axes: 'mm,RAS' }, []],
  ])('of %j, now %j', (before, after, changes) => {
    expect(say(before, after)).toEqual(changes)
  })
})

describe('a place', () => {
  const { point3, direction3, polyline3, color } = places
  const { format: _, ...numbers } = point3.schema
  const { format: _also, ...text } = color.schema
  test.each<[string, JsonObject, JsonObject, string[]]>([
    ['is one where it took such numbers', numbers, point3.schema, []],
    ['is none any more', direction3.schema, numbers, ['compatible x: takes more than it did']],
    [
      'takes directions where it took numbers',
      numbers,
      direction3.schema,
      ['breaking x: takes values of a direction only'],
    ],
    ['is another', point3.schema, direction3.schema, ['breaking x: is a direction now, was a point']],
    [
      'may be left out',
      point3.schema,
      { ...point3.schema, type: ['array', 'null'] },
      ['compatible x: takes more than it did'],
    ],
    [
      'is closed',
      polyline3.schema,
      { ...polyline3.schema, closed: true },
      ['breaking x: is a closed curve now'],
    ],
    ['has other tags', point3.schema, { ...point3.schema, on: 'surface', step: 1, within: 'bounds' }, []],
    ['is a colour where it took any text', text, color.schema, ['breaking x: takes values of a colour only']],
  ])('%s', (_what, before, after, changes) => {
    expect(compareParameter(before, after)).toEqual(changes)
  })
})
