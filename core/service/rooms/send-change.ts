import type { RoomMessage } from '../../contract/wire/room-messages.ts'
import type { JoinedPeer } from './joined-peer.ts'
import type { StateFields } from './room-fields.ts'
import { RoomSight } from './room-sight.ts'
import type { OrderedChange } from './room-state.ts'

/** What peers are told of a change. */
export interface ToldChange {
  /** The message to those who see the whole room. */
  readonly text: Buffer
  /** The present state. */
  readonly fields: StateFields
}

/** A change as those hear it who see a part of the room. */
interface SeenChange {
  readonly text: string
  /** False when nothing has changed in that part. */
  readonly isSeen: boolean
}

/** Returns the sight that peers have whose tokens are for these specimens. */
export function findSight(peers: Iterable<JoinedPeer>, specimens: ReadonlySet<string>): RoomSight {
  for (const { sight } of peers) if (sight?.isOf(specimens)) return sight
  return new RoomSight(specimens)
}

/**
 * Sends a change to all: to those who see a part of the room, what changes in that. Who made it hears of it
 * in any case, as that is its answer.
 */
export function sendChange(
  peers: Iterable<JoinedPeer>,
  { version, by, seq, fields: changed }: OrderedChange,
  { text, fields }: ToldChange,
): void {
  const parts = new Map<RoomSight, SeenChange>()
  const toPart = (sight: RoomSight): SeenChange => {
    const seen = sight.follow(changed, fields)
    const message: RoomMessage = { type: 'changed', version, by, seq, fields: seen }
    return { text: JSON.stringify(message), isSeen: Object.keys(seen).length > 0 }
  }
  for (const { shown, connection, sight } of peers) {
    if (!sight) {
      connection.send(text)
      continue
    }
    const part = parts.get(sight) ?? toPart(sight)
    parts.set(sight, part)
    if (part.isSeen || shown.peer === by) connection.send(part.text)
  }
}
