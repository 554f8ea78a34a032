/** Places among the parameters in a headset: the page's handles, which hands take. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { mergeDefaults, type ParameterSchema } from '../../../contract/domain/schema.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { createHandleControl } from '../../handles/handle-control.ts'
import { hasPlaces } from '../../handles/has-places.ts'
import { listHandles } from '../../handles/place-handle.ts'
import { toResultSpace } from '../../handles/result-space.ts'
import { toRows } from '../../panel/rows/to-rows.ts'
import type { HandStroke, PlaceInHand } from '../../xr/hand-place.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { type HoldContext, toHandPlace, toStroke } from './place-holds.ts'
import type { BoardPlaces, ColorPalette } from './place-rows.ts'

/** A view, as far as its places go. */
export interface ViewInHand extends Pick<OpenedView, 'params' | 'places'> {
  readonly model: Pick<OpenedView['model'], 'body' | 'prepared' | 'params'>
  readonly room: { readonly refusal: ReadonlySignal<string | null> } | null
}

/** The places of a view in the hands. */
export interface HeadsetPlaces extends BoardPlaces {
  readonly shown: ReadonlySignal<readonly PlaceInHand[]>
  /** The place that a hand holds, in words; null for none. */
  readonly held: ReadonlySignal<string | null>
  /** True where a parameter is a place. */
  readonly areThere: ReadonlySignal<boolean>
  /** False while they are put away. */
  readonly areShown: Signal<boolean>
  /** The curve that the next pinch draws; null for none. */
  readonly stroke: ReadonlySignal<HandStroke | null>
}

/** Returns the places of a view, which follow its parameters; none where no parameter is a place. */
export function createPlaces(view: ViewInHand): HeadsetPlaces {
  const { body, prepared } = view.model
  const held = signal<string | null>(null)
  const drawn = signal<string | null>(null)
  const schema = computed(() => body.value?.schema ?? null)
  const shown = computed(() => {
    const [known, content] = [schema.value, prepared.value]
    return known && content && hasPlaces(known) ? followPlaces(view, known, { content, held, drawn }) : null
  })
  const areShown = signal(true)
  return {
    held,
    areShown,
    areThere: computed(() => (shown.value?.places.value.length ?? 0) > 0),
    drawn,
    shown: computed(() => (areShown.value ? (shown.value?.places.value ?? []) : [])),
    stroke: computed(() => shown.value?.stroke.value ?? null),
    picked: view.places.picked,
    palette: signal<ColorPalette | null>(null),
  }
}

/** The places of one content. */
interface FollowedPlaces {
  readonly places: ReadonlySignal<readonly PlaceInHand[]>
  readonly stroke: ReadonlySignal<HandStroke | null>
}

/** The content that places stand in, and the words of the one that is held. */
interface PlaceScene {
  readonly content: Prepared
  readonly held: Signal<string | null>
  readonly drawn: Signal<string | null>
}

function followPlaces(
  view: ViewInHand,
  schema: ParameterSchema,
  { content, held, drawn }: PlaceScene,
): FollowedPlaces {
  const [space, rows] = [toResultSpace(content), toRows(schema)]
  const control = createHandleControl(view, schema)
  const handles = computed(() => listHandles(rows, mergeDefaults(schema, view.params.value), space))
  const isCurrent = (): boolean => view.model.body.peek()?.schema === schema
  const context: HoldContext = { space, control, handles, held, isCurrent }
  const isLocked = computed(() => (view.room?.refusal.value ?? null) !== null)
  const places = computed(() => handles.value.map((handle) => toHandPlace(handle, context, isLocked.value)))
  const stroke = computed(() => {
    const handle = handles.value.find(({ row }) => row.pointer === drawn.value)
    return handle && !isLocked.value ? toStroke(handle.row, context, drawn) : null
  })
  return { places, stroke }
}
