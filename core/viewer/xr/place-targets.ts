import { Box3, type Group, type Intersection, Matrix4, Object3D, Ray, type Raycaster, Vector3 } from 'three'
import type { Bounds } from '../../contract/look/box.ts'

/** Metres by which a ray may pass the middle of a part, and the same as a part of the way to it. */
const [reach, reachPart] = [0.018, 0.024]
/** The part of what a ray may pass within which it goes through the ball that is drawn. */
const through = 0.5
/** Metres from the specimen within which a hand draws where it is. */
const atHand = 0.2
/** Metres; a ray that draws meets boards before. */
const behindBoards = 50

/**
 * The parts of places that rays meet: balls of a size in the room, asked all at once. The nearest to the ray
 * is met, and before the box of the specimen, so that hands take a part within the specimen.
 */
export class PlaceTargets extends Object3D {
  readonly #stand: Group
  /** Three numbers for each part, in the scene of the specimen. */
  #places: Float64Array = new Float64Array(0)
  #isDrawing = false
  readonly #box = new Box3()

  constructor(stand: Group) {
    super()
    this.#stand = stand
  }

  /** Takes the places of parts that can be met, in the scene. While a hand is to draw, all rays meet it. */
  show(places: Float64Array, { isDrawing }: { readonly isDrawing: boolean }): void {
    this.#places = places
    this.#isDrawing = isDrawing
  }

  /** Takes the box by which hands take the specimen. */
  hold({ low, high }: Bounds): void {
    this.#box.min.set(...low)
    this.#box.max.set(...high)
  }

  override raycast({ ray }: Raycaster, met: Intersection[]): void {
    this.#stand.updateWorldMatrix(true, false)
    const found = this.#isDrawing ? -1 : this.#find(ray)
    if (found < 0 && !this.#isDrawing) return
    const toBox = this.#findBox(ray)
    const way = this.#isDrawing ? this.#findReach(ray) : this.#measure(ray, found)
    const distance = Math.min(this.#isDrawing ? behindBoards : way, 0.999 * toBox)
    met.push({ distance, point: ray.at(way, new Vector3()), object: this, index: found })
  }

  /** Returns the way from a hand to where it draws: none within reach of the specimen, else to its middle. */
  #findReach({ origin, direction }: Ray): number {
    this.#box.getCenter(middle).applyMatrix4(this.#stand.matrixWorld)
    const isAtHand = this.#box.distanceToPoint(local.origin) * this.#stand.scale.x < atHand
    return isAtHand ? 0 : Math.max(0, middle.sub(origin).dot(direction))
  }

  /** Returns the part that a ray passes most nearly, of those that it goes through the first; -1 for none. */
  #find(ray: Ray): number {
    let found = -1
    let least = 1
    let nearest = 0
    for (let i = 0; i < this.#places.length / 3; i++) {
      const way = this.#measure(ray, i)
      const aside = middle.addScaledVector(ray.direction, -way).length() / Math.max(reach, reachPart * way)
      const passed = Math.max(through, aside)
      if (passed > least || (passed === least && (found < 0 || way >= nearest))) continue
      found = i
      least = passed
      nearest = way
    }
    return found
  }

  /** Sets `middle` to the place of a part from the start of a ray; returns the way along the ray to it. */
  #measure({ origin, direction }: Ray, index: number): number {
    middle
      .fromArray(this.#places, 3 * index)
      .applyMatrix4(this.#stand.matrixWorld)
      .sub(origin)
    return Math.max(0, middle.dot(direction))
  }

  /** Returns the way to the specimen's box, infinite beside it; `local` is then the ray in the scene. */
  #findBox({ origin, direction }: Ray): number {
    const { scale } = this.#stand
    inside.copy(this.#stand.matrixWorld).invert()
    local.origin.copy(origin).applyMatrix4(inside)
    local.direction.copy(direction).transformDirection(inside)
    const hit = local.intersectBox(this.#box, corner)
    return hit ? hit.distanceTo(local.origin) * scale.x : Number.POSITIVE_INFINITY
  }
}

const middle = new Vector3()
const corner = new Vector3()
const local = new Ray()
const inside = new Matrix4()
