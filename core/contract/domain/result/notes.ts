/** Notes of a result: short sentences on what it leaves out, and on what was assumed. */
import { cutText } from '../../text/cut-text.ts'

/** Most notes of a result. */
export const noteCount = 16
/** Most characters of a note. */
export const noteLength = 300

/** Returns whether a value is notes as a result has them. */
export function areNotes(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= noteCount && value.every(isNote)
}

function isNote(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= noteLength && value.isWellFormed()
}

/** Returns notes within the bounds: each once, long ones cut, and the last counts those that are too many. */
export function boundNotes(notes: Iterable<string>): readonly string[] {
  const given = [...new Set(notes)].filter((note) => note !== '')
  const texts = given.map((note) => cutText(note.toWellFormed(), noteLength))
  if (texts.length <= noteCount) return texts
  const more = texts.length - noteCount + 1
  return [...texts.slice(0, noteCount - 1), `There are ${more} more notes.`]
}
