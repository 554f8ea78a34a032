import { SpecimenError } from '../../contract/domain/errors.ts'
import { describe } from '../../contract/text/describe.ts'
import { isJsonObject, type Json } from '../../contract/values/json.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import type { CatalogView } from '../../engine/catalog/catalog-view.ts'
import { fieldError } from './field-error.ts'
import { roomLimits } from './limits.ts'
import { isPresenter } from './members.ts'
import { changeNote, isNoteField, type NoteAuthor, removeNote } from './notes.ts'
import { isViewNumber } from './parse-message.ts'
import { checkPresenter, findLock, type LockVisitor, lockedError, mayUnlock } from './presenter.ts'
import type { StateFields } from './room-fields.ts'
import type { RoomSight } from './room-sight.ts'

/** The author of a change. */
export interface FieldAuthor extends LockVisitor, Omit<NoteAuthor, 'isPresenting'> {
  /** The part of the catalog that it sees. */
  readonly catalog: CatalogView
  /** The part of the room that it sees; undefined for all. */
  readonly sight: Pick<RoomSight, 'hides'> | undefined
}

/** Names of fields that peers set; of a view, after `views/N/`. */
const viewField = /^views\/([1-9])\/(specimen|params\/.{1,200}|display\/.{1,80})$/su

/**
 * Returns a peer's change: checked, with what the host adds, and without the other fields of a view that
 * shows another specimen now; and the fields after it. Parameters are left to the gate.
 * @throws `request.invalid`, `specimen.unknown`, `room.locked`, `room.full`, `note.foreign`, `scope.missing`
 */
export function completeChange(
  given: RoomFields,
  present: StateFields,
  author: FieldAuthor,
): { readonly fields: RoomFields; readonly after: StateFields } {
  const { peer, sight } = author
  const lock = findLock(present, peer)
  const presenter = present.get('presenter')
  const isPresenting = isPresenter(presenter) && presenter.locks && presenter.peer === peer
  const change: { [name: string]: Json } = {}
  const isSpecimen = (name: string): boolean => viewField.exec(name)?.[2] === 'specimen'
  // First those that remove other fields of their view.
  const entries = Object.entries(given).sort(([a], [b]) => Number(isSpecimen(b)) - Number(isSpecimen(a)))
  for (const [name, value] of entries) {
    const [, number, part] = viewField.exec(name) ?? []
    const isUnlocking = name === 'presenter' && value === null
    if (lock && !isNoteField(name) && !(isUnlocking && mayUnlock(lock, present, author)))
      throw lockedError(isUnlocking)
    if (sight?.hides(name, value, present)) throw hiddenError(name)
    if (part === 'specimen') Object.assign(change, changeSpecimen(Number(number), value, present, author))
    else if (part !== undefined) change[name] = value
    else if (name === 'active') change[name] = checkActive(value)
    else if (name === 'presenter') change[name] = checkPresenter(value, peer)
    else if (isNoteField(name))
      Object.assign(change, changeNote(name, value, present, { ...author, isPresenting }))
    else throw new SpecimenError('request.invalid', `${describe(name)} is no field that a peer may set.`)
  }
  const after = applyChange(present, change)
  checkWhole(after, change)
  return { fields: change, after }
}

/** Returns the refusal of a field of a view that the peer does not see; it says nothing of what is there. */
function hiddenError(name: string): SpecimenError {
  const detail = `${name} is of a view that shows what this token is not for; use another number.`
  return new SpecimenError('scope.missing', detail)
}

/** Returns the fields after a change: what it removes is not there, as for every reader of a state. */
function applyChange(present: StateFields, change: RoomFields): StateFields {
  const after = new Map(present)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) after.delete(name)
    else after.set(name, value)
  }
  return after
}

function checkWhole(after: StateFields, change: RoomFields): void {
  const notes = Object.keys(change).some(isNoteField) ? [...after.keys()].filter(isNoteField) : []
  if (notes.length > roomLimits.notes)
    throw new SpecimenError('room.full', `A room has at most ${roomLimits.notes} notes; remove one.`)
  for (const [name, value] of Object.entries(change)) {
    const [, number] = viewField.exec(name) ?? []
    if (number && value !== null && !after.has(`views/${number}/specimen`))
      throw new SpecimenError('request.invalid', `${name} needs views/${number}/specimen.`)
  }
  const active = after.get('active') ?? null
  if (active !== null && !after.has(`views/${active}/specimen`))
    throw new SpecimenError(
      'request.invalid',
      `active must be null or a view with a specimen (got ${active}).`,
    )
}

function changeSpecimen(
  view: number,
  value: Json,
  present: StateFields,
  { catalog }: FieldAuthor,
): RoomFields {
  if (!isViewNumber(view)) throw fieldError('The number of a view', view, 'from 1 to 8')
  if (value !== null && (typeof value !== 'string' || value === ''))
    throw fieldError(`views/${view}/specimen`, value, 'the id of a specimen, or null')
  if (value !== null) catalog.find(value)
  const removed: { [name: string]: Json } = {}
  for (const [name, field] of present) {
    if (name.startsWith(`views/${view}/`)) removed[name] = null
    if (isNoteField(name) && isJsonObject(field) && field.view === view)
      Object.assign(removed, removeNote(name))
  }
  const active = present.get('active') === view && value === null ? { active: null } : {}
  return { ...active, ...removed, [`views/${view}/specimen`]: value }
}

function checkActive(value: Json): Json {
  if (value === null || isViewNumber(value)) return value
  throw fieldError('active', value, 'the number of a view, or null')
}
