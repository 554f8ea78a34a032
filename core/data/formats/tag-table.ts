import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { DecodeContext } from './format.ts'
import { refuse } from './refusal.ts'

/**
 * The treatment of one tag: a field, property, extension, keyword or transfer syntax that the format's own
 * text knows and that changes values, places, order, colour or unit.
 */
export interface TagRow {
  /** Its name in the format's text, with the value where only that one is meant: `FillOrder = 2`. */
  readonly tag: string
  readonly treatment:
    | 'read'
    /** The file is refused. */
    | 'refused'
    /** It is left out, and a note says so. */
    | 'noted'
    /** It changes nothing that is read. */
    | 'ignored'
  /**
   * `read`: its meaning in the result. `refused`: the sentence of the refusal, with the way out. `noted`: the
   * sentence of the note. `ignored`: the reason why it changes nothing.
   */
  readonly says: string
}

/** All tags of a format, in the order of its text. */
export interface TagTable {
  /** The name in `find-format.ts`, or of a folder's format. */
  readonly format: string
  /** The text that names the tags, with its edition. */
  readonly source: string
  readonly rows: readonly TagRow[]
}

/**
 * Applies the row of a tag that a file has: throws the refusal of a refused one and notes a noted one, with
 * what was found, as in `2 wells`, behind the sentence. A tag without a row is noted, as nothing is known of
 * it.
 * @throws `file.undecodable`
 */
export function applyTag(
  { format, rows }: TagTable,
  tag: string,
  { onNote }: Pick<DecodeContext, 'onNote'>,
  found?: string,
): void {
  const row = rows.find((known) => known.tag === tag)
  if (!row) onNote(`${tag} is unknown to this reader of ${format} and is left out.`)
  else if (row.treatment === 'refused') throw refuse(row.says)
  else if (row.treatment === 'noted')
    onNote(found === undefined ? row.says : `${row.says.slice(0, -1)} (${found}).`)
}

/** Returns the refusal of a tag, to be thrown where nothing else can follow. */
export function refuseTag({ format, rows }: TagTable, tag: string): SpecimenError {
  const row = rows.find((known) => known.tag === tag)
  return refuse(row?.treatment === 'refused' ? row.says : `${tag} is not read by this reader of ${format}.`)
}
