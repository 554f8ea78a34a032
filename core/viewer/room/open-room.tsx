import { effect, signal, untracked } from '@preact/signals'
import { createClient, type RoomEvent } from '../../client/client.ts'
import { defaultRoomId } from '../../domain/invocation.ts'
import type { Session } from '../session/session.ts'
import { Following } from './following.ts'
import { HostRuns } from './host-runs.ts'
import { JoinedRoom, type RoomPage } from './joined-room.ts'
import type { PageRoom } from './page-room.ts'
import { createGuest, findPerson, readSecret } from './person.ts'
import { Presence } from './presence.tsx'
import { RoomBar } from './room-bar.tsx'

/** Enters a room, under the stored name and the token of the session; again when one of them changes. */
export function openRoom(options: RoomPage & { readonly roomId: string; readonly session: Session }) {
  const { roomId, session, change } = options
  const stored = findPerson()
  const person = signal(stored ?? createGuest())
  const secret = readSecret()
  const state: JoinedRoom = new JoinedRoom(options, () => {
    following.followed.value = null
  })
  const following = new Following(options, state)
  const stop = effect(() => {
    const [{ name, color }, token] = [person.value, session.token.value]
    const client = createClient(session.baseUrl, { token })
    untracked(() => {
      const onEvent = (event: RoomEvent): void => state.receive(event)
      state.use(client.joinRoom(roomId, { name, color, person: secret, onEvent }))
    })
  })
  const room: PageRoom = {
    createRuns: (runs) => new HostRuns(state, runs),
    refusal: state.refusal,
    Presence: (props) => <Presence {...props} state={state} following={following} />,
  }
  return {
    room,
    Bar: () => (
      <RoomBar
        {...{ roomId, state, following, person }}
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
