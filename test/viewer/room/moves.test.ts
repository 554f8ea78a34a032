/** The names at handles: who has moved a parameter last, as far as that is known. */
import { expect, it } from 'vitest'
import type { RoomEvent } from '../../../core/client/client.ts'
import type { RoomFields } from '../../../core/contract/wire/room-messages.ts'
import { listMovers } from '../../../core/viewer/room/companions.ts'
import { enter } from './entered-room.ts'

const shown = { active: 1, 'views/1/specimen': 'plate', 'views/1/params/source': [1, 2, 3] }
const at = (x: number): RoomFields => ({ 'views/1/params/source': [x, 0, 0] })
const by = (peer: number, fields: RoomFields): RoomEvent => ({ type: 'changed', by: peer, fields })

function follow() {
  const room = enter({ specimenId: 'plate' }, shown)
  const movers = listMovers(room.state)
  return { ...room, read: () => [...movers.value].map(([name, mover]) => ({ param: name, ...mover })) }
}

it('names the peer of a move, in its colour, and counts its moves', () => {
  const { receive, read } = follow()
  expect(read()).toEqual([])
  receive(by(2, at(4)))
  receive(by(2, at(5)))
  expect(read()).toEqual([{ param: 'source', name: 'Bob', color: '#aa0000', count: 2 }])
  receive(by(0, { 'views/1/run': { version: 3 } }))
  expect(read()).toHaveLength(1)
})

it('names none for what this person has changed since, and for changes by several or by the host', () => {
  const { receive, change, read } = follow()
  receive(by(2, at(4)))
  change({ params: { source: [9, 9, 9] } })
  expect(read()).toEqual([])
  receive(by(2, at(6)))
  receive(by(0, at(7)))
  expect(read()).toEqual([])
})

it('names none who has left, and forgets moves with the specimen of their view', () => {
  const { state, receive, read } = follow()
  receive(by(2, at(4)))
  state.peers.value = state.peers.value.filter(({ peer }) => peer !== 2)
  expect(read()).toEqual([])
  receive(by(2, { ...at(4), 'views/2/params/source': [1, 1, 1] }))
  receive(by(2, { 'views/1/specimen': 'box' }))
  expect([...state.moves.value.keys()]).toEqual(['views/2/params/source'])
})
