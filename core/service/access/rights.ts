/** What a caller may do: scopes, and rooms. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { defaultRoomId, isDataRoom, isRoomOrBeside } from '../../contract/domain/invocation.ts'
import { parseRoomId } from '../../contract/domain/parse-room-id.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import { describe } from '../../contract/text/describe.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Caller, Scope } from './caller.ts'

const shownLength = 200

/** Refuses a caller without a scope. @throws `scope.missing` */
export function checkScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.has(scope)) throw scopeMissingError(caller, scope)
}

/** Returns the refusal of a caller without a scope; `why` completes it. */
export function scopeMissingError({ scopes }: Caller, scope: Scope, why = ''): SpecimenError {
  const allowed = [...scopes].join(' and ') || 'nothing'
  return new SpecimenError(
    'scope.missing',
    `${why}This token is for ${allowed}; use one that is for ${scope}.`,
  )
}

/**
 * Returns the room of a request, or the default one. A caller of a room may use those beside it.
 * @throws `room.invalid`, `room.refused`
 */
export function readRoom({ rooms }: Caller, given: Json | undefined): string {
  const [first] = rooms && !rooms.has(defaultRoomId) ? rooms : [defaultRoomId]
  const roomId = parseRoomId(given, first)
  if (isDataRoom(roomId))
    throw new SpecimenError('room.invalid', 'room_id must be another name: this one is of data of calls.')
  if (rooms === null || [...rooms].some((room) => isRoomOrBeside(roomId, room))) return roomId
  const others = [...rooms].map((room) => JSON.stringify(room)).join(', ')
  const own = rooms.size === 1 ? 'the room' : 'the rooms'
  const detail = `This token is for ${own} ${cutText(others, shownLength)}`
  throw new SpecimenError(
    'room.refused',
    `${detail}; name it in room_id, or use a token for ${describe(roomId)}.`,
  )
}
