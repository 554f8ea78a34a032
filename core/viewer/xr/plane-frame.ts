import { HandleStore } from '@pmndrs/handle'
import { DoubleSide, type Group, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, Vector3 } from 'three'
import { type Bounds, longestSide } from '../../contract/look/box.ts'
import type { Vector3 as Place } from '../../contract/look/display.ts'
import { add, cross, dot, scale, subtract } from '../../contract/look/vectors.ts'
import { planeVertexShader } from './canvas-plane.ts'

/** A plane by a place on it, and its normal of length 1, which points to the kept side. */
export interface HeldPlane {
  readonly place: Place
  readonly normal: Place
}

/** The side of the frame in longest sides of the specimen: hands take it beside that. */
const sidePart = 1.4

/** A frame as wide as a finger, and within it a breath of its colour. */
const fragmentShader = /* glsl */ `
varying vec2 vUv;
void main() {
  vec2 inside = min(vUv, 1.0 - vUv);
  float edge = 1.0 - step(0.018, min(inside.x, inside.y));
  gl_FragColor = vec4(vec3(0.96, 0.62, 0.04), mix(0.06, 0.95, edge));
}`

/** The clipping plane as a frame in the hand: one hand moves and turns it, beside the specimen. */
export class PlaneFrame {
  readonly #frame: Mesh<PlaneGeometry, ShaderMaterial>
  readonly #handle: HandleStore<unknown>
  readonly #end: () => void
  readonly #onMoved: (plane: HeldPlane, isHeld: boolean) => void
  readonly #at = new Vector3()
  readonly #turn = new Quaternion()
  /** True from the first move of a hand that holds it until the page has heard of the last. */
  #isMoved = false

  /**
   * `onMoved` is called with each place of the plane in the hand, in the scene of the specimen, and once more
   * when the hand has let go.
   */
  constructor(stand: Group, onMoved: (plane: HeldPlane, isHeld: boolean) => void) {
    const material = new ShaderMaterial({
      vertexShader: planeVertexShader,
      fragmentShader,
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
    })
    this.#onMoved = onMoved
    this.#frame = new Mesh(new PlaneGeometry(1, 1), material)
    this.#frame.visible = false
    this.#handle = new HandleStore(this.#frame, () => ({ scale: false, multitouch: false }))
    this.#end = this.#handle.bind(this.#frame)
    stand.add(this.#frame)
  }

  /** Shows the plane of the page, in the scene of the specimen with its box; null for none. */
  show(plane: HeldPlane | null, box: Bounds | null): void {
    const isThere = plane !== null && box !== null
    this.#frame.visible = isThere
    // A hidden frame is in no hand's way.
    Object.assign(this.#frame, { pointerEvents: isThere ? 'auto' : 'none' })
    if (!isThere || this.#handle.inputState.size > 0) return
    this.#frame.position.set(...plane.place)
    this.#frame.quaternion.setFromUnitVectors(forward, normal.set(...plane.normal))
    this.#frame.scale.setScalar(sidePart * (longestSide(box) || 1))
    this.#keep()
  }

  /** Moves the frame with the hand that holds it. Called in each frame. */
  update(now: number): void {
    this.#handle.update(now)
    const { position, quaternion } = this.#frame
    const isHere = position.equals(this.#at) && quaternion.equals(this.#turn)
    const isHeld = this.#handle.inputState.size > 0
    if (isHere && (isHeld || !this.#isMoved)) return
    this.#isMoved = isHeld
    this.#keep()
    this.#tell(isHeld)
  }

  dispose(): void {
    if (this.#isMoved) this.#tell(false)
    this.#end()
    this.#frame.removeFromParent()
    this.#frame.geometry.dispose()
    this.#frame.material.dispose()
  }

  #tell(isHeld: boolean): void {
    const { position, quaternion } = this.#frame
    const along = normal.copy(forward).applyQuaternion(quaternion)
    this.#onMoved({ place: position.toArray(), normal: along.toArray() }, isHeld)
  }

  #keep(): void {
    this.#at.copy(this.#frame.position)
    this.#turn.copy(this.#frame.quaternion)
  }
}

const forward = new Vector3(0, 0, 1)
const normal = new Vector3()

/** Returns a plane in other coordinates, which may be mirrored or of other lengths on each axis. */
export function mapPlane({ place, normal: along }: HeldPlane, map: (place: Place) => Place): HeldPlane {
  const start = map(place)
  const to = (way: Place): Place => subtract(map(add(place, way)), start)
  const least = along.map(Math.abs).indexOf(Math.min(...along.map(Math.abs)))
  const first = cross(along, [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0])
  const across = cross(to(first), to(cross(along, first)))
  const length = Math.hypot(...across) * (dot(across, to(along)) < 0 ? -1 : 1)
  return { place: start, normal: scale(across, 1 / length) }
}
