/** The parts of a scene on the board in a headset: the rows of the page's list. */
import type { ReadonlySignal } from '@preact/signals'
import { changePart, type PartChange } from '../../../contract/look/part-look.ts'
import type { PreparedScene } from '../../../data/prepared/prepared.ts'
import type { BoardCell, BoardRow } from '../../xr/board-words.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { listPartRows, type PartRow, toggleAlone } from '../settings/part-rows.ts'
import { plain } from './board-rows.ts'

/** A view, as far as its parts go. */
export interface PartedView extends Pick<OpenedView, 'display' | 'onDisplay' | 'parts'> {
  readonly model: Pick<OpenedView['model'], 'prepared'>
  readonly room: { readonly refusal: ReadonlySignal<string | null> } | null
}

/** Returns a row for each part of a scene: shown or not, its opacity, and alone; none for another content. */
export function listPartBoardRows(view: PartedView): readonly BoardRow[] {
  const prepared = view.model.prepared.value
  if (prepared?.type !== 'scene') return []
  const rows = listPartRows(prepared.parts, view.display.value)
  return rows.map((row) => toRow(view, prepared, row))
}

function toRow(view: PartedView, { parts }: PreparedScene, row: PartRow): BoardRow {
  const { display, onDisplay, room } = view
  const { part, title, isShown, isAlone, opacity, isMoved } = row
  const isOff = (room?.refusal.value ?? null) !== null
  const change = (wanted: PartChange, isOnWay = false): void =>
    onDisplay({ parts: changePart(display.peek().parts, part, wanted) }, isOnWay)
  const dim = (place: number, isOnWay: boolean): void =>
    change({ opacity: Math.round(100 * place) / 100 }, isOnWay)
  const shown: BoardCell = {
    label: isShown ? 'On' : 'Off',
    isOn: isShown,
    isOff,
    press: () => change({ hidden: isShown }),
  }
  const alone: BoardCell = {
    label: 'Only',
    isOn: isAlone,
    isOff,
    press: () =>
      onDisplay({ parts: toggleAlone({ row, parts, display: display.peek() }, view.parts.before) }),
  }
  const back: BoardCell = { label: 'Back', isOn: false, isOff, press: () => change({ move: undefined }) }
  const value = `${Math.round(100 * opacity)} %${isMoved ? ', moved' : ''}`
  const track = isOff
    ? null
    : {
        part: opacity,
        drag: (place: number) => dim(place, true),
        settle: (place: number) => dim(place, false),
      }
  return {
    ...plain(`part ${part.name}`, title, value),
    track,
    cells: [shown, alone, ...(isMoved ? [back] : [])],
  }
}
