import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { applyAffine } from '../../contract/look/affine.ts'
import type { PosePoint } from '../../contract/wire/room-poses.ts'
import { findSceneBox, findWayBack, placementOf } from '../../data/prepared/placement.ts'
import type { RoomCompanion } from '../xr/companion.ts'
import type { Following } from './following.ts'
import { alongRay, toPlace } from './look-pose.ts'
import type { PresenceProps } from './page-room.ts'

type Companions = ReadonlySignal<readonly RoomCompanion[]>

/**
 * The others in the picture: a dot with a name where each points, and an eye where each looks from; of those
 * in headsets the head, its gaze, and hands with their rays.
 */
export function Presence(
  props: PresenceProps & { readonly companions: Companions; readonly following: Following },
) {
  const { prepared, view, hit, onPlace, companions, following } = props
  const { space } = following
  const layer = useRef<HTMLDivElement>(null)
  const display = useComputed(() => view.value.display)
  const { up, projection: chosen } = display.value
  const projection = prepared.type === 'image' ? 'flat' : chosen
  useLayoutEffect(() => {
    space.value = { bounds: findSceneBox(prepared), up, projection }
  }, [prepared, up, projection])
  useSignalEffect(() => {
    following.cursor.value = hit.value && applyAffine(placementOf(prepared), hit.value.place)
  })
  useLayoutEffect(
    () => () => {
      space.value = null
      following.cursor.value = null
    },
    [],
  )
  useLayoutEffect(() => {
    if (layer.current) onPlace(layer.current)
  })
  const back = findWayBack(prepared)
  return (
    <div class="stage-labels peers" ref={layer} aria-hidden="true">
      {companions.value.flatMap((companion) =>
        listMarks(companion).map(({ name, kind, point }) => {
          const place = space.value ? toPlace(space.value, point) : point
          return (
            <i
              key={`${name} ${companion.peer}`}
              class={`is-${kind}`}
              data-place={applyAffine(back, place).join()}
              data-free
              style={{ '--peer': companion.color }}
            >
              {isNamed(kind) && <b>{companion.name}</b>}
            </i>
          )
        }),
      )}
    </div>
  )
}

type MarkKind = 'cursor' | 'eye' | 'head' | 'hand' | 'ray'

/** A mark in the picture. */
interface Mark {
  /** Tells it from others of its person. */
  readonly name: string
  readonly kind: MarkKind
  /** In parts of the box. */
  readonly point: PosePoint
}

const isNamed = (kind: MarkKind): boolean => kind === 'cursor' || kind === 'eye' || kind === 'head'

/** Dots along a ray, as parts of its way to the box. */
const rayParts = [0.2, 0.4, 0.6, 0.8]
/** Metres from a head to dots along its gaze. */
const gazeMetres = [0.16, 0.24, 0.32]

/** Returns the marks of a person; the eye of a followed one is the picture's own. */
function listMarks({
  isInHeadset,
  isFollowed,
  metre,
  eye,
  left,
  right,
  cursor,
}: RoomCompanion): readonly Mark[] {
  const marks: Mark[] = []
  const add = (kind: MarkKind, point: PosePoint, name: string = kind): unknown =>
    marks.push({ name, kind, point })
  if (cursor) add('cursor', cursor)
  for (const [side, hand] of Object.entries({ left, right })) {
    if (!hand) continue
    const { reach } = hand
    if (reach !== null)
      for (const part of rayParts) add('ray', alongRay(hand, part * reach), `${side} ${part}`)
    add('hand', hand.point, side)
    if (reach !== null) add('cursor', alongRay(hand, reach), `${side} cursor`)
  }
  if (!eye || isFollowed) return marks
  if (isInHeadset) for (const way of gazeMetres) add('ray', alongRay(eye, way * metre), `gaze ${way}`)
  add(isInHeadset ? 'head' : 'eye', eye.point)
  return marks
}
