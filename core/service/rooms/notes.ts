/** Notes: fields that all see, each with a field of the hosts that says whose it is. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import { isFiniteNumber } from '../../contract/values/number.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import { fieldError } from './field-error.ts'
import { roomLimits } from './limits.ts'
import { isViewNumber } from './parse-message.ts'
import type { StateFields } from './room-fields.ts'

/** The author of a note. */
export interface NoteAuthor {
  readonly name: string
  /** Digest of its caller and of the secret that it keeps; notes belong to it. */
  readonly person: string
  /** True for one that may change the notes of others. */
  readonly isAdmin: boolean
  /** True while it has locked the room, which lets it remove the notes of others. */
  readonly isPresenting: boolean
  /** Unix time in seconds. */
  readonly time: number
}

const noteField = /^notes\/[\w-]{1,32}$/

/** Returns true for the name of a note. */
export function isNoteField(name: string): boolean {
  return noteField.test(name)
}

/** Returns the name of the field with the owner of a note. */
export function ownerField(note: string): string {
  return `~${note}`
}

/**
 * Returns the change of a note, which is its author's from then on. @throws `request.invalid`, `note.foreign`
 */
export function changeNote(note: string, value: Json, present: StateFields, author: NoteAuthor): RoomFields {
  const { name, person, time } = author
  const owner = present.get(ownerField(note))
  const isForeign = present.has(note) && owner !== undefined && owner !== person
  if (isForeign && !author.isAdmin && !(value === null && author.isPresenting))
    throw foreignError(present.get(note))
  if (value === null) return removeNote(note)
  const { view, at, text } = isJsonObject(value) ? value : {}
  const isPlace = isJsonArray(at) && at.length === 3 && at.every(isFiniteNumber)
  const isText = typeof text === 'string' && text.trim() !== '' && text.length <= roomLimits.noteLength
  if (isViewNumber(view) && isPlace && isText)
    return { [note]: { view, at, text, author: name, time }, [ownerField(note)]: person }
  const wanted = `{"view", "at": [x, y, z], "text"} with at most ${roomLimits.noteLength} characters`
  throw fieldError('A note', value, wanted)
}

/** Returns the removal of a note. */
export function removeNote(note: string): RoomFields {
  return { [note]: null, [ownerField(note)]: null }
}

function foreignError(note: Json | undefined): SpecimenError {
  const author = note !== undefined && isJsonObject(note) ? String(note.author) : 'another'
  return new SpecimenError(
    'note.foreign',
    `This note is by ${author}; only its author changes or removes it.`,
  )
}
