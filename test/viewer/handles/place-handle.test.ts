/** Parameters as handles: their parts, their lines, and the JSON that a move writes. */
import { describe, expect, it } from 'vitest'
import { places } from '../../../core/contract/domain/places.ts'
import { toDirection } from '../../../core/contract/domain/result/direction.ts'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import type { Bounds } from '../../../core/contract/look/box.ts'
import type { Vector3 } from '../../../core/contract/look/display.ts'
import { dot, subtract } from '../../../core/contract/look/vectors.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { hasPlaces } from '../../../core/viewer/handles/has-places.ts'
import { listHandles, type RowHandle } from '../../../core/viewer/handles/place-handle.ts'
import { cutShown } from '../../../core/viewer/handles/plane-outline.ts'
import { type ResultSpace, toResultSpace } from '../../../core/viewer/handles/result-space.ts'
import { roundTo, toUnitLength, toUsualStep } from '../../../core/viewer/handles/rounding.ts'
import { findTurn, joinTurns, turnVector } from '../../../core/viewer/handles/turns.ts'
import { toRows } from '../../../core/viewer/panel/rows/to-rows.ts'

const box = { low: [0, 0, 0], high: [40, 30, 20] } as const
const same = (place: Vector3): Vector3 => place
const boxOf = (within: string): Bounds | undefined => (within === 'bounds' ? box : undefined)
const space = { toPicture: same, toResult: same, box, shown: box, size: Math.hypot(40, 30, 20), boxOf }

function list(schema: JsonObject, value: Json, known: ResultSpace = space): readonly RowHandle[] {
  const whole: ParameterSchema = { type: 'object', properties: { here: schema } }
  return listHandles(toRows(whole), { here: value }, known)
}

function only(schema: JsonObject, value: Json, known: ResultSpace = space): RowHandle {
  const [handle] = list(schema, value, known)
  if (!handle) throw new Error('no handle')
  return handle
}

const grip = (handle: RowHandle, key: string) => {
  const found = handle.grips.find((each) => each.key === key)
  if (!found) throw new Error(`no ${key}`)
  return found
}

