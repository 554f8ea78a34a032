import { Ray, type Vector3 } from 'three'
import type { Hit } from '../stage/hit.ts'
import type { VisitedScene } from '../stage/visitor.ts'

/** Metres by which a ray may pass a point that it picks. */
const pickRadius = 0.008

/** Returns what a ray of the room hits, by two places of it. */
export function castInto({ stand, pick }: VisitedScene, from: Vector3, through: Vector3): Hit | null {
  const origin = stand.worldToLocal(from.clone())
  const direction = stand.worldToLocal(through.clone()).sub(origin).normalize()
  return pick(new Ray(origin, direction), pickRadius / stand.scale.x)
}
