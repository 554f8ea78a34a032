import type { TagTable } from './tag-table.ts'
import { npyTags } from './volume/npy-tags.ts'

/** The tables of all formats, as the README of this folder shows them; tests walk each row. */
export const tagTables: readonly TagTable[] = [npyTags]
