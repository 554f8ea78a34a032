import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import type { Display } from '../../contract/look/display.ts'
import { toShownText } from '../../contract/text/visible-text.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { Pointing } from '../specimen/over/measure.ts'
import type { Stage } from '../stage/stage.ts'
import { PlotPicture } from './plot-picture.tsx'
import { RowTable } from './row-table.tsx'
import { findNearestRow, listTables, type MarkedRow, type ShownTable } from './shown-tables.ts'

/** A content with tables, and the picture that it is in. */
export interface TablesProps {
  readonly prepared: Prepared
  readonly display: Display
  readonly pointing: Pick<Pointing, 'clicked' | 'rowPlace'>
  readonly stage: RefObject<Stage | null>
}

/**
 * The tables of a content, one at a time: its plot, and its rows. A chosen row comes into the middle of the
 * picture and is marked there; a click in the picture marks the row that is nearest.
 */
export function Tables({ prepared, display, pointing, stage }: TablesProps) {
  const tables = useMemo(() => listTables(prepared, display), [prepared, display.parts])
  const chosen = useSignal<string | null>(null)
  const marked = useSignal<MarkedRow | null>(null)
  const mark = (row: MarkedRow | null): void => {
    marked.value = row
    pointing.rowPlace.value = row?.place ?? null
  }
  useLayoutEffect(() => mark(null), [prepared])
  useSignalEffect(() => {
    const hit = pointing.clicked.value
    if (hit) mark(findNearestRow(tables, hit.place) ?? marked.peek())
  })
  const part = useComputed(() => marked.value?.part ?? chosen.value).value
  const shown = tables.find((table) => table.part === part) ?? tables[0]
  if (!shown) return null
  const isAlone = prepared.type === 'table' && !shown.hasPlaces
  const row = marked.value?.part === shown.part ? marked.value.row : null
  return (
    <section class={`tables${isAlone ? ' is-alone' : ''}`} aria-label="Tables">
      {tables.length > 1 && (
        <TableNames
          tables={tables}
          shown={shown}
          onChoose={(name) => {
            mark(null)
            chosen.value = name
          }}
        />
      )}
      <PlotPicture table={shown.table} label={shown.title || 'the table'} row={row} />
      <RowTable
        key={shown.part}
        shown={shown}
        row={row}
        onRow={(of) => {
          const place = shown.hasPlaces ? shown.placeOf(of) : null
          mark({ part: shown.part, row: of, place })
          if (place) stage.current?.aim(place)
        }}
      />
    </section>
  )
}

interface TableNamesProps {
  readonly tables: readonly ShownTable[]
  readonly shown: ShownTable
  readonly onChoose: (part: string | null) => void
}

function TableNames({ tables, shown, onChoose }: TableNamesProps) {
  return (
    <p class="tables-names">
      {tables.map(({ part, title }) => (
        <button key={part} type="button" aria-pressed={part === shown.part} onClick={() => onChoose(part)}>
          <bdi>{toShownText(title)}</bdi>
        </button>
      ))}
    </p>
  )
}
