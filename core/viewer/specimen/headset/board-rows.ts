/** The rows of a panel on the board in a headset: the same rows, values and words, in buttons and tracks. */
import type { Json } from '../../../contract/values/json.ts'
import type { Control } from '../../panel/control.ts'
import { findOption, toOptionRef } from '../../panel/data/data-catalog.ts'
import type { FieldOf, Row } from '../../panel/panel-model.ts'
import { moveSlider, stepNumber, toLastPosition, toPosition } from '../../panel/rows/number-scale.ts'
import { canShow, findVariant, listInner, switchVariant, toStart } from '../../panel/rows/row-values.ts'
import { isSame, readAt } from '../../panel/values.ts'
import { describeRowValue } from '../../panel/words.ts'
import type { BoardCell, BoardRow } from '../../xr/board-words.ts'
import { type BoardPlaces, listPaletteRows, toColor, toCurve, toPlaceCells } from './place-rows.ts'

/** A row in a list of thousands is set on the page. */
const mostRows = 120
/** Options side by side, and letters in them; more are gone through one by one. */
const mostSegments = 3
const mostLetters = 24
const onPage = 'on the page'

/** The panel that the board shows. */
export interface BoardPanel {
  readonly rows: readonly Row[]
  readonly control: Control
  /** Sentences by the pointer of the row that shows them. */
  readonly problems: ReadonlyMap<string, readonly string[]>
  /** True where a room refuses changes. */
  readonly isLocked: boolean
  /** What hands are to do next for a place; null where no picture has places. */
  readonly places: BoardPlaces | null
}

/** Returns the rows of a panel in order, those inside others too. */
export function toBoardRows(panel: BoardPanel): readonly BoardRow[] {
  const rows: BoardRow[] = []
  for (const row of panel.rows) addRow(panel, row, rows)
  if (rows.length <= mostRows) return rows
  return [...rows.slice(0, mostRows), { ...plain('more', '', 'More values'), hint: onPage }]
}

/** Returns a row of words alone. */
export function plain(key: string, label: string, value: string): BoardRow {
  return { key, label, value, problem: '', hint: '', track: null, cells: [] }
}

/** Returns buttons in lines of about as many, where one has room for so few. */
export function toCellRows(key: string, cells: readonly BoardCell[]): readonly BoardRow[] {
  const lines = Math.ceil(cells.length / mostSegments)
  const most = Math.ceil(cells.length / lines)
  return Array.from({ length: lines }, (_, i) => ({
    ...plain(`${key} ${i}`, '', ''),
    cells: cells.slice(i * most, (i + 1) * most),
  }))
}

function addRow(panel: BoardPanel, row: Row, rows: BoardRow[]): void {
  const { field, pointer } = row
  if (field.kind === 'fixed' || rows.length > mostRows) return
  const value = readAt(panel.control.read().current, pointer)
  const own = toBoardRow(panel, row, value)
  // The numbers of a point say all that it is.
  if (field.kind !== 'vector' || own.problem !== '' || own.cells.length > 0) rows.push(own)
  if (field.kind === 'color') rows.push(...listPaletteRows(panel, row, value))
  // A curve is drawn, and its points are taken in the hand.
  if (row.place?.format === 'polyline3' && panel.places) return
  for (const inner of listInner(row, value)) addRow(panel, within(row, inner), rows)
}

/** Names a row by those around it: a board has no indents. Numbers of a point have its unit. */
function within({ label, unit, field }: Row, inner: Row): Row {
  const name =
    field.kind === 'variant' || inner.label.startsWith(label) ? inner.label : `${label} · ${inner.label}`
  return { ...inner, label: name, unit: inner.unit || unit }
}

function toBoardRow(panel: BoardPanel, row: Row, value: Json | undefined): BoardRow {
  const { field, pointer, label, unit } = row
  const [problem = ''] = panel.problems.get(pointer) ?? []
  const name = unit === '' ? label : `${label} (${unit})`
  const words = { ...plain(pointer, name, describeRowValue(row, value)), problem }
  if (!canShow(field, value)) return { ...words, ...toUnset(panel, row) }
  switch (field.kind) {
    case 'slider':
      return { ...words, ...toSlider(panel, row, field) }
    case 'number':
      return { ...words, cells: toSteps(panel, row, field) }
    case 'toggle': {
      const values = [false, true]
      return { ...words, value: '', cells: toSegments(panel, row, { values, labels: ['Off', 'On'] }) }
    }
    case 'choice': {
      const values = field.options.map((option) => option.value)
      return {
        ...words,
        ...toChoice(panel, row, { values, labels: field.options.map((each) => each.label) }),
      }
    }
    case 'variant': {
      const values = field.variants.map((variant) => switchVariant(variant, value))
      const labels = field.variants.map((variant) => variant.label)
      const chosen = findVariant(field, value)
      const place = field.variants.findIndex((variant) => variant.row === chosen?.row)
      return { ...words, ...toChoice(panel, row, { values, labels, place }) }
    }
    case 'data':
      return { ...words, ...toDataChoice(panel, row, field) }
    case 'color':
      return { ...words, hint: onPage, ...toColor(panel, row, value) }
    case 'vector':
      return { ...words, cells: toPlaceCells(panel, row) }
    case 'group':
      return row.place ? { ...words, value: '' } : words
    case 'list':
      if (panel.places && row.place?.format === 'polyline3')
        return { ...words, ...toCurve(panel, row, value) }
      return { ...words, hint: `add and remove ${onPage}` }
    default:
      return { ...words, hint: onPage }
  }
}

