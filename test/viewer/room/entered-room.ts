/** A page in a room, whose host is played by the test. */
import { signal } from '@preact/signals'
import type { RoomEvent } from '../../../core/client/client.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import type { RoomFields } from '../../../core/contract/wire/room-messages.ts'
import { JoinedRoom } from '../../../core/viewer/room/joined-room.ts'
import { initialView, type ViewState } from '../../../core/viewer/state/view-state.ts'

export const ada = { peer: 1, name: 'Ada', color: '#336699', may_change: true }
export const bob = { peer: 2, name: 'Bob', color: '#aa0000', may_change: true }

/** A page in a room whose host is played by hand. */
export function enter(start: Partial<ViewState>, given: RoomFields = {}, own = ada) {
  const view = signal<ViewState>({ ...initialView, roomId: 'lab', ...start })
  const sent: RoomFields[] = []
  const fields = new Map<string, Json>(Object.entries(given))
  const peers = new Map([ada, bob].map((peer) => [peer.peer, peer.peer === own.peer ? own : peer]))
  let touches = 0
  const change = (part: Partial<ViewState>): void => {
    view.value = { ...view.value, ...part }
  }
  const state = new JoinedRoom({ view, change }, () => touches++)
  const apply = (changed: RoomFields): void => {
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) fields.delete(name)
      else fields.set(name, value)
    }
  }
  state.use({
    ...{ peer: own.peer, peers, fields, mayUnlock: false },
    set: (changed) => {
      sent.push(changed)
      apply(changed)
    },
    pose: () => {},
    body: () => {},
    cancel: () => {},
    result: async () => undefined,
    leave: () => {},
  })
  const receive = (event: RoomEvent): void => {
    if (event.type === 'changed' || event.type === 'refused') apply(event.fields)
    state.receive(event)
  }
  receive({ type: 'entered' })
  return { state, view, sent, fields, change, receive, countTouches: () => touches }
}
