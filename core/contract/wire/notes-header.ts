/**
 * Notes as the header `Specimen-Notes`: a list of strings (RFC 8941, 3.1). Headers are ASCII, so the bytes of
 * UTF-8 beyond it, control characters and `%` are percent-encoded in each string. The display strings of RFC
 * 9651 would say so themselves, but parsers of the older text refuse the whole list for one of them.
 */
import { boundNotes } from '../domain/result/notes.ts'

/** The name of the header, as Fastify and fetch have it. */
export const notesHeader = 'specimen-notes'

/** Most characters of the header: half of what a client of Node takes in all. */
const headerLength = 8192

/** Returns the value of the header for notes; those that do not fit are counted in the last one. */
export function formatNotes(notes: readonly string[]): string {
  const items = notes.map(formatNote)
  for (let kept = items.length; kept >= 0; kept--) {
    const rest = notes.length - kept
    const more = rest > 0 ? [formatNote(`There are ${rest} more notes.`)] : []
    const text = [...items.slice(0, kept), ...more].join(', ')
    if (text.length <= headerLength) return text
  }
  return ''
}

function formatNote(note: string): string {
  const encoded = note.replaceAll(/[^ -$&-~]+/g, (part) => encodeURIComponent(part))
  return `"${encoded.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Returns the notes of a header; none for one that is no list of strings. */
export function parseNotes(header: string | null): readonly string[] {
  const items = [...(header ?? '').matchAll(/"((?:[^"\\]|\\["\\])*)"/g)].map(([, text = '']) => text)
  return boundNotes(items.map((item) => decodeNote(item.replaceAll(/\\(["\\])/g, '$1'))))
}

function decodeNote(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // as it came
  }
}
