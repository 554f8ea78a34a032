/** Holds TAGS.md of core/data/formats to the tables of tags; `SPECIMEN_UPDATE_README=1` writes it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { TagTable } from '../../../../core/data/formats/tag-table.ts'
import { tagTables } from '../../../../core/data/formats/tag-tables.ts'

const page = new URL('../../../../core/data/formats/TAGS.md', import.meta.url)
const head = `# Tags of formats

How each tag of a format is treated, made from the tables beside the readers; the [README](README.md#tags) says what the
words mean.
`

/** Returns the tables as Markdown: a heading for each format, with the text that names its tags, and a row a tag. */
function toMarkdown(tables: readonly TagTable[]): string {
  return tables
    .map(({ format, source, rows }) => {
      const lines = rows.map(
        ({ tag, treatment, says }) => `| ${toCell(tag)} | ${treatment} | ${toCell(says)} |`,
      )
      return [
        `## ${format}`,
        `Tags of ${source}.`,
        ['| tag | | |', '| --- | --- | --- |', ...lines].join('\n'),
      ].join('\n\n')
    })
    .join('\n\n')
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')
}

it('TAGS.md has the rows of the tables', () => {
  const wanted = `${head}\n${toMarkdown(tagTables)}\n`
  if (process.env.SPECIMEN_UPDATE_README) writeFileSync(page, wanted)
  else expect(readFileSync(page, 'utf8'), 'SPECIMEN_UPDATE_README=1 writes it').toBe(wanted)
})
