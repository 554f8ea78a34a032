/** What the board has for places: picking one on the specimen, drawing a curve, and a palette of colours. */
import type { Signal } from '@preact/signals'
import {
  type ColormapName,
  colormapNames,
  colormapSize,
  sampleColormap,
} from '../../../contract/look/colormaps.ts'
import { solidColors } from '../../../contract/look/solid-colors.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import { isJsonArray, type Json } from '../../../contract/values/json.ts'
import type { Control } from '../../panel/control.ts'
import type { Row } from '../../panel/panel-model.ts'
import type { PanelPlaces } from '../../panel/panel-places.ts'
import { canPick, createPick } from '../../panel/places.ts'
import type { BoardCell, BoardRow } from '../../xr/board-words.ts'

/** The palette that is open. */
export interface ColorPalette {
  readonly pointer: string
  readonly map: ColormapName
}

/** What hands are to do next for a place. */
export interface BoardPlaces {
  readonly picked: PanelPlaces['picked']
  /** The pointer of the curve that the next pinch draws; null for none. */
  readonly drawn: Signal<string | null>
  readonly palette: Signal<ColorPalette | null>
}

/** The panel of a place's row. */
interface PlacePanel {
  readonly control: Control
  readonly isLocked: boolean
  readonly places: BoardPlaces | null
}

/** Returns what the row of a curve says and has: how many points, and the buttons by which it is set. */
export function toCurve(panel: PlacePanel, row: Row, value: Json | undefined): Partial<BoardRow> {
  const cells = toPlaceCells(panel, row)
  return isJsonArray(value) ? { value: `${value.length} points`, cells } : { cells }
}

/** Returns the buttons of the row of a point or a curve; none for another row. */
export function toPlaceCells({ control, isLocked, places }: PlacePanel, row: Row): readonly BoardCell[] {
  if (!places || !canPick(row)) return []
  const { pointer } = row
  const { picked, drawn } = places
  const isPicked = picked.value?.row.pointer === pointer
  const pick: BoardCell = {
    label: 'Pick',
    isOn: isPicked,
    isOff: isLocked,
    press: () => {
      drawn.value = null
      picked.value = isPicked ? null : createPick(row, control, picked)
    },
  }
  if (row.place?.format !== 'polyline3') return [pick]
  const isDrawn = drawn.value === pointer
  const draw: BoardCell = {
    label: 'Draw',
    isOn: isDrawn,
    isOff: isLocked,
    press: () => {
      picked.value = null
      drawn.value = isDrawn ? null : pointer
    },
  }
  return [draw, pick]
}

/** Returns what the row of a colour says and has: its digits, itself, and the button of its palette. */
export function toColor(
  { isLocked, places }: PlacePanel,
  { pointer }: Row,
  value: Json | undefined,
): Partial<BoardRow> {
  if (typeof value !== 'string' || !places) return {}
  const { palette } = places
  const isOn = palette.value?.pointer === pointer
  const press = (): void => {
    palette.value = isOn ? null : { pointer, map: colormapNames[0] ?? 'viridis' }
  }
  return { value, color: value, cells: [{ label: 'Palette', isOn, isOff: isLocked, press }] }
}

/** Returns the rows of an open palette: plain colours, and a colour map along which a hand drags. */
export function listPaletteRows(
  panel: PlacePanel,
  { pointer }: Row,
  value: Json | undefined,
): readonly BoardRow[] {
  const { control, isLocked, places } = panel
  const palette = places?.palette.value
  if (palette?.pointer !== pointer || isLocked) return []
  const swatches = Object.entries(solidColors).map(([name, number]): BoardCell => {
    const color = toHex(number >> 16, (number >> 8) & 255, number & 255)
    return {
      label: toLabel(name),
      color,
      isOn: color === value,
      isOff: false,
      press: () => control.settle(pointer, color),
    }
  })
  const colors = sampleColormap(palette.map, false)
  const read = (part: number): string => {
    const at = 4 * Math.round(part * (colormapSize - 1))
    return toHex(colors[at] ?? 0, colors[at + 1] ?? 0, colors[at + 2] ?? 0)
  }
  const turns = ([-1, 1] as const).map((by): BoardCell => {
    const next = (colormapNames.indexOf(palette.map) + by + colormapNames.length) % colormapNames.length
    const map = colormapNames[next] ?? palette.map
    const press = (): void => {
      if (places) places.palette.value = { pointer, map }
    }
    return { label: by < 0 ? '◀' : '▶', isOn: false, isOff: false, press }
  })
  const plain = { label: '', value: '', problem: '', hint: '', track: null } as const
  const track = {
    part: findPart(colors, value),
    colors,
    drag: (part: number): void => control.drag(pointer, read(part)),
    settle: (part: number): void => control.settle(pointer, read(part)),
  }
  return [
    { ...plain, key: `${pointer} swatches`, cells: swatches },
    {
      ...plain,
      key: `${pointer} map`,
      label: 'Colour map',
      value: toLabel(palette.map),
      track,
      cells: turns,
    },
  ]
}

function toHex(...channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the part of a colour map whose colour is nearest to a value. */
function findPart(colors: Uint8Array, value: Json | undefined): number {
  const number = typeof value === 'string' ? Number.parseInt(value.slice(1), 16) : 0
  const channels = [number >> 16, (number >> 8) & 255, number & 255]
  const measure = (index: number): number =>
    Math.hypot(...channels.map((channel, i) => channel - (colors[4 * index + i] ?? 0)))
  let nearest = 0
  for (let i = 1; i < colormapSize; i++) if (measure(i) < measure(nearest)) nearest = i
  return nearest / (colormapSize - 1)
}
