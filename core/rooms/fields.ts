import type { CatalogView } from '../catalog/catalog-view.ts'
import { cutText } from '../domain/cut-text.ts'
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json } from '../domain/json.ts'
import { isFiniteNumber } from '../domain/number.ts'
import type { RoomFields } from '../wire/room-messages.ts'
import { roomLimits } from './limits.ts'
import { isViewNumber } from './parse-message.ts'
import type { StateFields } from './room-fields.ts'

/** The author of a change. */
export interface FieldAuthor {
  readonly peer: number
  readonly name: string
  /** The part of the catalog that it sees. */
  readonly catalog: CatalogView
  /** Unix time in seconds. */
  readonly time: number
}

/** Names of fields that peers set; of a view, after `views/N/`. */
const viewField = /^views\/([1-9])\/(specimen|params\/.{1,200}|display\/.{1,64})$/su
const noteField = /^notes\/[\w-]{1,32}$/

/**
 * Returns a peer's change: checked, with what the host adds, and without the other fields of a view that
 * shows another specimen now. Parameters are left to the gate.
 * @throws `request.invalid`, `specimen.unknown`, `room.locked`, `room.full`
 */
export function completeChange(
  given: RoomFields,
  present: StateFields,
  author: FieldAuthor,
): { readonly fields: RoomFields; readonly after: StateFields } {
  const presenter = present.get('presenter')
  const isLocked = isPresenter(presenter) && presenter.locks && presenter.peer !== author.peer
  const change: { [name: string]: Json } = {}
  const isSpecimen = (name: string): boolean => viewField.exec(name)?.[2] === 'specimen'
  // First those that remove other fields of their view.
  const entries = Object.entries(given).sort(([a], [b]) => Number(isSpecimen(b)) - Number(isSpecimen(a)))
  for (const [name, value] of entries) {
    const [, number, part] = viewField.exec(name) ?? []
    if (isLocked && !name.startsWith('notes/')) throw lockedError()
    if (part === 'specimen') Object.assign(change, changeSpecimen(Number(number), value, present, author))
    else if (part !== undefined) change[name] = value
    else if (name === 'active') change[name] = checkActive(value)
    else if (name === 'presenter') change[name] = checkPresenter(value, author)
    else if (noteField.test(name)) change[name] = checkNote(value, author)
    else throw new SpecimenError('request.invalid', `${describe(name)} is no field that a peer may set.`)
  }
  const after = new Map([...present, ...Object.entries(change)])
  checkWhole(after, change)
  return { fields: change, after }
}

function checkWhole(after: StateFields, change: RoomFields): void {
  const isClosed = (view: Json): boolean => (after.get(`views/${view}/specimen`) ?? null) === null
  const notes = [...after].filter(([name, value]) => noteField.test(name) && value !== null)
  if (notes.length > roomLimits.notes)
    throw new SpecimenError('room.full', `A room has at most ${roomLimits.notes} notes; remove one.`)
  for (const [name, value] of Object.entries(change)) {
    const [, number] = viewField.exec(name) ?? []
    if (number && value !== null && isClosed(number))
      throw new SpecimenError('request.invalid', `${name} needs views/${number}/specimen.`)
  }
  const active = after.get('active') ?? null
  if (active !== null && isClosed(active))
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
  const isOfView = ([name, field]: readonly [string, Json]): boolean =>
    name.startsWith(`views/${view}/`) || (noteField.test(name) && isJsonObject(field) && field.view === view)
  const others = [...present].filter(isOfView).map(([name]) => name)
  const active = present.get('active') === view && value === null ? { active: null } : {}
  return {
    ...active,
    ...Object.fromEntries(others.map((name) => [name, null])),
    [`views/${view}/specimen`]: value,
  }
}

function checkActive(value: Json): Json {
  if (value === null || isViewNumber(value)) return value
  throw fieldError('active', value, 'the number of a view, or null')
}

/** Returns true for the value of the field `presenter`. */
export function isPresenter(value: Json | undefined): value is { peer: number; locks: boolean } {
  return value !== undefined && isJsonObject(value) && typeof value.locks === 'boolean'
}

function checkPresenter(value: Json, { peer }: FieldAuthor): Json {
  if (value === null) return value
  if (isPresenter(value) && value.peer === peer) return { peer, locks: value.locks }
  throw fieldError('presenter', value, `{"peer": ${peer}, "locks": true or false}, or null`)
}

function checkNote(value: Json, { name: author, time }: FieldAuthor): Json {
  if (value === null) return value
  const { view, at, text } = isJsonObject(value) ? value : {}
  const isPlace = isJsonArray(at) && at.length === 3 && at.every(isFiniteNumber)
  const isText = typeof text === 'string' && text.trim() !== '' && text.length <= roomLimits.noteLength
  if (isViewNumber(view) && isPlace && isText) return { view, at, text, author, time }
  const wanted = `{"view", "at": [x, y, z], "text"} with at most ${roomLimits.noteLength} characters`
  throw fieldError('A note', value, wanted)
}

function lockedError(): SpecimenError {
  return new SpecimenError('room.locked', 'The presenter has locked the room; notes alone can be set.')
}

function fieldError(name: string, found: Json, wanted: string): SpecimenError {
  return new SpecimenError(
    'request.invalid',
    `${name} must be ${wanted} (got ${cutText(describe(found), 100)}).`,
  )
}
