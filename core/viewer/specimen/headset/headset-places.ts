/** Places among the parameters in a headset: the page's handles, which hands take. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { mergeDefaults, type ParameterSchema } from '../../../contract/domain/schema.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import type { Json } from '../../../contract/values/json.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { clampPlace } from '../../handles/clamp-place.ts'
import { createHandleControl } from '../../handles/handle-control.ts'
import { hasPlaces } from '../../handles/has-places.ts'
import type { PlaceGrip } from '../../handles/place-grip.ts'
import { listHandles, type RowHandle } from '../../handles/place-handle.ts'
import { type ResultSpace, toResultSpace } from '../../handles/result-space.ts'
import { roundPlace, toUnitLength } from '../../handles/rounding.ts'
import type { Control } from '../../panel/control.ts'
import { toRows } from '../../panel/rows/to-rows.ts'
import { isSame, readAt } from '../../panel/values.ts'
import type { HandGrip, HandMove, HandPlace, PlaceHold } from '../../xr/hand-place.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { carryPlace } from './carried-place.ts'

/** A view, as far as its places go. */
export interface PlacedView extends Pick<OpenedView, 'params'> {
  readonly model: Pick<OpenedView['model'], 'body' | 'prepared' | 'params'>
  readonly room: { readonly refusal: ReadonlySignal<string | null> } | null
}

/** The places of a view in the hands. */
export interface HeadsetPlaces {
  readonly shown: ReadonlySignal<readonly HandPlace[]>
  /** The place that a hand holds, in words; null for none. */
  readonly held: ReadonlySignal<string | null>
}

/** Returns the places of a view, which follow its parameters; none where no parameter is a place. */
export function createPlaces(view: PlacedView): HeadsetPlaces {
  const { body, prepared } = view.model
  const held = signal<string | null>(null)
  const schema = computed(() => body.value?.schema ?? null)
  const shown = computed(() => {
    const [known, content] = [schema.value, prepared.value]
    return known && content && hasPlaces(known) ? followPlaces(view, known, { content, held }) : null
  })
  return { held, shown: computed(() => shown.value?.value ?? []) }
}

/** The content that places stand in, and the words of the one that is held. */
interface PlaceScene {
  readonly content: Prepared
  readonly held: Signal<string | null>
}

function followPlaces(
  view: PlacedView,
  schema: ParameterSchema,
  { content, held }: PlaceScene,
): ReadonlySignal<readonly HandPlace[]> {
  const [space, rows] = [toResultSpace(content), toRows(schema)]
  const control = createHandleControl(view, schema)
  const handles = computed(() => listHandles(rows, mergeDefaults(schema, view.params.value), space))
  const context: HoldContext = { space, control, handles, held }
  return computed(() => {
    const isLocked = (view.room?.refusal.value ?? null) !== null
    return handles.value.map((handle) => toHandPlace(handle, context, isLocked))
  })
}

/** What a hold needs of the places around it. */
interface HoldContext {
  readonly space: ResultSpace
  readonly control: Control
  readonly handles: ReadonlySignal<readonly RowHandle[]>
  readonly held: Signal<string | null>
}

function toHandPlace(handle: RowHandle, context: HoldContext, isLocked: boolean): HandPlace {
  const { toPicture } = context.space
  const { row, grips, lines } = handle
  return {
    grips: grips.map(
      (grip): HandGrip => ({
        key: toKey(handle, grip),
        at: toPicture(grip.at),
        axis: grip.axis ?? null,
        isOnSurface: grip.way.kind === 'free' && grip.way.isOnSurface,
        isWhole: grip.name === '' || row.place?.format === 'polyline3',
        take: isLocked ? null : () => hold(handle, grip, context),
      }),
    ),
    lines: lines.map(({ through, axis }) => ({ through: through.map(toPicture), axis: axis ?? null })),
  }
}

function toKey({ row }: RowHandle, { key }: PlaceGrip): string {
  return `${row.pointer} ${key}`
}

/** Returns what takes the moves of a hand that has taken a part: the value goes the way of a slider's. */
function hold(handle: RowHandle, grip: PlaceGrip, context: HoldContext): PlaceHold {
  const { space, control, handles, held } = context
  const { row } = handle
  const read = (): Json | undefined => readAt(control.read().current, row.pointer)
  const before = read()
  let last = grip.at
  return ({ map: carry, hit, isHeld }: HandMove) => {
    const map = (place: Vector3): Vector3 => space.toResult(carry(space.toPicture(place)))
    // Another hand, or another person, may have moved the rest of it since.
    const key = toKey(handle, grip)
    const latest = handles.peek().flatMap((each) => each.grips.filter((part) => toKey(each, part) === key))[0]
    held.value = null
    if (!latest || before === undefined) return null
    const isOnSurface = grip.way.kind === 'free' && grip.way.isOnSurface
    if (!isOnSurface) last = map(grip.at)
    else if (hit) last = space.toResult(hit.placeInData ?? hit.place)
    const isWhole = grip.name === '' && !isOnSurface
    const value = (isWhole ? carryPlace(handle, before, { map, space }) : null) ?? latest.write(last)
    if (!isHeld) control.settle(row.pointer, value)
    else if (!isSame(value, read())) control.drag(row.pointer, value)
    if (isHeld) held.value = `${row.label}: ${sayValue(value)}${row.unit === '' ? '' : ` ${row.unit}`}`
    return isOnSurface ? hit && 'surface' : findSnap(handle, last, space)
  }
}

/** Returns the name of a bound, or of a step, to which the place of a part has snapped; null for neither. */
function findSnap({ row }: RowHandle, place: Vector3, space: ResultSpace): string | null {
  if (row.place?.format === 'direction3') return null
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
