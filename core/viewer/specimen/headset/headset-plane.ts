/** The clipping plane of a view in a headset, whose owner is the settings of the view. */
import { diagonal, middle } from '../../../contract/look/box.ts'
import { add, dot, scale, subtract } from '../../../contract/look/vectors.ts'
import type { BoardCell } from '../../xr/board-words.ts'
import type { HeldPlane } from '../../xr/plane-frame.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { firstPlane } from '../settings/clip-settings.ts'

/** Returns the button that sets the plane, and takes it away; none for an image, which has no inside. */
export function listCut({ model, display, onDisplay }: OpenedView): readonly BoardCell[] {
  const prepared = model.prepared.value
  if (!prepared || prepared.type === 'image') return []
  const isOn = display.value.plane !== null
  return [{ label: 'Cut', isOn, isOff: false, press: () => onDisplay({ plane: isOn ? null : firstPlane }) }]
}

/** Returns the plane by a place on it; null for none. */
export function findPlane({ model, display }: OpenedView): HeldPlane | null {
  const { plane } = display.value
  const prepared = model.prepared.value
  if (!plane || !prepared || prepared.type === 'image') return null
  const { bounds } = prepared
  const way = (plane.offset * diagonal(bounds)) / 2
  return { place: add(middle(bounds), scale(plane.normal, way)), normal: plane.normal }
}

/** Sets the plane as a hand has moved it; it stays within reach of the specimen. */
export function movePlane(
  { model, onDisplay }: OpenedView,
  { place, normal }: HeldPlane,
  isHeld: boolean,
): void {
  const prepared = model.prepared.peek()
  if (!prepared) return
  const { bounds } = prepared
  const way = dot(normal, subtract(place, middle(bounds)))
  const offset = Math.min(1, Math.max(-1, (2 * way) / (diagonal(bounds) || 1)))
  onDisplay({ plane: { normal, offset } }, isHeld)
}
