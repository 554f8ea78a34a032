import { createRayPointer, type Pointer } from '@pmndrs/pointer-events'
import type { Group, PerspectiveCamera, Scene } from 'three'
import { createHandShape, type HandShape } from './hand-shape.ts'

/** The buttons of a pointer: a trigger or a pinch, and the grip of a controller, which takes too. */
const buttons = { select: 0, squeeze: 1 }

/** One source of input of a session: a controller, a hand, a look with a pinch, a finger on a screen. */
interface Hand {
  readonly source: XRInputSource
  readonly pointer: Pointer
  readonly shape: HandShape
  readonly joints: HandJoints | null
}

/** The joints of a bare hand, in the order of the source, and the arrays that each frame fills. */
interface HandJoints {
  readonly spaces: XRJointSpace[]
  readonly matrices: Float32Array
  readonly radii: Float32Array
}

/** A frame of a browser with hands, whose two functions the types do not know. */
interface JointFrame extends XRFrame {
  fillPoses?(spaces: XRSpace[], base: XRSpace, matrices: Float32Array): boolean
  fillJointRadii?(spaces: XRJointSpace[], radii: Float32Array): boolean
}

/** The parts of a session that hands need. */
export interface HandPlace {
  readonly session: XRSession
  readonly scene: Scene
  /** The camera between the eyes. */
  readonly camera: () => PerspectiveCamera
  /** The space of the room; null before the session has one. */
  readonly space: () => XRReferenceSpace | null
}

/**
 * The hands of a session as pointers. A source may exist for the length of a pinch only, as on Vision Pro: so
 * nothing waits for one to hover, or for a second button.
 */
export class Hands {
  readonly #place: HandPlace
  readonly #hands = new Map<XRInputSource, Hand>()
  readonly #ended = new AbortController()
  #now = 0

  constructor(place: HandPlace) {
    this.#place = place
    const { session } = place
    const { signal } = this.#ended
    session.addEventListener('inputsourceschange', ({ added, removed }) => this.#change(added, removed), {
      signal,
    })
    for (const name of ['select', 'squeeze'] as const) {
      const press = { timeStamp: 0, button: buttons[name] }
      session.addEventListener(
        `${name}start`,
        (event) => this.#press(event, (pointer) => pointer.down({ ...press, timeStamp: this.#now })),
        { signal },
      )
      session.addEventListener(
        `${name}end`,
        (event) => this.#press(event, (pointer) => pointer.up({ ...press, timeStamp: this.#now })),
        { signal },
      )
    }
    this.#change([...session.inputSources], [])
  }

  /** Moves all pointers and their shapes. */
  step(now: number, frame: XRFrame): void {
    this.#now = now
    event.timeStamp = now
    for (const hand of this.#hands.values()) {
      this.#follow(hand, frame)
      hand.pointer.move(this.#place.scene, event)
      // Parts of places are met before what they are in, and are farther away.
      const met = hand.pointer.getIntersection()
      const distance = met ? met.point.distanceTo(met.pointerPosition) : farthest
      hand.shape.point(distance < farthest ? distance : null)
    }
  }

  /** Returns how far the sticks are pushed away, -1 to 1: negative ones bring nearer. */
  get push(): number {
    let most = 0
    for (const { source } of this.#hands.values()) {
      const away = -(source.gamepad?.axes[3] ?? 0)
      if (Math.abs(away) > Math.abs(most)) most = away
    }
    return Math.abs(most) > deadZone ? most : 0
  }

  dispose(): void {
    this.#ended.abort()
    for (const source of [...this.#hands.keys()]) this.#remove(source)
  }

  #change(added: readonly XRInputSource[], removed: readonly XRInputSource[]): void {
    for (const source of removed) this.#remove(source)
    for (const source of added) if (!this.#hands.has(source)) this.#add(source)
  }

  #add(source: XRInputSource): void {
    const shape = createHandShape()
    const { scene, camera } = this.#place
    scene.add(shape.ray, shape.grip, shape.joints)
    const space = { current: shape.ray }
    const pointer = createRayPointer(camera, space, source)
    const spaces = source.hand ? [...source.hand.values()] : []
    const joints = source.hand
      ? { spaces, matrices: new Float32Array(16 * spaces.length), radii: new Float32Array(spaces.length) }
      : null
    this.#hands.set(source, { source, pointer, shape, joints })
  }

  #remove(source: XRInputSource): void {
    const hand = this.#hands.get(source)
    if (!hand) return
    hand.pointer.cancel({ timeStamp: this.#now })
    hand.pointer.exit({ timeStamp: this.#now })
    hand.shape.dispose()
    this.#hands.delete(source)
  }

  /** Presses where the hand is in the event, whose source may have come with it. */
  #press({ inputSource, frame }: XRInputSourceEvent, press: (pointer: Pointer) => void): void {
    if (!this.#hands.has(inputSource)) this.#add(inputSource)
    const hand = this.#hands.get(inputSource)
    if (!hand) return
    this.#follow(hand, frame)
    hand.pointer.move(this.#place.scene, { timeStamp: this.#now })
    press(hand.pointer)
  }

  #follow({ source, shape, joints }: Hand, frame: XRFrame): void {
    const space = this.#place.space()
    if (!space) return
    const isTracked = source.targetRayMode === 'tracked-pointer'
    const isAimed = moveTo(shape.ray, frame.getPose(source.targetRaySpace, space))
    shape.ray.visible = isAimed && isTracked
    const grip = source.gripSpace && isTracked && !joints ? frame.getPose(source.gripSpace, space) : undefined
    shape.grip.visible = moveTo(shape.grip, grip)
    if (!joints) return
    const joined: JointFrame = frame
    const isKnown =
      joined.fillPoses?.(joints.spaces, space, joints.matrices) === true &&
      joined.fillJointRadii?.(joints.spaces, joints.radii) === true
    shape.joints.visible = isKnown
    if (isKnown) shape.bend(joints.matrices, joints.radii)
  }
}

/** Metres; a ray that meets nothing is said to meet something much farther away. */
const farthest = 100
/** The part of a stick's way in which it rests. */
const deadZone = 0.15
const event = { timeStamp: 0 }

function moveTo(object: Group, pose: XRPose | undefined): boolean {
  if (!pose) return false
  object.matrix.fromArray(pose.transform.matrix)
  object.updateMatrixWorld(true)
  return true
}
