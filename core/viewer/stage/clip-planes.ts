import { Plane, Vector3 } from 'three'
import { clipPlaneCount, type HalfSpace, listKept } from '../../look/clip.ts'
import type { Display } from '../../look/display.ts'
import type { Bounds } from '../data/prepared.ts'

/** Returns what clipping keeps: nothing when that is everything, else always as many, some of them twice. */
export function toClipPlanes(display: Pick<Display, 'slabs' | 'plane'>, bounds: Bounds): HalfSpace[] {
  const kept = listKept(display, bounds)
  const [first] = kept
  return first ? Array.from({ length: clipPlaneCount }, (_, i) => kept[i] ?? first) : []
}

/** Returns the same for three. */
export function toPlanes(kept: readonly HalfSpace[]): Plane[] {
  return kept.map(({ normal, constant }) => new Plane(new Vector3(...normal), constant))
}
