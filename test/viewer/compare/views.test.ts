/** Views beside each other as plain state: added, removed, linked, and said in words. */
import { describe, expect, it } from 'vitest'
import type { CameraPose } from '../../../core/contract/look/camera-pose.ts'
import { listBeside } from '../../../core/viewer/compare/compared-view.ts'
import { describeDifferences } from '../../../core/viewer/compare/differences.ts'
import {
  addView,
  changeView,
  measureSpaces,
  movePose,
  removeView,
  setLinked,
} from '../../../core/viewer/compare/views.ts'
import { alone, initialView, type ViewState } from '../../../core/viewer/state/view-state.ts'

const pose = (x: number): CameraPose => ({ target: [x, 0, 0], offset: [0, -4, 0] })
const page: ViewState = { ...initialView, specimenId: 'a', params: { n: 1 }, camera: pose(1) }
const two = changeView(addView(page), 1, { params: { n: 2 } })

describe('views', () => {
  it('are added as a copy of the active one, and changed one by one', () => {
    expect(two).toMatchObject({ params: { n: 1 }, active: 1, camera: pose(1) })
    expect(two.others).toEqual([
      { specimenId: 'a', params: { n: 2 }, camera: null, display: {}, sweep: null, notes: [] },
    ])
    const three = addView(two)
    expect(three.others.map(({ params }) => params)).toEqual([{ n: 2 }, { n: 2 }])
  })

  it('leave an ordinary page when one is left, with its parameters and the common camera', () => {
    expect(removeView({ ...two, wipe: 0.5 }, 1)).toEqual({ ...page, ...alone })
    expect(removeView(two, 0)).toEqual({ ...page, ...alone, params: { n: 2 } })
    const other = changeView(two, 1, { specimenId: 'b' })
    expect(removeView(other, 0)).toMatchObject({ specimenId: 'b', camera: null })
  })

  it.each([
    [0, 2, 1],
    [1, 2, 1],
    [2, 2, 1],
    [2, 0, 0],
  ])('without the one at %i have another active one: %i becomes %i', (place, active, after) => {
    const three = { ...addView(two), active }
    expect(removeView(three, place)).toMatchObject({ active: after, others: { length: 1 } })
  })

  it('have each its camera when they are not linked, and none when they are', () => {
    const own = setLinked(two, [pose(1), pose(2)])
    expect(own).toMatchObject({ isLinked: false, camera: pose(1), others: [{ camera: pose(2) }] })
    expect(setLinked(own, null)).toEqual(two)
  })
})

describe('one camera', () => {
  const small = { low: [0, 0, 0], high: [2, 2, 2] } as const
  const large = { low: [10, 0, 0], high: [14, 4, 4] } as const

  it('is the same in the box around all results of a specimen', () => {
    const spaces = measureSpaces([
      { id: 'a', bounds: small },
      { id: 'b', bounds: large },
      { id: 'a', bounds: { low: [-1, 1, 1], high: [1, 3, 1] } },
    ])
    expect(spaces.get('a')).toEqual({ low: [-1, 0, 0], high: [2, 3, 2] })
    expect(spaces.get('b')).toEqual(large)
    expect(movePose(pose(1), small, small)).toEqual(pose(1))
  })

  it('looks at the same part of another specimen, whatever its size and place', () => {
    const moved = movePose({ target: [1, 1, 2], offset: [0, -4, 0] }, small, large)
    expect(moved).toEqual({ target: [12, 2, 4], offset: [0, -8, 0] })
  })

  it('stays where there is no box, or one without size', () => {
    const point = { low: [1, 1, 1], high: [1, 1, 1] } as const
    expect(movePose(pose(1), undefined, large)).toEqual(pose(1))
    expect(movePose(pose(1), point, large)).toEqual(pose(1))
    expect(movePose(pose(1), large, point)).toEqual(pose(1))
    expect(movePose(null, small, large)).toBe(null)
  })
})

describe('the differences of views', () => {
  const schema = {
    type: 'object',
    properties: {
      cells: { type: 'integer', default: 3 },
      kind: {
        oneOf: [
          { const: 'p', title: 'Schwarz P' },
          { const: 'g', title: 'Gyroid' },
        ],
        default: 'p',
      },
      size: { type: 'object', properties: { x: { type: 'number', default: 1 } }, default: { x: 1 } },
    },
  } as const
  const view = (params: object, specimenId = 'a') => ({ specimenId, schema, params: { ...params } })

  it('are from the first view of the same specimen', () => {
    const views = [view({}), view({ cells: 5 }, 'b'), view({ cells: 5, kind: 'g' }), view({ size: { x: 2 } })]
    const texts = views.map((_view, place) => describeDifferences(views, place))
    expect(texts).toEqual([
      'Cells 3, Kind Schwarz P, Size other values',
      '',
      'Cells 3 to 5, Kind Schwarz P to Gyroid',
      'Size',
    ])
    expect(listBeside(views, 1)).toEqual([])
    expect(listBeside(views, 0)).toMatchObject([{ cells: 5, kind: 'g' }, { cells: 3 }])
  })

  it('of the same parameters, and of specimens without any, are none', () => {
    const views = [view({}), view({ cells: 3, unknown: 1 })]
    expect(views.map((_view, place) => describeDifferences(views, place))).toEqual([
      '',
      'The same parameters',
    ])
    expect(describeDifferences([{ specimenId: 'c', schema: null, params: {} }], 0)).toBe('')
  })
})
