import type {} from '@pmndrs/pointer-events'
import { BoxGeometry, Color, Mesh, type Object3D, Quaternion, ShaderMaterial, Vector3 } from 'three'
import type { CompanionHand, RoomCompanion } from './companion.ts'
import { MovingPart } from './moving-part.ts'
import { NameSign } from './name-sign.ts'
import type { Rod, Rods } from './rods.ts'
import type { RoomFrame, SpecimenPlace } from './specimen-place.ts'

/** Metres: what is nearer to the eyes than this is not drawn, as of one who follows and looks from here. */
const nearest = 0.25
/** The limits of the size of another person: one for whom the specimen is a mountain is no wall here. */
const [smallest, largest] = [0.3, 4]
/** Metres of a ray that does not meet the box, in the room of its person. */
const freeRay = 0.5
const [beam, dot, pointer] = [0.0015, 0.007, 0.012]
const visorColor = [0.008, 0.009, 0.011]

/** A frame in which all persons are drawn. */
export interface PersonFrame extends RoomFrame {
  readonly rods: Rods
}

/** Another person in the room: a head or a camera with a name, hands with rays, and the pointer of a page. */
export class PersonShape {
  readonly eye = new MovingPart()
  readonly #left = new MovingPart()
  readonly #right = new MovingPart()
  readonly #cursor = new MovingPart()
  readonly #sign: NameSign
  readonly #cursorSign: NameSign
  /** The box that a ray meets: a press on it follows the person, or ends that. */
  readonly #target: Mesh
  readonly #color = new Float32Array(3)
  #companion: RoomCompanion
  #isPointed = false