describe('the handle of a place', () => {
  it('of a point writes its three numbers, rounded to less than a thousandth of the specimen', () => {
    const { write } = grip(only(places.point3.schema, [1, 2, 3]), 'point')
    expect(write([1.23456, -2, 1e-9])).toEqual([1.23, -2, 0])
  })

  it('of a point stays in the bounds of its schema, in its steps, and in the box of the result', () => {
    const axis = { type: 'number', minimum: 0, maximum: 10 }
    const bounded = {
      ...places.point3.schema,
      prefixItems: [axis, axis, { type: 'number', multipleOf: 0.5 }],
    }
    expect(grip(only(bounded, [1, 2, 3]), 'point').write([-4, 22, 3.3])).toEqual([0, 10, 3.5])
    const within = { ...places.point3.schema, within: 'bounds' }
    expect(grip(only(within, [1, 2, 3]), 'point').write([-4, 22, 99])).toEqual([0, 22, 20])
  })

  it('of a point stays in the box of the data that are named, once that is known', () => {
    const inScan = { ...places.point3.schema, within: 'scan' }
    const scan = { low: [1, 1, 1], high: [2, 3, 4] } as const
    const write = (known: ResultSpace) => grip(only(inScan, [1, 2, 3], known), 'point').write([-4, 2.5, 99])
    expect(write(space)).toEqual([-4, 2.5, 99])
    expect(write({ ...space, boxOf: (name) => (name === 'scan' ? scan : undefined) })).toEqual([1, 2.5, 4])
  })

  it('on a grid snaps to the samples of the result, and elsewhere to steps', () => {
    const onGrid = { ...places.point3.schema, on: 'grid' }
    expect(grip(only(onGrid, [1, 2, 3]), 'point').write([1.26, -2.1, 0.8])).toEqual([1.5, -2, 1])
    expect(grip(only({ ...onGrid, step: 2 }, [1, 2, 3]), 'point').write([1.26, -2.9, 0.8])).toEqual([
      2, -2, 0,
    ])
    const axes = [
      [0.8, 0.6, 0],
      [-0.6, 0.8, 0],
      [0, 0, 1],
    ] as const
    const volume = prepare({
      type: 'volume',
      shape: [4, 6, 8],
      dtype: 'uint8',
      data: new Uint8Array(192),
      spacing: [3, 2, 0.5],
      origin: [40, 11, -7],
      direction: toDirection(axes),
    })
    const scan = toResultSpace(volume)
    const at = (x: number, y: number, z: number): number[] => [
      -7 + 0.8 * x * 0.5 - 0.6 * y * 2,
      11 + 0.6 * x * 0.5 + 0.8 * y * 2,
      40 + z * 3,
    ]
    const { write } = grip(only(onGrid, [0, 0, 0], scan), 'point')
    const near = at(3.4, 1.6, 2.3) as [number, number, number] // as it has three
    expect(write(near)).toEqual(at(3, 2, 2).map((part) => expect.closeTo(part, 4)))
    expect(write([-999, -999, -999])).not.toContain(-999) // the last sample
  })

  it('of a direction stands in the middle, and writes a vector of length one', () => {
    const handle = only(places.direction3.schema, [0, 0, 2])
    expect(handle.lines[0]?.through[0]).toEqual([20, 15, 10])
    expect(grip(handle, 'end').write([20, 35, 10])).toEqual([0, 1, 0])
    expect(grip(handle, 'end').write([21, 16, 11])).toEqual([0.577, 0.577, 0.577])
  })

  it('of a plane has its point, its normal and its cut through the box', () => {
    const value = { point: [20, 15, 5], normal: [0, 0, 1] }
    const handle = only(places.plane.schema, value)
    expect(grip(handle, 'point').write([1, 2, 3])).toEqual({ point: [1, 2, 3], normal: [0, 0, 1] })
    expect(grip(handle, 'normal').write([30, 15, 5])).toEqual({ point: [20, 15, 5], normal: [1, 0, 0] })
    const cut = handle.lines[0]?.through ?? []
    expect(cut).toHaveLength(5)
    expect(new Set(cut.map(([x, y, z]) => [x, y, z].map((part) => roundTo(part, 1e-6)).join()))).toEqual(
      new Set(['0,0,5', '40,0,5', '40,30,5', '0,30,5']),
    )
  })

  it('of a plane is a small square where it does not meet the box', () => {
    const cut = cutShown({ point: [0, 0, 90], normal: [0, 0, 1] }, space)
    expect(cut).toHaveLength(5)
    for (const place of cut) expect(place[2]).toBe(90)
  })

  it('of a box moves a side or three of them, which stop at those opposite', () => {
    const handle = only(places.box3.schema, { min: [1, 2, 3], max: [10, 20, 15] })
    expect(handle.grips).toHaveLength(14)
    expect(handle.lines).toHaveLength(12)
    expect(grip(handle, 'face 0 1').write([7, 99, 99])).toEqual({ min: [1, 2, 3], max: [7, 20, 15] })
    expect(grip(handle, 'face 0 1').write([-5, 0, 0])).toEqual({ min: [1, 2, 3], max: [1, 20, 15] })
    expect(grip(handle, 'corner 0').write([0, 0, 99])).toEqual({ min: [0, 0, 15], max: [10, 20, 15] })
    expect(grip(handle, 'corner 7').write([5, 6, 7])).toEqual({ min: [1, 2, 3], max: [5, 6, 7] })
  })

  it('of a curve moves, inserts and takes away points, of which two stay', () => {
    const value = [
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
    ]
    const handle = only(places.polyline3.schema, value)
    expect(grip(handle, '1').write([5, 5, 5])).toEqual([
      [0, 0, 0],
      [5, 5, 5],
      [2, 2, 2],
    ])
    expect(grip(handle, '1').rest).toEqual([
      [0, 0, 0],
      [2, 2, 2],
    ])
    expect(handle.insert?.(0, [0.5, 0.5, 0.5])).toEqual([
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [1, 1, 1],
      [2, 2, 2],
    ])
    expect(handle.lines[0]?.through).toHaveLength(3)
    expect(only({ ...places.polyline3.schema, closed: true }, value).lines[0]?.through).toHaveLength(4)
    expect(grip(only(places.polyline3.schema, value.slice(1)), '0').rest).toBe(undefined)
  })

  it('of a pose turns by the end of an axis, the shortest way', () => {
    const handle = only(places.pose.schema, { position: [1, 1, 1], rotation: [0, 0, 0, 1] })
    expect(grip(handle, 'position').write([2, 2, 2])).toEqual({ position: [2, 2, 2], rotation: [0, 0, 0, 1] })
    expect(grip(handle, 'axis 0').write([4, 5, 1])).toEqual({
      position: [1, 1, 1],
      rotation: [0, 0, 0.4472, 0.8944],
    })
  })

  it.each([
    ['point3', [1, 2]],
    ['point3', 'here'],
    ['plane', { point: [1, 2, 3] }],
    ['polyline3', [[1, 2, 3], null]],
    ['pose', { position: [0, 0, 0], rotation: [0, 0, 1] }],
    ['color', '#ffffff'],
  ] as const)('is none for a value that is no such place (%s %j)', (format, value) => {
    expect(list(places[format].schema, value)).toEqual([])
  })

  it('is found inside objects, unions and lists, whose points can be taken away', () => {
    const { schema } = places.point3
    expect(list({ anyOf: [schema, { type: 'null' }] }, [1, 2, 3]).map(({ row }) => row.pointer)).toEqual([
      '/here',
    ])
    expect(list({ anyOf: [schema, { type: 'null' }] }, null)).toEqual([])
    const points = list({ type: 'array', items: schema }, [
      [1, 2, 3],
      [4, 5, 6],
    ])
    expect(points.map(({ row, isItem }) => [row.pointer, isItem])).toEqual([
      ['/here/0', true],
      ['/here/1', true],
    ])
    const inner = list({ type: 'object', properties: { at: schema } }, { at: [1, 2, 3] })
    expect(inner.map(({ row, isItem }) => [row.pointer, isItem])).toEqual([['/here/at', false]])
  })

  it('is looked for only where a schema has one', () => {
    const toSchema = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
    expect(hasPlaces(toSchema({ at: places.point3.schema }))).toBe(true)
    expect(hasPlaces(toSchema({ at: { type: 'array', items: places.point3.schema } }))).toBe(true)
    expect(hasPlaces(toSchema({ tint: places.color.schema, size: { type: 'number' } }))).toBe(false)
  })
})

