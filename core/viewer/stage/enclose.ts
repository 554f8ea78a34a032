import { Sphere, Vector3 } from 'three'
import type { Bounds } from '../data/prepared.ts'
import { diagonal, middle, toFiniteBox } from './box.ts'

/** Returns the sphere around a box. three would search all vertices for a smaller one. */
export function enclose(bounds: Bounds): Sphere {
  const box = toFiniteBox(bounds)
  return new Sphere(new Vector3(...middle(box)), diagonal(box) / 2)
}
