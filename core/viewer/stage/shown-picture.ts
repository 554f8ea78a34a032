import { toFiniteBox } from '../../contract/look/box.ts'
import type { Display } from '../../contract/look/display.ts'
import { findSceneBox, placementOf } from '../../data/prepared/placement.ts'
import type { Bounds, Prepared } from '../../data/prepared/prepared.ts'
import { CarriedPlanes } from './carried-planes.ts'
import { toClipPlanes } from './clip-planes.ts'
import { Placement } from './placement.ts'
import type { Card, ResultView } from './view.ts'
import { createView } from './views.ts'

/** A shown picture: its objects, its box, and its place in the scene. */
export interface ShownPicture {
  readonly prepared: Prepared
  /** Finite, whatever the result, in its own coordinates. */
  readonly bounds: Bounds
  readonly placement: Placement
  /** The box in the scene. */
  readonly sceneBox: Bounds
  /** That box with parts that a view has moved out of it, which cameras fit: the same object for the same. */
  readonly shownBox: Bounds
  readonly view: ResultView
  readonly planes: CarriedPlanes
}

/** Creates the picture of a result. @throws `result.too-large` when the card cannot take it */
export function createShownPicture(prepared: Prepared, card: Card): ShownPicture {
  const view = createView(prepared, card)
  const bounds = toFiniteBox(view.bounds)
  const placement = new Placement(placementOf(prepared))
  const sceneBox = findSceneBox({ ...prepared, bounds })
  let last = { bounds: view.bounds, box: sceneBox }
  return {
    prepared,
    bounds,
    placement,
    sceneBox,
    get shownBox() {
      const { shownBounds = view.bounds } = view
      if (shownBounds === view.bounds) return sceneBox
      if (shownBounds !== last.bounds)
        last = { bounds: shownBounds, box: findSceneBox({ ...prepared, bounds: toFiniteBox(shownBounds) }) }
      return last.box
    },
    view,
    planes: new CarriedPlanes(),
  }
}

/** Draws a picture by these settings. */
export function adjustPicture(shown: ShownPicture, display: Display): void {
  const { view, bounds, placement, planes } = shown
  view.apply(display)
  const kept = toClipPlanes(display, bounds)
  view.clip(kept, planes.set(placement.toPlanes(kept)))
}

/** Measures a picture while nothing lies over it: what does comes and goes without the camera. */
export function measureAlone(shown: ShownPicture | null, display: Display, measure: () => void): void {
  const isCovered = Boolean(shown?.prepared.second?.overlay)
  if (isCovered) shown?.view.apply({ ...display, overlayOpacity: 0 })
  measure()
  if (isCovered) shown?.view.apply(display)
}
