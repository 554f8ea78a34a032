import { clipPlaneCount, type HalfSpace, listKept } from '../../contract/look/clip.ts'
import type { Display } from '../../contract/look/display.ts'
import type { Bounds } from '../../data/prepared/prepared.ts'

/** Returns what clipping keeps: nothing when that is everything, else always as many, some of them twice. */
export function toClipPlanes(display: Pick<Display, 'slabs' | 'plane'>, bounds: Bounds): HalfSpace[] {
  const kept = listKept(display, bounds)
  const [first] = kept
  return first ? Array.from({ length: clipPlaneCount }, (_, i) => kept[i] ?? first) : []
}
