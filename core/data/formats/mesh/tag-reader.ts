import { cutText } from '../../../contract/text/cut-text.ts'
import type { DecodeContext } from '../format.ts'
import { applyTag, type TagTable } from '../tag-table.ts'

/** Applies the row of a tag that a file has. @throws `file.undecodable` for a refused one */
export type MeetTag = (tag: string) => void

const mostUnknown = 8
const longestTag = 60

/**
 * Returns what applies the rows of a table to a file, each sentence once, however often the file has the tag.
 * A file may have a million unknown tags; the first ones are named.
 */
export function createTagReader(table: TagTable, { onNote }: Pick<DecodeContext, 'onNote'>): MeetTag {
  const met = new Set<string>()
  const said = new Set<string>()
  const sayOnce = (sentence: string): void => {
    if (said.size === said.add(sentence).size) return
    onNote(sentence)
  }
  let unknown = 0
  return (tag) => {
    if (met.has(tag)) return
    if (!table.rows.some((row) => row.tag === tag) && ++unknown > mostUnknown)
      return sayOnce(`More of the file is unknown to this reader of ${table.format} and is left out.`)
    met.add(tag)
    applyTag(table, cutText(tag, longestTag), { onNote: sayOnce })
  }
}

/** Returns the sentence of a row, for a refusal that adds what was found. */
export function sayTag({ rows }: TagTable, tag: string): string {
  return rows.find((row) => row.tag === tag)?.says ?? tag
}
