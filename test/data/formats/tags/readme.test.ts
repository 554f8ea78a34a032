/** Holds the README of core/data/formats to the tables of tags; `SPECIMEN_UPDATE_README=1` writes it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { TagTable } from '../../../../core/data/formats/tag-table.ts'
import { tagTables } from '../../../../core/data/formats/tag-tables.ts'

const readme = new URL('../../../../core/data/formats/README.md', import.meta.url)
const [begin, end] = ['<!-- begin of the tables of tags -->', '<!-- end of the tables of tags -->']

/** Returns the tables as Markdown: a heading for each format, with the text that names its tags, and a row a tag. */
function toMarkdown(tables: readonly TagTable[]): string {
  return tables
    .map(({ format, source, rows }) => {
      const lines = rows.map(
        ({ tag, treatment, says }) => `| ${toCell(tag)} | ${treatment} | ${toCell(says)} |`,
      )
      return [
        `### ${format}`,
        `Tags of ${source}.`,
        ['| tag | | |', '| --- | --- | --- |', ...lines].join('\n'),
      ].join('\n\n')
    })
    .join('\n\n')
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')
}

it('the README of formats has the rows of the tables', () => {
  const text = readFileSync(readme, 'utf8')
  const parts = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))]
  const wanted = `${parts[0]}${begin}\n\n${toMarkdown(tagTables)}\n\n${parts[1]}`
  if (process.env.SPECIMEN_UPDATE_README) writeFileSync(readme, wanted)
  else expect(text, 'SPECIMEN_UPDATE_README=1 writes it').toBe(wanted)
})
