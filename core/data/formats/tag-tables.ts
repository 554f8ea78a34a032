import type { FileFormat, FolderFormat } from './format.ts'
import { folderFormats, formats } from './formats.ts'
import type { TagTable } from './tag-table.ts'

const all: readonly (FileFormat | FolderFormat)[] = [...formats, ...folderFormats]
const readers = await Promise.all(all.map(({ load }) => load()))

/** The tables of all formats, as TAGS.md shows them; tests walk each row. Loads every reader. */
export const tagTables: readonly TagTable[] = readers.flatMap(({ tags }) => tags ?? [])
