import { describe, expect, it } from 'vitest'
import {
  fromPosition,
  listPlanes,
  type SlicePlane,
  toPosition,
  toRange,
} from '../../../core/viewer/slices/slice-plane.ts'
import { panBy, reveal, zoomAt } from '../../../core/viewer/slices/zoom.ts'

const [xy] = listPlanes('', 'neurological') as readonly [SlicePlane]
const [axial] = listPlanes('LPS', 'neurological') as readonly [SlicePlane]
const crosshair = [0.2, 0.3, 0.9] as const

describe('the planes of slices', () => {
  it.each([
    ['', [['xy'], ['xz'], ['yz']]],
    [
      'RAS',
      [
        ['Axial', 'LR', 'PA'],
        ['Coronal', 'LR', 'IS'],
        ['Sagittal', 'PA', 'IS'],
      ],
    ],
    [
      'PIR',
      [
        ['Axial', 'LR', 'PA'],
        ['Coronal', 'LR', 'IS'],
        ['Sagittal', 'PA', 'IS'],
      ],
    ],
    ['RRS', [['xy'], ['xz'], ['yz']]],
    ['mm', [['xy'], ['xz'], ['yz']]],
  ])('of the orientation %j have names and letters', (orientation, wanted) => {
    const found = listPlanes(orientation, 'neurological').map(({ name, columns, rows }) =>
      [name, columns.letters?.join(''), rows.letters?.join('')].filter((text) => text !== undefined),
    )
    expect(found).toEqual(wanted)
  })

  it('have the axes of the data that lead there', () => {
    const planes = listPlanes('PIR', 'neurological').map(({ key, columns, rows }) => [
      key,
      columns.axis,
      columns.isReversed,
      rows.axis,
      rows.isReversed,
    ])
    expect(planes).toEqual([
      ['xz', 2, false, 0, true],
      ['yz', 2, false, 1, true],
      ['xy', 0, true, 1, true],
    ])
  })
})

describe('the zoom of slices', () => {
  it('keeps what is under the pointer, also where axes are reversed', () => {
    for (const plane of [xy, axial]) {
      const before = fromPosition(null, plane.columns, 0.7)
      const zoom = zoomAt(null, plane, { spot: [0.7, 0.4], change: 3, crosshair })
      expect(fromPosition(zoom, plane.columns, 0.7)).toBeCloseTo(before)
      const again = zoomAt(zoom, plane, { spot: [0.1, 0.4], change: 1.5, crosshair })
      expect(again?.[0]).toBeCloseTo(4.5)
      expect(fromPosition(again, plane.columns, 0.1)).toBeCloseTo(fromPosition(zoom, plane.columns, 0.1))
    }
  })

  it('begins at the crosshair across the slice, stays in the box, and ends with the whole', () => {
    expect(zoomAt(null, xy, { spot: [0, 0], change: 4, crosshair })).toEqual([4, 0.125, 0.125, 0.875])
    expect(zoomAt([2, 0.5, 0.5, 0.5], xy, { spot: [0, 0], change: 0.5, crosshair })).toBeNull()
    expect(zoomAt([40, 0.5, 0.5, 0.5], xy, { spot: [0, 0], change: 9, crosshair })?.[0]).toBe(50)
  })

  it('moves with the pointer, as far as there is something', () => {
    expect(panBy([4, 0.5, 0.5, 0.5], xy, [0.4, -0.2])).toEqual([4, 0.4, 0.55, 0.5])
    expect(panBy([4, 0.5, 0.5, 0.5], axial, [0.4, 0])).toEqual([4, 0.6, 0.5, 0.5])
    expect(panBy([4, 0.5, 0.5, 0.5], xy, [9, 0])?.[1]).toBe(0.125)
    expect(panBy(null, xy, [0.4, 0])).toBeNull()
  })

  it('follows a crosshair that leaves it, no farther than needed', () => {
    expect(reveal([4, 0.5, 0.5, 0.5], [0.5, 0.6, 0.9])).toEqual([4, 0.5, 0.5, 0.775])
    expect(reveal(null, crosshair)).toBeNull()
  })

  it('has positions that are the inverse of places', () => {
    const zoom = [5, 0.3, 0.6, 0.5] as const
    for (const side of [xy.columns, xy.rows, axial.columns, axial.rows]) {
      const place = [0, 0, 0].map((_, axis) => (axis === side.axis ? fromPosition(zoom, side, 0.3) : 0.5))
      expect(toPosition(zoom, side, place as [number, number, number])).toBeCloseTo(0.3)
    }
    expect(toRange([2, 0, 1, 0.5], 0)).toEqual([0, 0.5]) // a middle of a link, beyond what can be one
    expect(toRange([2, 0, 1, 0.5], 1)).toEqual([0.5, 1])
  })
})
