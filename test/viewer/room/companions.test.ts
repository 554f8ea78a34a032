/** The others of a room as the picture and a headset show them. */
import { expect, it } from 'vitest'
import { listCompanions } from '../../../core/viewer/room/companions.ts'
import { Following } from '../../../core/viewer/room/following.ts'
import { bob, enter } from './entered-room.ts'

const space = {
  bounds: { low: [-3, -4, 0], high: [3, 4, 0] }, // half of its diagonal is 5
  up: 'y',
  projection: 'perspective',
} as const
const head = { point: [0, 0, 9], turn: [0, 0, 0, 1] } as const

function open() {
  const room = enter({ specimenId: 'gyroid' }, { 'views/1/specimen': 'gyroid', active: 1 })
  const following = new Following(room, room.state)
  following.space.value = space
  return { ...room, following, companions: listCompanions(room.state, following) }
}

it('are cameras and pointers of pages, and heads and hands of those in headsets', () => {
  const { receive, companions } = open()
  const look = { point: [0, 0, 1], turn: [0, 0, 0, 1], distance: 2 } as const
  receive({ type: 'poses', poses: [{ peer: 2, view: 1, look, cursor: [1, 0, 0] }] })
  const { peer, name, color } = bob
  const who = { peer, name, color, isFollowed: false, isPresenter: false }
  expect(companions.value).toEqual([
    {
      ...who,
      isInHeadset: false,
      metre: 0,
      eye: { point: [0, 0, 3], turn: look.turn },
      left: null,
      right: null,
      cursor: [1, 0, 0],
    },
  ])
  const right = { point: [0.5, 0, 2], turn: head.turn, points: true } as const
  receive({ type: 'bodies', bodies: [{ peer: 2, view: 1, metre: 4, head, right }] })
  const hand = { ...right, reach: 2 } // the box is flat, at 0
  expect(companions.value).toEqual([
    { ...who, isInHeadset: true, metre: 4, eye: head, left: null, right: hand, cursor: null },
  ])
  receive({ type: 'bodies', bodies: [{ peer: 2, view: 1, metre: 1 }] })
  expect(companions.value[0]?.isInHeadset).toBe(false)
})

it('are not this person, those at another view, nor anybody before there is a result', () => {
  const { receive, following, companions } = open()
  receive({ type: 'bodies', bodies: [{ peer: 1, view: 1, metre: 1, head }] })
  receive({ type: 'bodies', bodies: [{ peer: 2, view: 2, metre: 1, head }] })
  expect(companions.value).toEqual([])
  receive({ type: 'bodies', bodies: [{ peer: 2, view: 1, metre: 1, head }] })
  expect(companions.value).toHaveLength(1)
  following.space.value = null
  expect(companions.value).toEqual([])
})

it('have a ray that ends at the box, on from it, or within it at the hand', () => {
  const { receive, companions } = open()
  const reachOf = (
    point: readonly [number, number, number],
    turn: readonly [number, number, number, number],
  ) => {
    const left = { point, turn, points: true }
    receive({ type: 'bodies', bodies: [{ peer: 2, view: 1, metre: 1, head, left }] })
    return companions.value[0]?.left?.reach
  }
  expect(reachOf([0, 0, 3], [0, 0, 0, 1])).toBe(3)
  expect(reachOf([0.7, 0, 3], [0, 0, 0, 1])).toBeNull() // the half side is 0.6
  expect(reachOf([0, 0, 3], [0, 1, 0, 0])).toBeNull() // looks away
  expect(reachOf([0, 0, 0], [0, 0, 0, 1])).toBe(0)
})

it('who are in a headset are followed by their heads, and say who presents', () => {
  const { receive, view, following, companions } = open()
  receive({ type: 'bodies', bodies: [{ peer: 2, view: 1, metre: 1, head }] })
  following.followed.value = 2
  const { target, offset } = view.value.camera ?? {}
  expect(target).toEqual([0, 0, 0]) // nearest to the middle on the gaze
  expect(offset?.map((part) => part + 0)).toEqual([0, 0, 45])
  expect(companions.value[0]?.isFollowed).toBe(true)
  receive({ type: 'changed', by: 2, fields: { presenter: { peer: 2, locks: true } } })
  expect(companions.value[0]?.isPresenter).toBe(true)
})

it('see a person who has gone into a headset by the body alone, until it is left', () => {
  const { state, following } = open()
  const sent: unknown[] = []
  state.pose = (pose) => sent.push(['pose', pose])
  state.body = (body) => sent.push(['body', body])
  following.cursor.value = [5, 0, 0]
  expect(sent.splice(0)).toEqual([['pose', { view: 1, look: undefined, cursor: [1, 0, 0] }]])
  following.body.value = { metre: 4, head }
  expect(sent.splice(0)).toEqual([
    ['pose', { view: 1 }],
    ['body', { view: 1, metre: 4, head }],
  ])
  following.cursor.value = [0, 0, 0]
  expect(sent).toEqual([])
  following.body.value = null
  expect(sent).toContainEqual(['body', { view: 1, metre: 1 }])
  expect(sent).toContainEqual(['pose', { view: 1, look: undefined, cursor: [0, 0, 0] }])
})

it('lead no camera while this person is in a headset', () => {
  const { receive, view, following } = open()
  following.body.value = { metre: 4, head }
  receive({ type: 'bodies', bodies: [{ peer: 2, view: 1, metre: 1, head }] })
  following.followed.value = 2
  expect(view.value.camera).toBeNull()
})
