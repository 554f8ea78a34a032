import { Color, type Group, Quaternion, Vector3 } from 'three'
import type { Vector3 as Place } from '../../contract/look/display.ts'
import type { PlaceInHand } from './hand-place.ts'
import { Rods } from './rods.ts'

/** Metres in the room: the radii of a part, of one by which all is held, and of a line. */
const partRadius = 0.006
const wholeRadius = 0.011
const lineRadius = 0.0015
/** The factor of what is pointed at or held. */
const grown = 1.35

const plain = toLinear('#f5a524')
const axes = [toLinear('#e5484d'), toLinear('#2f9e62'), toLinear('#3b82f6')] as const
const held = toLinear('#e3ecfd')

function toLinear(color: string): readonly number[] {
  return new Color(color).toArray()
}

/** The parts that hands point at or hold, by their keys. */
export interface TouchedParts {
  has(key: string): boolean
}

/**
 * Places among the parameters as balls and lines in the specimen, as thick in the room whatever its size.
 * They are drawn again for other places, another size, or another touch, and not in each frame.
 */
export class PlaceShapes {
  readonly #stand: Group
  readonly #rods: Rods
  readonly #touched: TouchedParts
  #places: readonly PlaceInHand[] = []
  #toScene = (place: Place): Place => place
  #stroke: Float64Array = new Float64Array(0)
  #strokeCount = 0
  #scale = 0
  #isDue = true
  readonly #rod = {
    place: new Vector3(),
    turn: new Quaternion(),
    radii: new Vector3(),
    length: 0,
    color: plain,
  }

  constructor(stand: Group, touched: TouchedParts) {
    this.#stand = stand
    this.#touched = touched
    this.#rods = new Rods(stand, { isSeenThrough: true })
  }

  /** Shows other places, which `toScene` puts into the scene. */
  show(places: readonly PlaceInHand[], toScene: (place: Place) => Place): void {
    this.#places = places
    this.#toScene = toScene
    this.#isDue = true
  }

  /** Shows a line that is being drawn: three numbers for each of its points, in the scene. */
  draw(points: Float64Array, count: number): void {
    this.#stroke = points
    this.#strokeCount = count
    this.#isDue = true
  }

  /** Has the parts drawn again, as another one is touched. */
  touch(): void {
    this.#isDue = true
  }

  /** Called in each frame. */
  step(): void {
    const scale = this.#stand.scale.x
    if (!this.#isDue && scale === this.#scale) return
    this.#isDue = false
    this.#scale = scale
    this.#rods.begin()
    for (const place of this.#places) this.#add(place)
    for (let i = 0; i < this.#strokeCount; i++) {
      end.fromArray(this.#stroke, 3 * i)
      if (i > 0) this.#addLine(held)
      start.copy(end)
    }
    this.#rods.end()
  }

  dispose(): void {
    this.#rods.dispose()
  }

  #add({ grips, lines }: PlaceInHand): void {
    for (const { key, at, axis, isWhole } of grips) {
      const isTouched = this.#touched.has(key)
      const radius = ((isWhole ? wholeRadius : partRadius) * (isTouched ? grown : 1)) / this.#scale
      this.#read(at, this.#rod.place)
      this.#rod.turn.identity()
      this.#rod.radii.setScalar(radius)
      this.#rod.length = 0
      this.#rod.color = isTouched ? held : axis === null ? plain : axes[axis]
      this.#rods.add(this.#rod)
    }
    for (const { through, axis } of lines)
      through.forEach((place, i) => {
        this.#read(place, end)
        if (i > 0) this.#addLine(axis === null ? plain : axes[axis])
        start.copy(end)
      })
  }

  /** Adds the line from `start` to `end`. */
  #addLine(color: readonly number[]): void {
    along.subVectors(end, start)
    const length = along.length()
    if (length === 0) return
    this.#rod.place.addVectors(start, end).multiplyScalar(0.5)
    this.#rod.turn.setFromUnitVectors(forward, along.divideScalar(length))
    this.#rod.radii.setScalar(lineRadius / this.#scale)
    this.#rod.length = length
    this.#rod.color = color
    this.#rods.add(this.#rod)
  }

  #read(place: Place, target: Vector3): void {
    target.fromArray(this.#toScene(place))
  }
}

const start = new Vector3()
const end = new Vector3()
const along = new Vector3()
const forward = new Vector3(0, 0, 1)
