import type { SpecimenError } from '../../contract/domain/errors.ts'
import { refuse } from './refusal.ts'

/**
 * The treatment of one tag: a field, property, extension, keyword or transfer syntax that the format's own
 * text knows and that changes values, places, order, colour or unit.
 */
export interface TagRow<Tag extends string = string> {
  /** Its name in the format's text, with the value where only that one is meant: `FillOrder = 2`. */
  readonly tag: Tag
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
export interface TagTable<Tag extends string = string> {
  /** The name of the format's entry. */
  readonly format: string
  /** The text that names the tags, with its edition. */
  readonly source: string
  readonly rows: readonly TagRow<Tag>[]
}

/** The tags that have a row, by their names where the table is `as const satisfies TagTable`. */
export type TagOf<Table extends TagTable> = Table['rows'][number]['tag']

/** A tag that a table names; none of a table that does not say its names, where any text would do. */
type NamedTag<Tag extends string> = string extends Tag ? never : Tag

/** Takes the notes on a file. */
export interface NoteTaker {
  /** Called with a sentence on content that the result omits. */
  readonly onNote: (sentence: string) => void
}

/** Returns rows of one treatment and one sentence. */
export function toTagRows<const Tag extends string>(
  tags: readonly Tag[],
  treatment: TagRow['treatment'],
  says: string,
): readonly TagRow<Tag>[] {
  return tags.map((tag) => ({ tag, treatment, says }))
}

/**
 * Applies the row of a tag that a file has: throws the refusal of a refused one and notes a noted one, with
 * what was found, as in `2 wells`, behind the sentence.
 * @throws `file.undecodable`
 */
export function applyTag<Tag extends string>(
  table: TagTable<Tag>,
  tag: NamedTag<NoInfer<Tag>>,
  context: NoteTaker,
  found?: string,
): void {
  applyFoundTag(table, tag, context, found)
}

/**
 * Does the same for a tag by the name that stands in the file. One without a row is noted, as nothing is
 * known of it.
 * @throws `file.undecodable`
 */
export function applyFoundTag(
  { format, rows }: TagTable,
  tag: string,
  { onNote }: NoteTaker,
  found?: string,
): void {
  const row = rows.find((known) => known.tag === tag)
  if (!row) onNote(`${tag} is unknown to this reader of ${format} and is left out.`)
  else if (row.treatment === 'refused') throw refuse(row.says)
  else if (row.treatment === 'noted')
    onNote(found === undefined ? row.says : `${row.says.slice(0, -1)} (${found}).`)
}

/** Returns the refusal of a tag, to be thrown where nothing else can follow. */
export function refuseTag<Tag extends string>(
  table: TagTable<Tag>,
  tag: NamedTag<NoInfer<Tag>>,
): SpecimenError {
  return refuse(sayTag(table, tag))
}

/** Returns the sentence of a row, for a refusal that adds what was found. */
export function sayTag<Tag extends string>({ rows }: TagTable<Tag>, tag: NamedTag<NoInfer<Tag>>): string {
  return rows.find((row) => row.tag === tag)?.says ?? tag
}
