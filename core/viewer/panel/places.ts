/** Places among the parameters: their handles in the picture, and their texts on the clipboard. */
import type { PlaceFormat } from '../../contract/domain/places.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../contract/values/json.ts'
import type { Control } from './control.ts'
import type { FieldOf, Row } from './panel-model.ts'
import type { PanelPlaces, PickedPlace } from './panel-places.ts'
import { readAt } from './values.ts'

/** The row of a place, in a panel that may have a picture beside it. */
interface PlaceContext {
  readonly control: Control
  readonly places: PanelPlaces | null
}

/** Listeners of the row of a place. */
export interface PlaceListeners {
  onFocusIn(event: Event): void
  onFocusOut(): void
  onPointerOver(event: Event): void
  onPointerLeave(event: PointerEvent & { readonly currentTarget: HTMLElement }): void
  onCopy(event: ClipboardEvent): void
  onPaste(event: ClipboardEvent): void
}

/** Returns the listeners of the row of a place; those of a row inside it come first, and then alone. */
export function listenToPlace(
  row: Row,
  value: Json | undefined,
  { control, places }: PlaceContext,
): PlaceListeners {
  const see = (event: Event): void => {
    event.stopPropagation()
    if (places) places.seen.value = row.pointer
  }
  const leave = (): void => {
    if (places?.seen.value === row.pointer) places.seen.value = null
  }
  return {
    onFocusIn: see,
    onFocusOut: leave,
    onPointerOver: see,
    onPointerLeave: ({ currentTarget }) => {
      if (!currentTarget.contains(document.activeElement)) leave() // it has the focus still
    },
    onCopy(event: ClipboardEvent): void {
      if (event.defaultPrevented || value === undefined || hasSelection(event.target)) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', JSON.stringify(value))
    },
    onPaste(event: ClipboardEvent): void {
      if (event.defaultPrevented) return
      const pasted = readPlaceText(event.clipboardData?.getData('text/plain') ?? '')
      if (pasted === undefined || !row.fits(pasted)) return
      event.preventDefault()
      control.settle(row.pointer, pasted)
    },
  }
}

/** Returns whether a part of the text of a field is selected, which is then what is copied. */
function hasSelection(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd
}

/** Returns the value that a text says, as JSON or as numbers: `1, 2, 3` or `1 2 3`; undefined for neither. */
export function readPlaceText(text: string): Json | undefined {
  const parts = text.trim().split(/[\s,;]+/)
  const numbers = parts.map(Number)
  if (parts.length > 1 && numbers.every(Number.isFinite)) return numbers
  try {
    return parseJson(text, 'The text')
  } catch {
    return undefined // it is pasted as any text
  }
}

/** Returns the rows of a list of points, which are handles that can be added to; null for another row. */
export function readPointList({ field, place }: Row): FieldOf<'list'> | null {
  return place === null && field.kind === 'list' && field.item(0).place?.format === 'point3' ? field : null
}

/**
 * Returns the row's value with a picked place: in place of a point, of a plane's point and normal, and behind
 * the last one of a curve or a list; a direction leads away from the surface. Undefined where nothing is
 * taken: for a direction where no surface is seen, and for a list that is full.
 */
export function withPicked(
  row: Row,
  value: Json | undefined,
  { point, normal }: { readonly point: Vector3; readonly normal: Vector3 | null },
): Json | undefined {
  const { field, place } = row
  if (place?.format === 'direction3') return normal ? [...normal] : undefined
  if (place?.format === 'plane') {
    const before = isJsonObject(value) ? value : {}
    return { ...before, point: [...point], ...(normal && { normal: [...normal] }) }
  }
  if (place?.format === 'point3') return [...point]
  const items = isJsonArray(value) ? value : []
  const isFull = field.kind === 'list' && field.maximum !== null && items.length >= field.maximum
  return isFull ? undefined : [...items, point]
}

/** Returns the pick of a place for a row: it goes on until something is taken. */
export function createPick(row: Row, control: Control, picked: PanelPlaces['picked']): PickedPlace {
  const { pointer } = row
  return {
    row,
    take: (point, normal) => {
      const next = withPicked(row, readAt(control.read().current, pointer), { point, normal })
      if (next === undefined) return
      picked.value = null
      control.settle(pointer, next)
    },
  }
}

const pickedFormats: readonly (PlaceFormat | undefined)[] = ['point3', 'polyline3', 'plane', 'direction3']

/** Returns whether a place on the specimen can be picked for a row. */
export function canPick(row: Row): boolean {
  return pickedFormats.includes(row.place?.format) || readPointList(row) !== null
}

/** Returns the point that carries a curve on, as far as its last two are apart; undefined for none. */
export function carryOn(points: readonly Json[]): Json | undefined {
  const [before, last] = points.slice(-2)
  if (!isJsonArray(before) || !isJsonArray(last)) return undefined
  return last.map((number, axis) => 2 * Number(number) - Number(before[axis]))
}
