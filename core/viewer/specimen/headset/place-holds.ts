/** What hands do with a place: the value goes the way of a slider's, with the same JSON as on the page. */
import { batch, type ReadonlySignal, type Signal } from '@preact/signals'
import { mostCurvePoints } from '../../../contract/domain/places.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { isJsonObject, type Json } from '../../../contract/values/json.ts'
import { clampPlace } from '../../handles/clamp-place.ts'
import type { PlaceGrip } from '../../handles/place-grip.ts'
import type { RowHandle } from '../../handles/place-handle.ts'
import { toPointValue } from '../../handles/place-kinds.ts'
import type { ResultSpace } from '../../handles/result-space.ts'
import { roundPlace, toUnitLength } from '../../handles/rounding.ts'
import type { Control } from '../../panel/control.ts'
import type { Row } from '../../panel/panel-model.ts'
import { isSame, readAt } from '../../panel/values.ts'
import type {
  HandGrip,
  HandMove,
  HandStroke,
  HeldState,
  PlaceHold,
  PlaceInHand,
} from '../../xr/hand-place.ts'
import { carryPlace } from './carried-place.ts'

/** What a hold needs of the places around it. */
export interface HoldContext {
  readonly space: ResultSpace
  readonly control: Control
  readonly handles: ReadonlySignal<readonly RowHandle[]>
  readonly held: Signal<string | null>
  /** Returns whether the view still has the function of these places. */
  readonly isCurrent: () => boolean
}

/** Returns a place as hands take it; none of its parts can be taken where a room refuses changes. */
export function toHandPlace(handle: RowHandle, context: HoldContext, isLocked: boolean): PlaceInHand {
  const { toPicture } = context.space
  const { grips, lines } = handle
  return {
    grips: grips.map(
      (grip): HandGrip => ({
        key: toKey(handle, grip),
        at: toPicture(grip.at),
        axis: grip.axis ?? null,
        isOnSurface: grip.way.kind === 'free' && grip.way.isOnSurface,
        isWhole: grip.name === '',
        pace: Math.max(1, Math.ceil(grips.length / gripsAFrame)),
        take: isLocked ? null : () => hold(handle, grip, context),
      }),
    ),
    lines: lines.map(({ through, axis }) => ({ through: through.map(toPicture), axis: axis ?? null })),
  }
}

/** Parts of a place whose value is checked and drawn in a frame. */
const gripsAFrame = 100

function toKey({ row }: RowHandle, { key }: PlaceGrip): string {
  return `${row.pointer} ${key}`
}

/** Returns what takes the moves of a hand that has taken a part: the value goes the way of a slider's. */
function hold(handle: RowHandle, grip: PlaceGrip, context: HoldContext): PlaceHold {
  const { space, control, handles, held, isCurrent } = context
  const { row } = handle
  const key = toKey(handle, grip)
  const read = (): Json | undefined => readAt(control.read().current, row.pointer)
  const find = (): PlaceGrip | undefined =>
    handles.peek().flatMap((each) => each.grips.filter((part) => toKey(each, part) === key))[0]
  const before = read()
  const isOnSurface = grip.way.kind === 'free' && grip.way.isOnSurface
  const isWhole = grip.name === '' && !isOnSurface
  let last = grip.at
  const move = ({ map: carry, hit, isHeld }: HandMove): HeldState | null => {
    const map = (place: Vector3): Vector3 => space.toResult(carry(space.toPicture(place)))
    // Another hand, or another person, may have moved the rest of it since.
    const latest = find()
    if (!isHeld) held.value = null
    if (!latest || before === undefined || !isCurrent()) return null
    if (!isOnSurface) last = map(grip.at)
    else if (hit) last = space.toResult(hit.placeInData ?? hit.place)
    const value = (isWhole ? carryPlace(handle, before, { map, space }) : null) ?? latest.write(last)
    if (!isHeld) control.settle(row.pointer, value)
    else if (!isSame(value, read())) control.drag(row.pointer, value)
    const unit = row.unit === '' ? '' : ` ${row.unit}`
    if (isHeld) held.value = `${row.label}: ${sayValue(read() ?? value)}${unit}`
    const isTurned = grip.way.kind === 'ball'
    const snapped = isOnSurface ? hit && 'surface' : isTurned ? null : findSnap(handle, last, space)
    return { snapped, text: `${sayPart(find() ?? latest, read() ?? value)}${unit}` }
  }
  // The board is told once of the value and its words.
  return (moved) => batch(() => move(moved))
}

/** Returns the numbers of a part: its place, its number on an axis, or the direction that is turned. */
function sayPart({ at, way }: PlaceGrip, value: Json): string {
  if (way.kind === 'free') return at.join(', ')
  if (way.kind === 'axis') return `${'xyz'.charAt(way.axis)} ${at[way.axis]}`
  const { normal, rotation } = isJsonObject(value) ? value : {}
  return sayValue(normal ?? rotation ?? value)
}

/** Returns the name of a bound, or of a step, to which the place of a part has snapped; null for neither. */
function findSnap({ row }: RowHandle, place: Vector3, space: ResultSpace): string | null {
  const free = roundPlace(place, toUnitLength(space.size))
  const taken = clampPlace(row, free, space)
  const moved = [0, 1, 2].filter((axis) => taken[axis] !== free[axis])
  return moved.length === 0 ? null : moved.map((axis) => `${axis} ${taken[axis]}`).join()
}

/** Returns the numbers of a value, each member with its name. */
export function sayValue(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value))
    return value.every((part) => typeof part === 'number') ? value.join(', ') : `${value.length} points`
  return Object.entries(value)
    .map(([name, member]) => `${name} ${sayValue(member)}`)
    .join('; ')
}

/** Returns what draws a curve, whose value goes a slider's way; fewer points than it needs are none. */
export function toStroke(
  row: Row,
  { space, control, held, isCurrent }: HoldContext,
  drawn: Signal<string | null>,
): HandStroke {
  const { field, pointer, label } = row
  const [least, most] = field.kind === 'list' ? [field.minimum, field.maximum] : [2, null]
  const draw = (points: readonly Vector3[], isHeld: boolean): void => {
    const places = points.map((point) => toPointValue(row, space.toResult(point), space))
    const value = places.filter((place, i) => !isSame(place, places[i - 1]))
    held.value = isHeld ? `${label}: ${value.length} points` : null
    if (value.length < Math.max(2, least) || !isCurrent()) return
    if (isHeld) control.drag(pointer, value)
    else control.settle(pointer, value)
    if (!isHeld) drawn.value = null
  }
  return {
    most: most ?? mostCurvePoints,
    isOnSurface: row.place?.isOnSurface ?? false,
    onDraw: (points, isHeld) => batch(() => draw(points, isHeld)),
  }
}
