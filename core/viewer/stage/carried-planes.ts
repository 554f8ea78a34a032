import { Matrix3, type Matrix4, type Plane } from 'three'

const normals = new Matrix3()

/**
 * The clip planes of a content. Those of three are the world's, in which a headset moves the scene: whatever
 * took them sees them move with it.
 */
export class CarriedPlanes {
  #own: readonly Plane[] = []
  #carried: readonly Plane[] = []

  /** Takes planes of the scene, and returns those of the world, which stay the same objects. */
  set(own: readonly Plane[]): readonly Plane[] {
    this.#own = own
    this.#carried = own.map((plane) => plane.clone())
    return this.#carried
  }

  /** Moves the planes by the matrix of the scene in the world. Allocates nothing. */
  carry(matrix: Matrix4): void {
    normals.getNormalMatrix(matrix)
    for (let i = 0; i < this.#own.length; i++) {
      const own = this.#own[i]
      if (own) this.#carried[i]?.copy(own).applyMatrix4(matrix, normals)
    }
  }
}
