import { HandleStore } from '@pmndrs/handle'
import type { PointerEvent } from '@pmndrs/pointer-events'
import { BoxGeometry, DoubleSide, type Group, Mesh, Ray, ShaderMaterial, type Vector3 } from 'three'
import { type Bounds, longestSide } from '../../contract/look/box.ts'
import type { Hit } from '../stage/hit.ts'
import type { VisitedScene } from '../stage/visitor.ts'
import { PartCarrier, type PartHold } from './part-carrier.ts'
import type { StandPlace } from './place.ts'
import { tick } from './tick.ts'

/** The least thickness of what can be taken, in parts of the longest side: an image has none. */
const leastPart = 0.04

/** Metres by which a ray may pass a point that it picks. */
const pickRadius = 0.008

/** The callbacks of a grip. */
export interface GripUse {
  readonly onTaken: () => void
  /** Takes a ray by two places of it in the room; returns false where the hand is to take the specimen. */
  readonly onPick: (from: Vector3, through: Vector3) => boolean
  /** Returns what moves the part that such a ray meets; null where the hand is to take the specimen. */
  readonly onPart: (from: Vector3, through: Vector3) => PartHold | null
}

/**
 * The box by which hands take a specimen: one moves and turns it, two scale it too. It is not drawn, and no
 * triangle of the specimen is asked, so that a mesh of any size is taken at once; only for a hand that takes
 * a part is asked which one it meets.
 */
export class Grip {
  readonly #box: Mesh
  readonly #handle: HandleStore<unknown>
  readonly #end: () => void
  readonly #carrier: PartCarrier

  constructor(stand: Group, place: StandPlace, { onTaken, onPick, onPart }: GripUse) {
    const material = new ShaderMaterial({ side: DoubleSide, visible: false })
    this.#box = new Mesh(new BoxGeometry(1, 1, 1), material)
    this.#handle = new HandleStore(stand, () => {
      const range: [number, number] = [...place.limits]
      const filter = (event: PointerEvent): boolean => !this.#carrier.carries(event)
      return { scale: { uniform: true, x: range, y: range, z: range }, filter }
    })
    stand.add(this.#box)
    // Before the handles, of which one moves the stand or a part from then on.
    this.#box.addEventListener('pointerdown', (event) => {
      const isPick = onPick(event.pointerPosition, event.point)
      if (isPick) event.stopImmediatePropagation()
      if (isPick) return
      tick(event.pointerState)
      const hold = this.#carrier.isFree ? onPart(event.pointerPosition, event.point) : null
      if (hold) this.#carrier.take(event, hold)
      if (hold) return
      if (this.isFree) place.keep()
      onTaken()
    })
    this.#carrier = new PartCarrier(stand, this.#box)
    this.#end = this.#handle.bind(this.#box)
  }

  get isFree(): boolean {
    return this.#handle.inputState.size === 0
  }

  /** Encloses a box of the scene. */
  hold({ low, high }: Bounds): void {
    const longest = longestSide({ low, high }) || 1
    const { position, scale } = this.#box
    position.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
    scale.set(high[0] - low[0], high[1] - low[1], high[2] - low[2])
    scale.clampScalar(leastPart * longest, longest)
    this.#box.updateMatrix()
  }

  /** Moves the stand, and a part, with the hands that hold them. Called in each frame. */
  update(now: number): void {
    this.#handle.update(now)
    this.#carrier.update(now)
  }

  dispose(): void {
    this.#carrier.dispose()
    this.#end()
    this.#box.removeFromParent()
    this.#box.geometry.dispose()
  }
}

/** Returns what a ray of the room hits, by two places of it. */
export function castInto({ stand, pick }: VisitedScene, from: Vector3, through: Vector3): Hit | null {
  const origin = stand.worldToLocal(from.clone())
  const direction = stand.worldToLocal(through.clone()).sub(origin).normalize()
  return pick(new Ray(origin, direction), pickRadius / stand.scale.x)
}

/**
 * Returns what moves the part that a ray of the room meets, in the scene; null for none, and where hands take
 * no parts, for which `onPart` is null.
 */
export function takePart(
  scene: VisitedScene,
  onPart: ((hit: Hit | null) => PartHold | null) | null,
  from: Vector3,
  through: Vector3,
): PartHold | null {
  const hold = onPart?.(castInto(scene, from, through))
  if (!hold) return null
  const { toScene, toSpecimen } = scene
  return (map, isHeld) => hold((place) => toSpecimen(map(toScene(place))), isHeld)
}
