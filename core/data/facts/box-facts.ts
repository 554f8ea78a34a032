import { type Bounds, findBounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { FactBox } from '../../contract/wire/facts.ts'
import { moveBounds } from '../prepared/bounds.ts'

/** Returns the smallest box around n×3 coordinates; undefined for none. */
export function measureBox(coordinates: Float32Array): Bounds | undefined {
  return coordinates.length < 3 ? undefined : findBounds(coordinates)
}

/** Returns a box of facts, moved by the offset of a result; null for none, and for one beyond all numbers. */
export function toFactBox(box: Bounds | undefined, offset?: Vector3): FactBox | null {
  if (!box) return null
  const { low, high } = moveBounds(box, offset)
  return [...low, ...high].every(Number.isFinite) ? { low, high } : null
}

/** Returns the volume of a box; null where it has none that is a number. */
export function measureBoxVolume({ low, high }: FactBox): number | null {
  const volume = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2])
  return volume > 0 && Number.isFinite(volume) ? volume : null
}
