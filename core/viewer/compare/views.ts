/** The views of a page beside each other. The first is the page's own; each has a place, from 0. */
import type { Bounds } from '../../contract/look/box.ts'
import { diagonal, joinBoxes, middle } from '../../contract/look/box.ts'
import type { CameraPose } from '../../contract/look/camera-pose.ts'
import { add, scale, subtract } from '../../contract/look/vectors.ts'
import { alone, type OneView, type ViewState } from '../state/view-state.ts'

/** Returns all views. Linked ones beside the first have no camera of their own. */
export function listViews({ others, ...view }: ViewState): readonly [OneView, ...OneView[]] {
  const { specimenId, params, camera, display, sweep, notes } = view
  return [{ specimenId, params, camera, display, sweep, notes }, ...others]
}

/** Returns a page's state with other choices of one view. */
export function changeView(view: ViewState, place: number, change: Partial<OneView>): ViewState {
  if (place === 0) return { ...view, ...change }
  const others = view.others.map((other, i) => (i === place - 1 ? { ...other, ...change } : other))
  return { ...view, others }
}

/** Adds a copy of the active view, which becomes the active one. */
export function addView(view: ViewState): ViewState {
  const { active, isLinked, others } = view
  const copied = listViews(view)[active] ?? listViews(view)[0]
  const added = { ...copied, sweep: null, ...(isLinked && { camera: null }) }
  return { ...view, others: [...others, added], active: others.length + 1, wipe: null }
}

/** Removes a view; the last one stays. The camera of linked views stays where the specimen is the same. */
export function removeView(view: ViewState, place: number): ViewState {
  const [first, ...others] = listViews(view).toSpliced(place, 1)
  if (!first) return view
  const hasCamera = place > 0 || (view.isLinked && first.specimenId === view.specimenId)
  const camera = hasCamera ? view.camera : first.camera
  if (others.length === 0) return { ...view, ...first, camera, ...alone }
  const active = view.active > place ? view.active - 1 : Math.min(view.active, others.length)
  return { ...view, ...first, camera, others, active, wipe: null }
}

/** Links all views to the camera of the first, or gives each the camera that it has at the moment. */
export function setLinked(view: ViewState, cameras: readonly (CameraPose | null)[] | null): ViewState {
  const others = view.others.map((other, i) => ({ ...other, camera: cameras?.[i + 1] ?? null }))
  return { ...view, others, isLinked: cameras === null }
}

/** Returns the box around the results of all views of a specimen, by its id. */
export function measureSpaces(
  views: readonly { readonly id: string; readonly bounds: Bounds }[],
): ReadonlyMap<string, Bounds> {
  const spaces = new Map<string, Bounds>()
  for (const { id, bounds } of views) {
    const known = spaces.get(id)
    spaces.set(id, known ? joinBoxes(known, bounds) : bounds)
  }
  return spaces
}

/** Returns a camera of one space as seen from another: as far from its middle, in parts of its diagonal. */
export function movePose(
  pose: CameraPose | null,
  from: Bounds | undefined,
  to: Bounds | undefined,
): CameraPose | null {
  if (!pose || !from || !to || from === to) return pose
  const factor = diagonal(to) / diagonal(from)
  if (!(factor > 0 && Number.isFinite(factor))) return pose
  const target = add(middle(to), scale(subtract(pose.target, middle(from)), factor))
  return { target, offset: scale(pose.offset, factor) }
}
