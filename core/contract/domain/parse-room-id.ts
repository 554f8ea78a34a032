import { describe } from '../text/describe.ts'
import type { Json } from '../values/json.ts'
import { SpecimenError } from './errors.ts'
import { defaultRoomId, isRoomId, roomIdRule } from './invocation.ts'

/** Returns the room id, `usual` when absent or empty. @throws `room.invalid` */
export function parseRoomId(value: Json | undefined, usual = defaultRoomId): string {
  if (value === undefined || value === null || value === '') return usual
  if (isRoomId(value)) return value
  throw new SpecimenError('room.invalid', `room_id must be ${roomIdRule} (got ${describe(value)}).`)
}
