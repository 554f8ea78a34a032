import { Matrix4, OrthographicCamera, PerspectiveCamera, Ray, Vector2, Vector3 } from 'three'
import { diagonal, middle } from '../../contract/look/box.ts'
import type { CameraPose } from '../../contract/look/camera-pose.ts'
import type { Display, Vector3 as Place } from '../../contract/look/display.ts'
import {
  type Angles,
  approach,
  type Basis,
  blend,
  fieldOfView,
  firstAngles,
  fitBox,
  halfHeight,
  isClose,
  type Orbit,
  type ProjectionKind,
  shift,
  toBasis,
  toOrbit,
  toPose,
  turn,
} from '../../contract/look/orbit.ts'
import type { Bounds } from '../../data/prepared/prepared.ts'
import type { ProjectedPlace } from './stage.ts'
import { listTiles } from './tiles.ts'

/** Milliseconds after which a third of the way is left: smooth without delay. */
const glide = 45

type Camera = PerspectiveCamera | OrthographicCamera

/** Returns a zoom, by means of the camera that would be as much nearer. */
export type ZoomFinder = (cameraAt: (zoom: number) => Camera) => number

/** The cameras. Every move sets a goal; {@link Rig.step} brings the eye there in a few frames. */
export class Rig {
  readonly #perspective = new PerspectiveCamera((fieldOfView * 180) / Math.PI)
  readonly #flat = new OrthographicCamera()
  /** For places on their way: labels and handles have many in a frame. */
  readonly #at = new Vector3()
  #isFlat = false
  #chosen: Display['projection'] = 'perspective'
  #up: Display['up'] = 'z'
  #from: Display['from'] = null
  #space: Bounds | null = null
  #stand = 1
  #goal: Orbit = { ...firstAngles, target: [0, 0, 0], distance: 1 }
  #eye: Orbit = this.#goal
  #width = 1
  #height = 1

  get camera(): Camera {
    return this.projection === 'perspective' ? this.#perspective : this.#flat
  }

  get projection(): ProjectionKind {
    return this.#isFlat ? 'flat' : this.#chosen
  }

  get angles(): Angles {
    return this.#eye
  }

