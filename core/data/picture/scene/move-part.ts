/** Contents at their places in a scene: the same, in the coordinates of the scene. */
import { type Affine, applyAffine, invertAffine, turnBy } from '../../../contract/look/affine.ts'
import type { HalfSpace } from '../../../contract/look/clip.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { dot, readVector, toVector } from '../../../contract/look/vectors.ts'
import { toUnit } from '../light-surface.ts'

/** Points, relative to a place. */
interface Placed {
  readonly positions: Float32Array
  readonly centre: Vector3
}

/** Returns a content with its points at their places in a scene. */
export function movePoints<Content extends Placed>(content: Content, place: Affine | undefined): Content {
  if (!place) return content
  const positions = mapVectors(content.positions, (vector) => turnBy(place, vector))
  return { ...content, positions, centre: applyAffine(place, content.centre) }
}

/** Returns normals as they are at a place in a scene: at right angles to surfaces that it may scale. */
export function moveNormals(normals: Float32Array, place: Affine | undefined): Float32Array {
  if (!place) return normals
  const { columns } = invertAffine(place)
  return mapVectors(normals, (normal) => toUnit(toVector((axis) => dot(columns[axis], normal))))
}

/** Returns half-spaces of a scene in the coordinates of a part at a place in it. */
export function toPartSpaces(kept: readonly HalfSpace[], place: Affine | undefined): readonly HalfSpace[] {
  if (!place) return kept
  return kept.map(({ normal, constant }) => ({
    normal: toVector((axis) => dot(place.columns[axis], normal)),
    constant: constant + dot(normal, place.start),
  }))
}

function mapVectors(vectors: Float32Array, map: (vector: Vector3) => Vector3): Float32Array {
  const mapped = new Float32Array(vectors.length)
  for (let i = 0; i < vectors.length; i += 3) mapped.set(map(readVector(vectors, i)), i)
  return mapped
}