  constructor(parent: Object3D, companion: RoomCompanion, onFollow: (peer: number | null) => void) {
    this.#companion = companion
    this.#sign = new NameSign(parent)
    this.#cursorSign = new NameSign(parent)
    this.#target = new Mesh(new BoxGeometry(1, 1, 1), new ShaderMaterial({ visible: false }))
    this.#target.addEventListener('pointerenter', () => this.#point(true))
    this.#target.addEventListener('pointerleave', () => this.#point(false))
    this.#target.addEventListener('pointerdown', () => {
      const { peer, isFollowed } = this.#companion
      onFollow(isFollowed ? null : peer)
    })
    parent.add(this.#target)
    this.meet(companion)
  }

  get isFollowed(): boolean {
    return this.#companion.isFollowed
  }

  /** Takes the newest of the person. */
  meet(companion: RoomCompanion): void {
    this.#companion = companion
    const { eye, left, right, cursor, color } = companion
    this.eye.aim(eye?.point ?? null, eye?.turn)
    this.#left.aim(left?.point ?? null, left?.turn)
    this.#right.aim(right?.point ?? null, right?.turn)
    this.#cursor.aim(cursor)
    paint.set(color).toArray(this.#color)
    this.#say()
  }

  step(frame: PersonFrame): void {
    const { seconds, specimen, eyes, rods } = frame
    const { isInHeadset, left, right } = this.#companion
    const size = this.#measure(specimen)
    this.eye.step(seconds, specimen)
    const isSeen = this.eye.isShown && this.eye.place.distanceTo(eyes) > nearest
    this.#target.visible = isSeen
    if (isSeen) {
      if (isInHeadset) this.#drawHead(rods, size)
      else this.#drawCamera(rods)
      this.#sign.stand(this.eye.place, isInHeadset ? 0.15 * size : 0.05, eyes)
      this.#target.position.copy(this.eye.place)
      this.#target.scale.setScalar(0.24 * size)
      this.#target.updateMatrixWorld()
    } else this.#sign.hide()
    this.#stepHand(frame, this.#left, left)
    this.#stepHand(frame, this.#right, right)
    this.#cursor.step(seconds, specimen)
    if (this.#cursor.isShown) {
      drawBall(rods, this.#cursor.place, pointer, this.#color)
      this.#cursorSign.stand(this.#cursor.place, pointer, eyes)
    } else this.#cursorSign.hide()
  }

  dispose(): void {
    this.#sign.dispose()
    this.#cursorSign.dispose()
    this.#target.removeFromParent()
    this.#target.geometry.dispose()
  }

  /** Returns the size of this person here, by the metre of both rooms; a camera has always the same. */
  #measure({ unit }: SpecimenPlace): number {
    const { isInHeadset, metre } = this.#companion
    return isInHeadset ? Math.min(largest, Math.max(smallest, metre * unit)) : 1
  }

  #stepHand({ seconds, specimen, rods }: PersonFrame, part: MovingPart, hand: CompanionHand | null): void {
    part.step(seconds, specimen)
    if (!part.isShown || !hand) return
    this.#drawHand(rods, part, this.#measure(specimen))
    const reach = hand.reach ?? freeRay * this.#companion.metre
    if (hand.points) this.#drawRay(rods, part, reach * specimen.unit)
  }

  #point(isPointed: boolean): void {
    this.#isPointed = isPointed
    this.#say()
  }

  #say(): void {
    const { name, color, isFollowed, isPresenter } = this.#companion
    const follow = isFollowed ? `Stop following ${name}` : `Follow ${name}`
    const state = isFollowed ? `You follow ${name}` : isPresenter ? `${name} has locked this` : name
    this.#sign.say(this.#isPointed ? follow : state, color)
    this.#cursorSign.say(name, color)
  }

  #drawHead(rods: Rods, size: number): void {
    const { place, turn } = this.eye
    rod.turn.copy(turn)
    move(rod.place.set(0, 0.005, 0.075).multiplyScalar(size), turn, place)
    rod.radii.set(0.08, 0.115, 0.1).multiplyScalar(size)
    put(rods, 0, this.#color)
    rod.turn.multiply(sideways)
    move(rod.place.set(0, 0.008, -0.008).multiplyScalar(size), turn, place)
    rod.radii.set(0.03, 0.05, 0.025).multiplyScalar(size)
    put(rods, 0.11 * size, visorColor)
  }

  #drawCamera(rods: Rods): void {
    const { place, turn } = this.eye
    for (const { middle, along, length } of cameraEdges) {
      move(rod.place.copy(middle), turn, place)
      rod.turn.copy(turn).multiply(along)
      rod.radii.setScalar(0.0028)
      put(rods, length, this.#color)
    }
    drawBall(rods, place, 0.009, this.#color)
  }

  #drawHand(rods: Rods, { place, turn }: MovingPart, size: number): void {
    move(rod.place.set(0, 0, 0.04).multiplyScalar(size), turn, place)
    rod.turn.copy(turn)
    rod.radii.setScalar(0.02 * size)
    put(rods, 0.07 * size, this.#color)
  }

  #drawRay(rods: Rods, { place, turn }: MovingPart, length: number): void {
    move(rod.place.set(0, 0, -length / 2), turn, place)
    rod.turn.copy(turn)
    rod.radii.setScalar(beam)
    put(rods, length, this.#color)
    move(rod.place.set(0, 0, -length), turn, place)
    drawBall(rods, rod.place, dot, this.#color)
  }
}

/** A rod whose numbers change. */
interface NextRod extends Rod {
  length: number
  color: ArrayLike<number>
}

const paint = new Color()
/** The rod that is drawn next: each frame fills the same one. */
const rod: NextRod = {
  place: new Vector3(),
  turn: new Quaternion(),
  radii: new Vector3(),
  length: 0,
  color: visorColor,
}
const round = new Quaternion()
/** Turns the length of a rod, its z, along x. */
const sideways = new Quaternion(0, Math.SQRT1_2, 0, Math.SQRT1_2)

function put(rods: Rods, length: number, color: ArrayLike<number>): void {
  rod.length = length
  rod.color = color
  rods.add(rod)
}

function drawBall(rods: Rods, place: Vector3, radius: number, color: ArrayLike<number>): void {
  rod.place.copy(place)
  rod.turn.copy(round)
  rod.radii.setScalar(radius)
  put(rods, 0, color)
}

function move(offset: Vector3, turn: Quaternion, place: Vector3): void {
  offset.applyQuaternion(turn).add(place)
}

/** The edges of a camera: a pyramid whose tip is the eye and whose base is what it sees. */
const cameraEdges = listEdges()

/** An edge in the space of its camera. */
interface CameraEdge {
  readonly middle: Vector3
  /** Turns z along it. */
  readonly along: Quaternion
  readonly length: number
}

function listEdges(): readonly CameraEdge[] {
  const tip = new Vector3()
  const corners = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([x = 0, y = 0]) => new Vector3(0.055 * x, 0.04 * y, -0.1))
  const z = new Vector3(0, 0, 1)
  return corners.flatMap((corner, i) =>
    [tip, corners[(i + 1) % 4] ?? tip].map((end) => {
      const along = new Vector3().subVectors(end, corner)
      const length = along.length()
      return {
        middle: new Vector3().addVectors(corner, end).multiplyScalar(0.5),
        along: new Quaternion().setFromUnitVectors(z, along.divideScalar(length)),
        length,
      }
    }),
  )
}