describe('numbers', () => {
  it.each([
    [54, 0.01, 0.5],
    [1000, 1, 10],
    [0.002, 0.000001, 0.00002],
    [0, 0.001, 0.01],
  ])('of a specimen of size %d have few digits', (size, unit, step) => {
    expect(toUnitLength(size)).toBe(unit)
    expect(toUsualStep(size)).toBe(step)
  })

  it('are multiples of a unit without what binary fractions add', () => {
    expect(roundTo(0.30000001, 0.1)).toBe(0.3)
    expect(roundTo(1234.5, 100)).toBe(1200)
    expect(Object.is(roundTo(-0.0001, 0.01), 0)).toBe(true)
    expect(roundTo(1.26e-7, 1e-8)).toBe(1.3e-7)
  })
})

describe('a turn', () => {
  it('leads one direction to another, also to the opposite', () => {
    for (const [from, to] of [
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
      [
        [0, 0, 1],
        [0, 0, -1],
      ],
      [
        [1, 0, 0],
        [-1, 0, 0],
      ],
      [
        [0.6, 0.8, 0],
        [0, 0.6, 0.8],
      ],
    ] as const)
      expect(Math.hypot(...subtract(turnVector(findTurn(from, to), from), to))).toBeLessThan(1e-9)
  })

  it('joined to another is done after it', () => {
    const [first, second] = [findTurn([1, 0, 0], [0, 1, 0]), findTurn([0, 1, 0], [0, 0, 1])]
    const both = turnVector(joinTurns(second, first), [1, 0, 0])
    expect(dot(both, [0, 0, 1])).toBeCloseTo(1)
  })
})
