/** Handles over slices, of a volume along its world and of one with an oblique affine: places are those of the world. */
import { describe, expect, it } from 'vitest'
import { places } from '../../../core/contract/domain/places.ts'
import { toDirection } from '../../../core/contract/domain/result/direction.ts'
import type { Vector3 } from '../../../core/contract/look/display.ts'
import { add, scale } from '../../../core/contract/look/vectors.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { startDrag } from '../../../core/viewer/handles/follow-place.ts'
import { listHandles } from '../../../core/viewer/handles/place-handle.ts'
import { type ResultSpace, toResultSpace } from '../../../core/viewer/handles/result-space.ts'
import { createSliceGround } from '../../../core/viewer/handles/slice-ground.ts'
import { createSliceSight } from '../../../core/viewer/handles/slice-sight.ts'
import { toRows } from '../../../core/viewer/panel/rows/to-rows.ts'
import type { ShownSlice } from '../../../core/viewer/slices/slice-pick.ts'
import { listPlanes } from '../../../core/viewer/slices/slice-plane.ts'

const [columns, rows, layers] = [8, 6, 4]
const [dx, dy, dz] = [0.5, 2, 3]
const origin: Vector3 = [-7, 11, 40]
const half = Math.SQRT1_2
/** Axes x, y and z of the array in the world: turned, one of them sheared, and of the other hand. */
const oblique: readonly [Vector3, Vector3, Vector3] = [
  [half, half, 0],
  [0.6, -0.64, 0.48],
  [0, 0.28, 0.96],
]
const straight: typeof oblique = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

function makeVolume(axes: typeof oblique) {
  const prepared = prepare({
    type: 'volume',
    shape: [layers, rows, columns],
    dtype: 'float32',
    data: Float32Array.from({ length: columns * rows * layers }, (_, i) => i),
    spacing: [dz, dy, dx],
    origin: origin.toReversed(),
    direction: toDirection(axes),
  })
  if (prepared.type !== 'volume') throw new Error('no volume')
  return prepared
}

/** The middle of a sample in the world, by its index: an affine written out. */
const toWorld = ([x, y, z]: Vector3, axes: typeof oblique): Vector3 =>
  add(origin, add(add(scale(axes[0], x * dx), scale(axes[1], y * dy)), scale(axes[2], z * dz)))

const size = { width: 320, height: 240 }
const index = [5, 2, 1] as const

function lookAt(axes: typeof oblique, name: string, zoom: ShownSlice['zoom'] = null) {
  const prepared = makeVolume(axes)
  const plane = listPlanes('', 'neurological').find((each) => each.name === name)
  if (!plane) throw new Error(`no plane ${name}`)
  const crosshair: Vector3 = [5.5 / columns, 2.5 / rows, 1.5 / layers]
  const slice: ShownSlice = { prepared, plane, crosshair, zoom }
  const space = toResultSpace(prepared)
  const layer = { current: { clientWidth: size.width, clientHeight: size.height } as HTMLElement } // its size
  const ground = createSliceGround(slice, space, layer)
  return { space, slice, ground, sight: createSliceSight(slice, space, size) }
}

