/** The handle, and the line of a curve, that a pointer is near. */
import type { Vector3 } from '../../contract/look/display.ts'
import { add, scale, subtract } from '../../contract/look/vectors.ts'
import type { Spot } from '../specimen/over/free-place.ts'
import type { PlaceSight } from './follow-place.ts'
import type { RowHandle } from './place-handle.ts'

/** CSS pixels within which a handle shows itself. */
const nearPixels = 48
/** CSS pixels within which a double click is on a line. */
const linePixels = 14

/** Returns the pointer of the row whose handle is nearest to a spot; null where none is near. */
export function findNear(sight: PlaceSight, handles: readonly RowHandle[], [x, y]: Spot): string | null {
  let [found, least]: [string | null, number] = [null, nearPixels]
  for (const { row, grips } of handles) {
    for (const { at } of grips) {
      const seen = sight.project(at)
      const way = Math.hypot(seen.x - x, seen.y - y)
      if (seen.isVisible && way < least) [found, least] = [row.pointer, way]
    }
  }
  return found
}

/** A place on a curve: between its point `behind` and the next one. */
export interface SegmentPlace {
  readonly handle: RowHandle
  readonly behind: number
  readonly point: Vector3
}

/** Returns the place on the curve that is nearest to a spot; null where none is there. */
export function findSegment(
  sight: PlaceSight,
  handles: readonly RowHandle[],
  spot: Spot,
): SegmentPlace | null {
  let [found, least]: [SegmentPlace | null, number] = [null, linePixels]
  for (const handle of handles) {
    if (!handle.insert) continue
    const through = handle.lines[0]?.through ?? []
    through.slice(1).forEach((to, behind) => {
      const from = through[behind] ?? to
      const { part, way } = meetSegment(sight.project(from), sight.project(to), spot)
      if (way < least) {
        found = { handle, behind, point: add(from, scale(subtract(to, from), part)) }
        least = way
      }
    })
  }
  return found
}

type Seen = Record<'x' | 'y', number>

/** Returns the part of a line on the screen that is nearest to a spot, and how far that is. */
function meetSegment(from: Seen, to: Seen, [x, y]: Spot): { readonly part: number; readonly way: number } {
  const [right, down] = [to.x - from.x, to.y - from.y]
  const square = right * right + down * down
  const along = square > 0 ? ((x - from.x) * right + (y - from.y) * down) / square : 0
  const part = Math.max(0, Math.min(1, along))
  return { part, way: Math.hypot(from.x + part * right - x, from.y + part * down - y) }
}
