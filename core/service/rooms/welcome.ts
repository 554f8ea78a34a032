import type { RoomMessage } from '../../contract/wire/room-messages.ts'
import type { JoinedPeer } from './joined-peer.ts'
import { roomLimits } from './limits.ts'
import { listMembers, toPeer } from './members.ts'
import { frameKinds } from './pose-boards.ts'
import { toSeenFields } from './room-fields.ts'
import type { RoomState } from './room-state.ts'

/** Returns the first message to a peer: who is here, and what it may see of the room. */
export function toWelcome(
  { shown, admission, sight }: JoinedPeer,
  { version, fields }: Pick<RoomState, 'version' | 'fields'>,
): RoomMessage {
  return {
    type: 'welcome',
    peer: shown.peer,
    version,
    peers: listMembers(fields).map(toPeer),
    fields: sight?.begin(fields) ?? toSeenFields(fields),
    dead_seconds: roomLimits.deadSeconds,
    may_unlock: admission.isAdmin || admission.givesAs !== null,
    frames: frameKinds,
  }
}
