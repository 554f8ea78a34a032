/** Hands without a browser: a session of events, and frames of poses. */
import { Matrix4, PerspectiveCamera, Quaternion, Scene, Vector3 } from 'three'
import { Hands } from '../../../core/viewer/xr/hands.ts'

/** The pose of a ray: where it begins, and where it points. */
export interface Ray {
  at: Vector3
  turn: Quaternion
}

class FakeSession extends EventTarget {
  readonly inputSources: XRInputSource[] = []
}

/** A room with hands, whose frames are made one by one. */
export class RoomOfHands {
  readonly scene = new Scene()
  readonly #session = new FakeSession()
  readonly #poses = new Map<unknown, Ray>()
  readonly hands: Hands
  #now = 0

  constructor() {
    this.hands = new Hands({
      session: this.#session as unknown as XRSession, // of which it is asked for events and sources only
      scene: this.scene,
      camera: () => new PerspectiveCamera(),
      space: () => ({}) as XRReferenceSpace, // which the frames below do not read
    })
  }

  /** Brings a source whose ray points ahead. */
  add(
    at: readonly [number, number, number],
    targetRayMode = 'tracked-pointer',
    gamepad?: object,
  ): XRInputSource {
    const targetRaySpace = {}
    this.#poses.set(targetRaySpace, { at: new Vector3(...at), turn: new Quaternion() })
    const source = { targetRaySpace, targetRayMode, gamepad } as unknown as XRInputSource // what hands read of one
    this.#session.inputSources.push(source)
    this.#send('inputsourceschange', { added: [source], removed: [] })
    return source
  }

  remove(source: XRInputSource): void {
    this.#send('inputsourceschange', { added: [], removed: [source] })
  }

  /** Sends an event of a source, as of its trigger or of its grip. */
  send(name: string, inputSource: XRInputSource): void {
    this.#send(name, { inputSource, frame: this.#frame })
  }

  /** Begins or ends the pinch of a source. */
  pinch(source: XRInputSource, isPressed: boolean): void {
    this.send(isPressed ? 'selectstart' : 'selectend', source)
  }

  rayOf({ targetRaySpace }: XRInputSource): Ray {
    const ray = this.#poses.get(targetRaySpace)
    if (!ray) throw new Error('The source has no ray.')
    return ray
  }

  /** Makes a frame; `step` is called behind the hands, and before what is drawn. */
  step(step: (now: number) => void): void {
    this.#now += 14
    this.hands.step(this.#now, this.#frame)
    step(this.#now)
    this.scene.updateMatrixWorld() // as drawing does
  }

  /** Every source is where its ray is. */
  readonly #frame = {
    getPose: (space: unknown) => {
      const ray = this.#poses.get(space)
      const matrix = ray && new Matrix4().compose(ray.at, ray.turn, new Vector3(1, 1, 1)).elements
      return matrix && { transform: { matrix: Float32Array.from(matrix) } }
    },
  } as unknown as XRFrame // which is asked for poses only

  #send(name: string, parts: object): void {
    this.#session.dispatchEvent(Object.assign(new Event(name), parts))
  }
}
