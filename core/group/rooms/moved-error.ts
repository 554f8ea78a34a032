import { SpecimenError } from '../../contract/domain/errors.ts'

/** Returns the reason for which peers leave a room; `isShort` where what they were told is not all kept. */
export function movedError(isShort: boolean): SpecimenError {
  const lost = isShort
    ? ' What was changed here while no host reached Redis is lost: look at the room, and change it again.'
    : ''
  return new SpecimenError('group.away', `Another host of the group has the room now; come again.${lost}`)
}

/** Returns the refusal of a change by the host that has lost Redis, and its rooms with it. */
export function lostError(): SpecimenError {
  const detail =
    'This host does not reach Redis and others do, who have the room; the change was not made: come again.'
  return new SpecimenError('group.away', detail, { retryAfterSeconds: 2 })
}
