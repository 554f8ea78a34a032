/** Places among the rows of a panel: their hints, and their texts. */
import { describe, expect, it } from 'vitest'
import { places } from '../../../core/contract/domain/places.ts'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import type { JsonObject } from '../../../core/contract/values/json.ts'
import { readColor } from '../../../core/viewer/panel/fields/color-field.tsx'
import type { Row } from '../../../core/viewer/panel/panel-model.ts'
import { canPick, carryOn, readPlaceText, withPicked } from '../../../core/viewer/panel/places.ts'
import { listInner, toStart } from '../../../core/viewer/panel/rows/row-values.ts'
import { toRows } from '../../../core/viewer/panel/rows/to-rows.ts'

function toRow(schema: JsonObject): Row {
  const whole: ParameterSchema = { type: 'object', properties: { here: schema } }
  const [row] = toRows(whole)
  if (!row) throw new Error('no row')
  return row
}

describe('a row of a place', () => {
  it.each(Object.entries(places))('is drawn by fields that every client knows (%s)', (format, { schema }) => {
    const row = toRow(schema)
    const kinds = { point3: 'vector', direction3: 'vector', polyline3: 'list', color: 'color' }
    expect(row.place?.format).toBe(format)
    expect(row.field.kind).toBe(Object.entries(kinds).find(([name]) => name === format)?.[1] ?? 'group')
    expect(row.fits(toStart(row))).toBe(true)
  })

  it('has the names of its numbers, and those inside have hints of their own', () => {
    expect(listInner(toRow(places.point3.schema), [0, 0, 0]).map(({ label }) => label)).toEqual([
      'x',
      'y',
      'z',
    ])
    const plane = toRow(places.plane.schema)
    const members = listInner(plane, toStart(plane))
    expect(members.map(({ label, place }) => [label, place?.format])).toEqual([
      ['Point', 'point3'],
      ['Normal', 'direction3'],
    ])
  })

  it('knows where it lies, its step, and whether a curve is closed', () => {
    expect(toRow({ ...places.point3.schema, on: 'surface', step: 0.5 }).place).toEqual({
      format: 'point3',
      isClosed: false,
      isOnSurface: true,
      isOnGrid: false,
      within: null,
      step: 0.5,
    })
    expect(toRow({ ...places.polyline3.schema, closed: true, within: 'bounds' }).place).toMatchObject({
      isClosed: true,
      within: 'bounds',
      step: null,
    })
    expect(toRow({ ...places.point3.schema, step: -1 }).place?.step).toBe(null)
    expect(toRow({ type: 'array', format: 'point4' }).place).toBe(null)
  })

  it('has the hints of a list for each of its points, and those of a plane for its members', () => {
    const list = toRow({ type: 'array', items: places.point3.schema, on: 'grid', within: 'scan', step: 2 })
    if (list.field.kind !== 'list') throw new Error('no list')
    expect(list.place).toBe(null)
    const hint = { format: 'point3', isOnGrid: true, within: 'scan', step: 2 }
    expect(list.field.item(0).place).toMatchObject(hint)
    const plane = toRow({ ...places.plane.schema, on: 'surface' })
    expect(listInner(plane, toStart(plane)).map(({ place }) => place?.isOnSurface)).toEqual([true, true])
    const maybe = toRow({ anyOf: [places.point3.schema, { type: 'null' }], on: 'grid' })
    if (maybe.field.kind !== 'variant') throw new Error('no forms')
    expect(maybe.field.variants[0]?.row.place?.isOnGrid).toBe(true)
  })

  const points = { type: 'array', items: places.point3.schema, maxItems: 2 } as const
  const picked = { point: [1, 2, 3], normal: [0, 1, 0] } as const

  it('can be picked where a place or the surface there says its value', () => {
    const { point3, polyline3, plane, direction3, box3, pose } = places
    const schemas = [point3, polyline3, plane, direction3, box3, pose].map(({ schema }) => schema)
    expect(schemas.map((schema) => canPick(toRow(schema)))).toEqual([true, true, true, true, false, false])
    expect(canPick(toRow(points))).toBe(true)
    expect(canPick(toRow({ type: 'array', items: { type: 'number' } }))).toBe(false)
  })

  it('takes a picked place, a curve and a list behind the last point of theirs', () => {
    expect(withPicked(toRow(places.point3.schema), [0, 0, 0], picked)).toEqual([1, 2, 3])
    for (const schema of [places.polyline3.schema, points])
      expect(withPicked(toRow(schema), [[0, 0, 0]], picked)).toEqual([
        [0, 0, 0],
        [1, 2, 3],
      ])
    expect(withPicked(toRow(points), [picked.point, picked.point].map(toNumbers), picked)).toBe(undefined)
  })

  it('takes the normal of the picked surface, as far as there is one', () => {
    const plane = toRow(places.plane.schema)
    const before = { point: [0, 0, 0], normal: [0, 0, 1] }
    expect(withPicked(plane, before, picked)).toEqual({ point: [1, 2, 3], normal: [0, 1, 0] })
    const bare = { ...picked, normal: null }
    expect(withPicked(plane, before, bare)).toEqual({ point: [1, 2, 3], normal: [0, 0, 1] })
    const direction = toRow(places.direction3.schema)
    expect(withPicked(direction, [0, 0, 1], picked)).toEqual([0, 1, 0])
    expect(withPicked(direction, [0, 0, 1], bare)).toBe(undefined)
  })
})

const toNumbers = (place: readonly number[]): number[] => [...place]

describe('the text of a place', () => {
  it.each([
    ['1, 2, 3', [1, 2, 3]],
    [' 1  -2.5\t3e2 ', [1, -2.5, 300]],
    ['1;2;3', [1, 2, 3]],
    ['[1, 2, 3]', [1, 2, 3]],
    ['{"min":[0,0,0]}', { min: [0, 0, 0] }],
    ['12', 12],
    ['some words', undefined],
    ['', undefined],
  ])('%j is read', (text, value) => {
    expect(readPlaceText(text)).toEqual(value)
  })

  it('of a curve is carried on in the same way', () => {
    expect(
      carryOn([
        [9, 9, 9],
        [0, 0, 0],
        [1, 2, 3],
      ]),
    ).toEqual([2, 4, 6])
    expect(carryOn([[1, 2, 3]])).toBe(undefined)
  })

  it('of a colour has small letters, six digits and its mark', () => {
    expect(['#1F77B4', '1f77b4', ' #abc '].map(readColor)).toEqual(['#1f77b4', '#1f77b4', '#aabbcc'])
    expect(() => readColor('red')).toThrow('This must be a colour, such as #1f77b4.')
  })
})