/** A value that is left out begins with the first that the page would begin with. */
function toUnset({ control, isLocked }: BoardPanel, row: Row): Partial<BoardRow> {
  const press = (): void => control.settle(row.pointer, toStart(row))
  const value = row.isRequired ? 'No value yet' : 'Left out'
  return { value, cells: [{ label: 'Set', isOn: false, isOff: isLocked, press }] }
}

function toSlider(panel: BoardPanel, row: Row, field: FieldOf<'slider'>): Partial<BoardRow> {
  const { control, isLocked } = panel
  const last = toLastPosition(field)
  const read = (): number => readNumber(panel, row)
  const move = (part: number): number => moveSlider(field, read(), Math.round(part * last))
  const track = {
    part: last === 0 ? 0 : toPosition(field, read()) / last,
    drag: (part: number): void => {
      const next = move(part)
      if (next !== read()) control.drag(row.pointer, next)
    },
    // The place may be that of the drag before, whose value is there already.
    settle: (part: number): void => control.settle(row.pointer, move(part)),
  }
  return isLocked ? {} : { track, cells: toSteps(panel, row, field) }
}

function toSteps(panel: BoardPanel, row: Row, field: FieldOf<'slider' | 'number'>): readonly BoardCell[] {
  const { control, isLocked } = panel
  return ([-1, 1] as const).map((by) => ({
    label: by < 0 ? '−' : '+',
    isOn: false,
    isOff: isLocked || stepNumber(field, readNumber(panel, row), by) === readNumber(panel, row),
    press: () => control.settle(row.pointer, stepNumber(field, readNumber(panel, row), by)),
  }))
}

function readNumber({ control }: BoardPanel, { pointer }: Row): number {
  const value = readAt(control.read().current, pointer)
  return typeof value === 'number' ? value : 0
}

/** Values to choose from, and the place of the chosen one where its value does not say it. */
interface Options {
  readonly values: readonly Json[]
  readonly labels: readonly string[]
  readonly place?: number
}

function findPlace({ control }: BoardPanel, { pointer }: Row, { values, place }: Options): number {
  const value = readAt(control.read().current, pointer)
  return place ?? values.findIndex((other) => isSame(other, value))
}

/** What fits is gone through one by one; a file, which is brought on the page, stands before the first. */
function toDataChoice(panel: BoardPanel, row: Row, field: FieldOf<'data'>): Partial<BoardRow> {
  const { options, none } = field
  const value = readAt(panel.control.read().current, row.pointer)
  const values = [...(none ? [none.value] : []), ...options.map(toOptionRef)]
  if (values.length === 0) return { hint: onPage }
  const chosen = findOption(options, value)
  const isNone = none !== undefined && (value ?? null) === null
  const place = chosen ? values.length - options.length + options.indexOf(chosen) : isNone ? 0 : -1
  return { cells: toTurns(panel, row, { values, place }) }
}

/** Few options stand beside each other; of many there is the next and the one before. */
function toChoice(panel: BoardPanel, row: Row, options: Options): Partial<BoardRow> {
  const { labels } = options
  if (labels.length <= mostSegments && labels.join('').length <= mostLetters)
    return { value: '', cells: toSegments(panel, row, options) }
  const place = findPlace(panel, row, options)
  return { value: labels[place] ?? '', cells: toTurns(panel, row, { values: options.values, place }) }
}

/** Returns the buttons to the value before and the next, in a circle; -1 stands before the first. */
function toTurns(
  panel: BoardPanel,
  row: Row,
  { values, place }: { readonly values: readonly (Json | undefined)[]; readonly place: number },
): readonly BoardCell[] {
  const count = values.length
  return ([-1, 1] as const).map((by) => {
    const next = place < 0 && by < 0 ? count - 1 : (place + by + count) % count
    return {
      label: by < 0 ? '◀' : '▶',
      isOn: false,
      isOff: panel.isLocked,
      press: () => panel.control.settle(row.pointer, values[next]),
    }
  })
}

function toSegments(panel: BoardPanel, row: Row, options: Options): readonly BoardCell[] {
  const place = findPlace(panel, row, options)
  return options.labels.map((label, i) => ({
    label,
    isOn: i === place,
    isOff: panel.isLocked,
    press: () => panel.control.settle(row.pointer, options.values[i]),
  }))
}
