import type { Ray } from 'three'
import type { HalfSpace } from '../../contract/look/clip.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { add, dot } from '../../contract/look/vectors.ts'
import type { Hit } from './hit.ts'

/** Finds what a ray meets, in coordinates without the offset of the result. */
type Pick = (ray: Ray, kept: readonly HalfSpace[]) => Hit | null

/** Returns what a ray meets of a result that has an offset, in the specimen's coordinates. */
export function pickBeside(
  offset: Vector3 | undefined,
  { ray, kept }: { readonly ray: Ray; readonly kept: readonly HalfSpace[] },
  pick: Pick,
): Hit | null {
  if (!offset) return pick(ray, kept)
  const [x, y, z] = offset
  const moved = ray.clone()
  moved.origin.set(ray.origin.x - x, ray.origin.y - y, ray.origin.z - z)
  const spaces = kept.map(({ normal, constant }) => ({ normal, constant: constant + dot(normal, offset) }))
  const hit = pick(moved, spaces)
  return hit && { ...hit, place: add(hit.place, offset) }
}
