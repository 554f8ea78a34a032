import { effect, signal, untracked } from '@preact/signals'
import type { VNode } from 'preact'
import { joinHostRoom, type RoomEvent } from '../../client/join-room.ts'
import { defaultRoomId } from '../../contract/domain/invocation.ts'
import type { Session } from '../session/session.ts'
import { toFragment } from '../state/link.ts'
import { initialView } from '../state/view-state.ts'
import { listCompanions, listMovers } from './companions.ts'
import { Following } from './following.ts'
import { HostRuns } from './host-runs.ts'
import { JoinedRoom, type RoomPage } from './joined-room.ts'
import type { PageRoom } from './page-room.ts'
import { createGuest, createKey, findPerson, readSecret } from './person.ts'
import { Presence } from './presence.tsx'
import { RoomBar } from './room-bar.tsx'

/** A page that enters a room. */
export interface EnteringPage extends RoomPage {
  readonly roomId: string
  readonly session: Session
}

/** An entered room. */
export interface OpenedRoom {
  readonly room: PageRoom
  /** The strip above the page. */
  readonly Bar: () => VNode
  readonly close: () => void
}

/**
 * Enters a room, under the stored name and the token of the session; again when one of them changes, with the
 * same key: so the page stays the peer that it is.
 */
export function openRoom(options: EnteringPage): OpenedRoom {
  const { roomId, session, change } = options
  const stored = findPerson()
  const person = signal(stored ?? createGuest())
  const secret = readSecret()
  const key = createKey()
  const state: JoinedRoom = new JoinedRoom(options, () => {
    following.followed.value = null
  })
  const following = new Following(options, state)
  const stop = effect(() => {
    const [{ name, color }, token] = [person.value, session.token.value]
    untracked(() => {
      const onEvent = (event: RoomEvent): void => state.receive(event, joined)
      const options = { name, color, key, person: secret, onEvent }
      const joined = joinHostRoom(session.baseUrl, { token }, roomId, options)
      state.use(joined)
    })
  })
  const companions = listCompanions(state, following)
  const room: PageRoom = {
    createRuns: (runs) => new HostRuns(state, runs),
    refusal: state.refusal,
    Presence: (props) => <Presence {...props} companions={companions} following={following} />,
    movers: listMovers(state),
    companions,
    company: {
      show: (body) => {
        following.body.value = body
      },
      follow: (peer) => {
        following.followed.value = peer
      },
    },
  }
  return {
    room,
    Bar: () => (
      <RoomBar
        roomId={roomId}
        state={state}
        following={following}
        person={person}
        address={`${session.baseUrl}/${toFragment({ ...initialView, roomId })}`}
        asksName={stored === null}
        client={session.client}
        onLeave={() => change({ roomId: defaultRoomId })}
      />
    ),
    close: () => {
      stop()
      following.close()
      state.close()
    },
  }
}
