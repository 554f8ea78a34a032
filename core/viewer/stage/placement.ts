import { Matrix4, Plane, Ray, Vector3 } from 'three'
import {
  type Affine,
  applyAffine,
  identity,
  invertAffine,
  measureScale,
  turnBy,
  turnNormal,
} from '../../contract/look/affine.ts'
import type { HalfSpace } from '../../contract/look/clip.ts'
import type { Vector3 as Place } from '../../contract/look/display.ts'
import { dot, toVector } from '../../contract/look/vectors.ts'

/**
 * The map from the specimen's coordinates to those of the scene, for three. Results, guides and marks stand
 * under its matrix; camera and light do not. Whatever goes into the stage or comes out of it but a camera is
 * in the specimen's coordinates, and passes through here.
 */
export class Placement {
  readonly matrix: Matrix4
  /** The mean factor of lengths. */
  readonly scale: number
  readonly #way: Affine
  readonly #back: Affine

  constructor(way: Affine) {
    const { columns, start } = way
    const [x, y, z, origin] = [...columns, start].map((column) => new Vector3(...column))
    this.matrix = new Matrix4()
    if (x && y && z && origin) this.matrix.makeBasis(x, y, z).setPosition(origin)
    this.scale = measureScale(way)
    this.#way = way
    this.#back = invertAffine(way)
  }

  toScene(place: Place): Place {
    return applyAffine(this.#way, place)
  }

  toSpecimen(place: Place): Place {
    return applyAffine(this.#back, place)
  }

  /** Returns the normal of a surface of the specimen in the scene, of length 1. */
  toSceneNormal(normal: Place): Place {
    return turnNormal(this.#back, normal)
  }

  /** Returns a ray of the scene in the specimen's coordinates, again of length 1. */
  toSpecimenRay({ origin, direction }: Ray): Ray {
    const from = applyAffine(this.#back, [origin.x, origin.y, origin.z])
    const along = turnBy(this.#back, [direction.x, direction.y, direction.z])
    return new Ray(new Vector3(...from), new Vector3(...along).normalize())
  }

  /** Returns half-spaces of the scene in the specimen's coordinates; their normals may have other lengths. */
  toSpecimenSpaces(kept: readonly HalfSpace[]): HalfSpace[] {
    const { columns, start } = this.#way
    return kept.map(({ normal, constant }) => ({
      normal: toVector((axis) => dot(normal, columns[axis])),
      constant: dot(normal, start) + constant,
    }))
  }

  /** Returns half-spaces of the specimen as the planes of three, which are the scene's. */
  toPlanes(kept: readonly HalfSpace[]): Plane[] {
    return kept.map(({ normal, constant }) =>
      new Plane(new Vector3(...normal), constant).applyMatrix4(this.matrix),
    )
  }
}

/** The placement of an empty stage. */
export const noPlacement = new Placement(identity)
