import { describe, expect, it } from 'vitest'
import { boundNotes, noteCount, noteLength } from '../../../core/contract/domain/result/notes.ts'
import { formatNotes, parseNotes } from '../../../core/contract/wire/notes-header.ts'

describe('notes', () => {
  it('are each there once, cut and counted beyond the bounds', () => {
    expect(boundNotes(['a', '', 'b', 'a'])).toEqual(['a', 'b'])
    expect(boundNotes(['x'.repeat(1000)])[0]).toHaveLength(noteLength)
    const many = boundNotes(Array.from({ length: 100 }, (_, i) => `Note ${i}.`))
    expect(many).toHaveLength(noteCount)
    expect(many.at(-1)).toBe('There are 85 more notes.')
    expect(boundNotes(['\ud800'])).toEqual(['\ufffd'])
  })

  // The forms of RFC 8941, 3.3.3, written by hand.
  it('are a list of strings in a header, percent-encoded beyond ASCII', () => {
    expect(formatNotes(['This is the first of 5 volumes in the file.'])).toBe(
      '"This is the first of 5 volumes in the file."',
    )
    expect(formatNotes(['0.2 µm, 50 %', 'say "no" \\ now\n'])).toBe(
      '"0.2 %C2%B5m, 50 %25", "say \\"no\\" \\\\ now%0A"',
    )
  })

  it('come back from the header as they were, whatever is in them', () => {
    for (const notes of [[], ['a', 'b, "c"'], ['%41', '\\', '"', 'ä€😀\u0000\u007f', '100%']])
      expect(parseNotes(formatNotes(notes))).toEqual(notes)
  })

  it('take at most 8 KiB of a header, whose last note counts the others', () => {
    const notes = Array.from({ length: noteCount }, (_, i) => `${i}${'µ'.repeat(noteLength - 2)}`)
    const header = formatNotes(notes)
    expect(header.length).toBeLessThanOrEqual(8192)
    const read = parseNotes(header)
    expect(read.at(-1)).toBe(`There are ${noteCount - read.length + 1} more notes.`)
    expect(read.slice(0, -1)).toEqual(notes.slice(0, read.length - 1))
  })

  it('of a header that is no such list are none, or what is a string in it', () => {
    expect(parseNotes(null)).toEqual([])
    expect(parseNotes('no list')).toEqual([])
    expect(parseNotes('"%E0%A4%A"')).toEqual(['%E0%A4%A'])
  })
})
