import { isJsonArray } from '../../domain/json.ts'
import { isFiniteNumber } from '../../domain/number.ts'
import { readValue, toShort } from '../../look/link-values.ts'
import { longestNote, type PinnedNote } from './view-state.ts'

const digits = 5

/** Returns a note as JSON in a link: `["id",x,y,z,"text","author",time]`. */
export function writeNote({ id, at, text, author, time }: PinnedNote): string {
  const place = at.map((coordinate) => toShort(coordinate, digits))
  return JSON.stringify([id, ...place, text, author, Math.round(time)])
}

/** Returns the note of a link; none for a text that is no note. */
export function readNote(given: string): readonly PinnedNote[] {
  const parts = readValue(given)
  const [id, x, y, z, text, author = '', time = 0] = parts !== undefined && isJsonArray(parts) ? parts : []
  const isSound = typeof id === 'string' && /^[\w-]{1,32}$/.test(id) && typeof text === 'string'
  if (!isSound || !isFiniteNumber(x) || !isFiniteNumber(y) || !isFiniteNumber(z)) return []
  if (typeof author !== 'string' || !isFiniteNumber(time) || text.length > longestNote) return []
  return [{ id, at: [x, y, z], text, author: author.slice(0, 64), time }]
}