  get pose(): CameraPose {
    return toPose(this.#goal, this.#attitude)
  }

  /** The picture's unit vectors in the scene, as from an eye that looks neither up nor down. */
  get level(): Basis {
    return toBasis({ ...this.#goal, elevation: 0 }, this.#attitude)
  }

  get #attitude() {
    return { up: this.#up, projection: this.projection }
  }

  resize(width: number, height: number): void {
    this.#width = width
    this.#height = height
  }

  setFlat(isFlat: boolean): void {
    this.#isFlat = isFlat
  }

  /**
   * Turns the world: the picture keeps its front and height. {@link fit} looks along `from`, and fits `space`
   * in place of a content where there is one. Returns whether it now leads to another place.
   */
  setUp(
    { up, from, projection }: Pick<Display, 'up' | 'from' | 'projection'>,
    space: Bounds | null = null,
  ): boolean {
    const isSame =
      up === this.#up && from === this.#from && projection === this.#chosen && space === this.#space
    this.#up = up
    this.#from = from
    this.#chosen = projection
    this.#space = space
    return !isSame
  }

  orbit(right: number, up: number): void {
    if (!this.#isFlat) this.#goal = turn(this.#goal, right, up)
  }

  /** Zooms around a fixed place, in CSS pixels from the middle of the picture. */
  zoom(factor: number, place: readonly [number, number] = [0, 0]): void {
    const [right, down] = place
    this.#goal = approach(this.#goal, this.#attitude, factor, [right / this.#height, down / this.#height])
  }

  pan(right: number, down: number): void {
    this.#goal = shift(this.#goal, this.#attitude, [right / this.#height, down / this.#height])
  }

  aim(target: Orbit['target']): void {
    this.#goTo({ ...this.#goal, target })
  }

  look(pose: CameraPose): void {
    this.#goTo(toOrbit(pose, this.#attitude))
  }

  /** Fits a box from these angles, and comes nearer by a zoom, which is found by such cameras. */
  fit(bounds: Bounds, findZoom: ZoomFinder, angles: Angles = this.#firstAngles): void {
    const fitted = fitBox(this.#space ?? bounds, angles, this.#attitude, this.#width / this.#height)
    const approachBy = (zoom: number): Orbit => ({ ...fitted, distance: fitted.distance / zoom })
    // A space that several steps or views have in common is seen from the same distance in all.
    const zoom = this.#space ? 1 : findZoom((nearer) => this.#placeAt(approachBy(nearer), bounds))
    this.#goTo(approachBy(zoom))
  }

  #placeAt(orbit: Orbit, bounds: Bounds): Camera {
    const eye = this.#eye
    this.#eye = orbit
    this.place(bounds)
    this.#eye = eye
    return this.camera
  }

  get #firstAngles(): Angles {
    return this.#from ? toOrbit({ target: [0, 0, 0], offset: this.#from }, this.#attitude) : firstAngles
  }

  jump(): void {
    this.#eye = this.#goal
  }

  step(milliseconds: number): boolean {
    const eye = blend(this.#eye, this.#goal, 1 - Math.exp(-milliseconds / glide))
    const isThere = isClose(eye, this.#goal)
    this.#eye = isThere ? this.#goal : eye
    return !isThere
  }

  place(bounds: Bounds): void {
    const { right, up, back } = toBasis(this.#eye, this.#attitude)
    const { target, distance } = this.#eye
    // Guides and marks may stand out of the box.
    const radius = Math.max(0.75 * diagonal(bounds), distance * 1e-3)
    const { camera } = this
    const between = new Vector3(...middle(bounds)).sub(new Vector3(...target)).dot(new Vector3(...back))
    // A view without perspective has no near side: the eye only stands before everything.
    const stand = camera === this.#flat ? between + radius + distance : distance
    this.#stand = stand
    camera.position.set(...target).addScaledVector(new Vector3(...back), stand)
    camera.quaternion.setFromRotationMatrix(
      new Matrix4().makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back)),
    )
    camera.far = Math.max(stand - between + radius, distance * 1e-2)
    camera.near = Math.max(stand - between - radius, camera.far * 1e-3)
    this.#shape(distance)
    camera.updateProjectionMatrix()
    camera.updateMatrixWorld()
  }

  /** Returns the tiles of another picture, which shows in its middle all that this one does. */
  frameTiles(width: number, height: number) {
    const pixelRatio = Math.min(width / this.#width, height / this.#height)
    const left = (this.#width - width / pixelRatio) / 2
    const top = (this.#height - height / pixelRatio) / 2
    return listTiles(width, height).map((tile) => {
      const [x, y, columns, rows] = [tile.x, tile.y, tile.width, tile.height].map((n) => n / pixelRatio)
      const camera = this.camera.clone()
      camera.setViewOffset(
        this.#width,
        this.#height,
        left + (x ?? 0),
        top + (y ?? 0),
        columns ?? 0,
        rows ?? 0,
      )
      return { tile, camera, pixelRatio }
    })
  }

  /** Returns the ray from the eye through a place of the canvas, in CSS pixels. */
  castRay(x: number, y: number): Ray {
    const at = new Vector2((2 * x) / this.#width - 1, 1 - (2 * y) / this.#height)
    const { camera } = this
    const back = new Vector3().setFromMatrixColumn(camera.matrixWorld, 2)
    const through = new Vector3(at.x, at.y, -1).unproject(camera)
    if (camera === this.#flat) return new Ray(through, back.negate())
    const origin = camera.position.clone()
    return new Ray(origin, through.sub(origin).normalize())
  }

  project(place: Place): ProjectedPlace {
    const at = this.#at.set(...place).applyMatrix4(this.camera.matrixWorldInverse)
    const depth = -at.z
    at.applyMatrix4(this.camera.projectionMatrix)
    return {
      x: ((at.x + 1) / 2) * this.#width,
      y: ((1 - at.y) / 2) * this.#height,
      isVisible: depth > 0,
      depth,
    }
  }

  /** Returns the place that {@link project} shows there, at this distance before the eye. */
  unproject(x: number, y: number, depth: number): Place {
    const { camera } = this
    const at = this.#at.set((2 * x) / this.#width - 1, 1 - (2 * y) / this.#height, -1)
    at.applyMatrix4(camera.projectionMatrixInverse)
    if (camera === this.#flat) at.z = -depth
    else at.multiplyScalar(-depth / at.z)
    return at.applyMatrix4(camera.matrixWorld).toArray()
  }

  /** Returns the length of a CSS pixel for each unit from the eye, without perspective that at the target. */
  get pixelLength(): number {
    return (2 * halfHeight * this.#eye.distance) / (this.#height * this.#stand)
  }

  /** Returns the CSS pixels of a length of 1 at the target. */
  get unitPixels(): number {
    return 1 / (this.pixelLength * this.#stand)
  }

  /** Takes the shorter way around the specimen. */
  #goTo(goal: Orbit): void {
    const turns = Math.round((this.#eye.azimuth - goal.azimuth) / (2 * Math.PI))
    this.#goal = { ...goal, azimuth: goal.azimuth + turns * 2 * Math.PI }
  }

  #shape(distance: number): void {
    this.#perspective.aspect = this.#width / this.#height
    const top = halfHeight * distance
    const right = (top * this.#width) / this.#height
    Object.assign(this.#flat, { top, bottom: -top, right, left: -right })
  }
}
