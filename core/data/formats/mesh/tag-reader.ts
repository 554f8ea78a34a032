import { cutText } from '../../../contract/text/cut-text.ts'
import { applyFoundTag, type NoteTaker, type TagOf, type TagTable } from '../tag-table.ts'

/** Applies the row of a tag that a file has. @throws `file.undecodable` for a refused one */
export type MeetTag<Table extends TagTable> = (tag: TagOf<Table>) => void

/** Applies the rows of a table to a file. */
export interface TagReader<Table extends TagTable> {
  readonly meet: MeetTag<Table>
  /** Does the same for a tag by the name that stands in the file, which may have no row. */
  readonly meetFound: (name: string) => void
}

const mostUnknown = 8
const longestTag = 60

/**
 * Returns what applies the rows of a table to a file, each sentence once, however often the file has the tag.
 * A file may have a million unknown tags; the first ones are named.
 */
export function createTagReader<Table extends TagTable>(
  table: Table,
  { onNote }: NoteTaker,
): TagReader<Table> {
  const met = new Set<string>()
  const said = new Set<string>()
  const sayOnce = (sentence: string): void => {
    if (said.size === said.add(sentence).size) return
    onNote(sentence)
  }
  let unknown = 0
  const meetFound = (tag: string): void => {
    if (met.has(tag)) return
    if (!table.rows.some((row) => row.tag === tag) && ++unknown > mostUnknown) {
      sayOnce(`More of the file is unknown to this reader of ${table.format} and is left out.`)
      return
    }
    met.add(tag)
    applyFoundTag(table, cutText(tag, longestTag), { onNote: sayOnce })
  }
  return { meet: meetFound, meetFound }
}
