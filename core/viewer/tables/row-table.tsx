import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { holdsNumbers, type TableColumn } from '../../contract/domain/result/columns.ts'
import { formatNumber } from '../../contract/look/ticks.ts'
import { toShownText } from '../../contract/text/visible-text.ts'
import { Button } from '../parts/button.tsx'
import { copyText } from '../parts/copy-text.ts'
import { orderRows, type RowOrder, toTitle, toTsv } from './order-rows.ts'
import type { ShownTable } from './shown-tables.ts'

/** CSS pixels of a row, as the style has it. */
const rowHeight = 26
/** Rows beyond those that are seen, above and below. */
const spare = 6

interface RowTableProps {
  readonly shown: ShownTable
  /** The marked row; null for none. */
  readonly row: number | null
  readonly onRow: (row: number) => void
}

/** The rows of a table, of which those exist that are seen: sorted by the head of a column, copied as TSV. */
export function RowTable({ shown, row, onRow }: RowTableProps) {
  const { table, hasPlaces } = shown
  const { columns } = table
  const order = useSignal<RowOrder | null>(null)
  const [top, high] = [useSignal(0), useSignal(400)]
  const frame = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => orderRows(columns, order.value), [columns, order.value])
  const first = useComputed(() => Math.max(0, Math.floor(top.value / rowHeight) - spare)).value
  const count = Math.ceil(high.value / rowHeight) + 2 * spare
  const seen = rows.subarray(first, first + count)
  const text = useSignal<string | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      high.value = element.clientHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => showRow(frame.current, row === null ? -1 : rows.indexOf(row)), [row, rows])
  const sort = (column: number): void => {
    const now = order.value
    order.value =
      now?.column !== column
        ? { column, isFalling: false }
        : now.isFalling
          ? null
          : { column, isFalling: true }
  }
  const copy = async (): Promise<void> => {
    const tsv = toTsv(columns, rows)
    text.value = (await copyText(tsv)) ? 'Copied.' : tsv
  }
  return (
    <div class="row-table">
      <div
        class="row-scroll"
        ref={frame}
        onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
      >
        <table aria-rowcount={rows.length + 1} aria-label={toShownText(shown.title || 'Rows')}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Row</th>
              {columns.map((column, i) => (
                <Head
                  key={column.name}
                  column={column}
                  order={findOrder(order.value, i)}
                  onSort={() => sort(i)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Space rows={first} />
            {Array.from(seen, (of, i) => (
              <tr
                key={of}
                aria-rowindex={first + i + 2}
                aria-selected={of === row}
                onClick={hasPlaces ? () => onRow(of) : undefined}
              >
                <th scope="row">{hasPlaces ? <RowButton row={of} onRow={onRow} /> : of + 1}</th>
                {columns.map((column) => (
                  <Cell key={column.name} column={column} row={of} />
                ))}
              </tr>
            ))}
            <Space rows={Math.max(0, rows.length - first - seen.length)} />
          </tbody>
        </table>
      </div>
      <p class="row-foot">
        <span>{`${rows.length.toLocaleString('en')} rows`}</span>
        <Button onClick={() => void copy()}>Copy as TSV</Button>
        {text.value !== null && <Copied text={text.value} />}
      </p>
    </div>
  )
}

/** Rows that are not seen, as the height of one. */
function Space({ rows }: { readonly rows: number }) {
  if (rows === 0) return null
  return (
    <tr>
      <td class="row-space" style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  )
}

type Sorting = 'ascending' | 'descending' | 'none'

function findOrder(order: RowOrder | null, column: number): Sorting {
  if (order?.column !== column) return 'none'
  return order.isFalling ? 'descending' : 'ascending'
}

const arrows: { readonly [sorting in Sorting]: string } = {
  ascending: 'M1 8 5 2 9 8z',
  descending: 'M1 2 5 8 9 2z',
  none: '',
}

interface HeadProps {
  readonly column: TableColumn
  readonly order: Sorting
  readonly onSort: () => void
}

function Head({ column, order, onSort }: HeadProps) {
  return (
    <th scope="col" aria-sort={order} class={holdsNumbers(column) ? 'is-number' : ''}>
      <button type="button" onClick={onSort}>
        <bdi>{toShownText(toTitle(column))}</bdi>{' '}
        <svg class="row-arrow" viewBox="0 0 10 10" aria-hidden="true">
          <path d={arrows[order]} />
        </svg>
      </button>
    </th>
  )
}

function RowButton({ row, onRow }: { readonly row: number; readonly onRow: (row: number) => void }) {
  return (
    <button
      type="button"
      aria-label={`Go to row ${row + 1}`}
      onClick={(event) => {
        event.stopPropagation() // the row has the same
        onRow(row)
      }}
    >
      {row + 1}
    </button>
  )
}

function Cell({ column, row }: { readonly column: TableColumn; readonly row: number }) {
  if (!holdsNumbers(column)) return <td dir="auto">{toShownText(column.values[row] ?? '')}</td>
  const value = column.values[row] ?? Number.NaN
  return (
    <td class="is-number" title={String(value)}>
      {Number.isNaN(value) ? '' : formatNumber(value)}
    </td>
  )
}

/** The rows as a text to copy, on a page that may not do so; or the word that it has. */
function Copied({ text }: { readonly text: string }) {
  return text === 'Copied.' ? (
    <span role="status">{text}</span>
  ) : (
    <textarea readOnly aria-label="Rows as TSV" value={text} />
  )
}

/** Scrolls as far as a row needs to be seen. */
function showRow(frame: HTMLElement | null, place: number): void {
  if (!frame || place < 0) return
  const head = rowHeight
  const [from, to] = [place * rowHeight, (place + 1) * rowHeight + head]
  if (from < frame.scrollTop) frame.scrollTop = from
  else if (to > frame.scrollTop + frame.clientHeight) frame.scrollTop = to - frame.clientHeight
}
