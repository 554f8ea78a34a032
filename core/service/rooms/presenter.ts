/** The presenter of a room, and its lock. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Json } from '../../contract/values/json.ts'
import { fieldError } from './field-error.ts'
import { isPresenter, type Presenter, peerField, toMember } from './members.ts'
import type { StateFields } from './room-fields.ts'

/** A peer before a lock. */
export interface LockVisitor {
  readonly peer: number
  /** True for one with `admin` on a host that asks for tokens. */
  readonly isAdmin: boolean
  /** Id of its token, unless that is a ticket: it may end the locks of guests with tickets of its own. */
  readonly givesAs: string | null
}

/** Returns the presenter that locks a room for others than this peer. */
export function findLock(present: StateFields, peer: number): Presenter | undefined {
  const presenter = present.get('presenter')
  return isPresenter(presenter) && presenter.locks && presenter.peer !== peer ? presenter : undefined
}

/** Returns true for one who may end a lock. */
export function mayUnlock(lock: Presenter, present: StateFields, visitor: LockVisitor): boolean {
  const guestOf = toMember(present.get(peerField(lock.peer)))?.guestOf
  return visitor.isAdmin || (typeof guestOf === 'string' && guestOf === visitor.givesAs)
}

/**
 * Returns a value of the field `presenter`, by which a peer can name itself alone. @throws `request.invalid`
 */
export function checkPresenter(value: Json, peer: number): Json {
  if (value === null) return value
  if (isPresenter(value) && value.peer === peer) return { peer, locks: value.locks }
  throw fieldError('presenter', value, `{"peer": ${peer}, "locks": true or false}, or null`)
}

/** Returns the refusal of a change in a locked room, or of the end of its lock. */
export function lockedError(isUnlocking: boolean): SpecimenError {
  const detail = isUnlocking
    ? 'The presenter has locked the room; an administrator of the host or the giver of the ticket ends that.'
    : 'The presenter has locked the room; notes alone can be set.'
  return new SpecimenError('room.locked', detail)
}