describe.each([
  ['along its world', straight],
  ['with an oblique affine', oblique],
])('a slice of a volume %s', (_, axes) => {
  it('has the middle of a sample in the middle of its pixels', () => {
    for (const [name, right, up] of [
      ['xy', 5.5 / columns, 2.5 / rows],
      ['xz', 5.5 / columns, 1.5 / layers],
      ['yz', 2.5 / rows, 1.5 / layers],
    ] as const) {
      const { x, y, isVisible } = lookAt(axes, name).sight.project(toWorld(index, axes))
      expect([x, y]).toEqual([
        expect.closeTo(right * size.width, 8),
        expect.closeTo((1 - up) * size.height, 8),
      ])
      expect(isVisible).toBe(true)
    }
  })

  it.each(['xy', 'xz', 'yz'])(
    '%s leads from a place to a pixel and back, also where it is enlarged',
    (name) => {
      for (const zoom of [null, [3, 0.6, 0.4, 0.5]] as const) {
        const { sight } = lookAt(axes, name, zoom)
        for (const place of [toWorld(index, axes), [0.3, 12, 44] as const, [500, -200, 9] as const]) {
          const { x, y, depth } = sight.project(place)
          for (const [axis, part] of sight.unproject([x, y], depth).entries())
            expect(part).toBeCloseTo(place[axis] ?? 0, 6)
        }
      }
    },
  )

  it('has what is within half a step of it, and the rest faint', () => {
    const { ground } = lookAt(axes, 'xz')
    const at = (row: number) => ground.isFar(toWorld([5, row, 1], axes))
    expect([1.49, 1.51, 2, 2.49, 2.51, 4].map(at)).toEqual([true, false, false, false, true, true])
  })

  it('has a place dragged in its plane, one beside it at its distance', () => {
    for (const layer of [1, 3]) {
      const { sight } = lookAt(axes, 'xy')
      const follow = startDrag(sight, {
        at: toWorld([5, 2, layer], axes),
        way: { kind: 'free', isOnSurface: false },
      })
      const moved = follow([(2.5 / columns) * size.width, (1 - 4.5 / rows) * size.height], false)
      for (const [axis, part] of moved.entries())
        expect(part).toBeCloseTo(toWorld([2, 4, layer], axes)[axis] ?? 0, 6)
      const picked = sight.pick([(2.5 / columns) * size.width, (1 - 4.5 / rows) * size.height])
      for (const [axis, part] of (picked ?? []).entries())
        expect(part).toBeCloseTo(toWorld([2, 4, 1], axes)[axis] ?? 0, 6)
    }
  })

  it('shows where it cuts a plane', () => {
    const { ground, space } = lookAt(axes, 'xy')
    // Through the middles of samples 3 of x, along the other axes of the array.
    const [, y, z] = axes
    const normal = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]]
    const value = { point: toWorld([3, 0, 0], axes), normal }
    const [handle] = list(places.plane.schema, value, space)
    const [cut] = handle ? ground.toLines(handle) : []
    const d = cut && 'd' in cut.path ? cut.path.d : ''
    const numbers = d.match(/[\d.e-]+/g)?.map(Number) ?? []
    expect([numbers[0], numbers[2]]).toEqual([
      expect.closeTo(3.5 / columns, 6),
      expect.closeTo(3.5 / columns, 6),
    ])
    expect([numbers[1], numbers[3]].map((part) => Math.round(part ?? Number.NaN)).toSorted()).toEqual([0, 1])
    expect(cut?.isFar).toBe(false)
  })
})

describe('a box in a slice', () => {
  const corner = (at: Vector3): Vector3 => toWorld(at, straight)
  const box = { min: corner([1, 1, 0]), max: corner([6, 4, 2]) }

  it('is where they meet, and is held by the sides of that', () => {
    const { ground, space, sight } = lookAt(straight, 'xy')
    const [handle] = list(places.box3.schema, box, space)
    if (!handle) throw new Error('no handle')
    expect(ground.toLines(handle)).toHaveLength(4)
    expect(ground.toLines(handle).some(({ isFar }) => isFar)).toBe(false)
    const grips = ground.toGrips(handle)
    expect(grips.map(({ name }) => name)).toEqual(['min x', 'max x', 'min y', 'max y'])
    expect(grips.some(({ at }) => ground.isFar(at))).toBe(false)
    const [left] = grips
    if (!left) throw new Error('no side')
    const { x, y } = sight.project(left.at)
    const moved = startDrag(sight, left)([x + (2 / columns) * size.width, y + 9], false)
    expect(left.write(moved)).toEqual({ ...box, min: corner([3, 1, 0]) })
  })

  it('is faint as a whole where they do not meet', () => {
    const { ground, space } = lookAt(straight, 'xy')
    const [handle] = list(places.box3.schema, { ...box, min: corner([1, 1, 1.9]) }, space)
    if (!handle) throw new Error('no handle')
    expect(ground.toLines(handle).every(({ isFar }) => isFar)).toBe(true)
    expect(ground.toGrips(handle)).toHaveLength(14)
  })
})

function list(schema: JsonObject, value: Json, space: ResultSpace) {
  return listHandles(toRows({ type: 'object', properties: { here: schema } }), { here: value }, space)
}
