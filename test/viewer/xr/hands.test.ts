/** Hands, grip and place together, without a browser: a session of events, and frames of poses. */
import { Group, Quaternion, type Scene, Vector3 } from 'three'
import { beforeEach, describe, expect, it } from 'vitest'
import { Grip } from '../../../core/viewer/xr/grip.ts'
import type { Hands } from '../../../core/viewer/xr/hands.ts'
import type { PartHold } from '../../../core/viewer/xr/part-carrier.ts'
import { StandPlace } from '../../../core/viewer/xr/place.ts'
import { type Ray, RoomOfHands } from './room-of-hands.ts'

const level = { right: [1, 0, 0], up: [0, 1, 0], back: [0, 0, 1] } as const
const box = { low: [-10, -10, -10], high: [10, 10, 10] } as const

let room: RoomOfHands
let scene: Scene
let stand: Group
let place: StandPlace
let grip: Grip
let hands: Hands
/** What takes a part in place of the specimen. */
let hold: PartHold | null

beforeEach(() => {
  room = new RoomOfHands()
  scene = room.scene
  hands = room.hands
  stand = new Group()
  scene.add(stand)
  place = new StandPlace(stand)
  place.hold({ box, level })
  place.fit({ position: new Vector3(0, 1.6, 0), forward: new Vector3(0, 0, -1) })
  hold = null
  grip = new Grip(stand, place, { onTaken: () => {}, onPick: () => false, onPart: () => hold })
  grip.hold(box)
  scene.updateMatrixWorld()
})

function addSource(at: Vector3, targetRayMode = 'tracked-pointer', gamepad?: object): XRInputSource {
  return room.add([at.x, at.y, at.z], targetRayMode, gamepad)
}

function removeSource(source: XRInputSource): void {
  room.remove(source)
}

function send(name: string, source: XRInputSource): void {
  room.send(name, source)
}

function step(): void {
  room.step((now) => grip.update(now))
}

const rayOf = (source: XRInputSource): Ray => room.rayOf(source)
const middle = (): Vector3 => {
  stand.updateMatrix()
  return place.findMiddle(new Vector3())
}

describe('one hand', () => {
  it.each(['tracked-pointer', 'transient-pointer', 'screen', 'gaze'])(
    'moves the specimen as far as itself, by a %s and without a jump at first',
    (mode) => {
      const start = middle()
      const source = addSource(new Vector3(0, start.y, 0), mode)
      step()
      send('selectstart', source)
      step()
      expect(middle().distanceTo(start)).toBeLessThan(1e-6) // pins pmndrs/xr#386
      rayOf(source).at.add(new Vector3(0.1, 0.05, -0.2))
      step()
      send('selectend', source)
      step()
      expect(middle().sub(start).toArray()).toEqual([0.1, 0.05, -0.2].map((part) => expect.closeTo(part, 6)))
      rayOf(source).at.add(new Vector3(1, 0, 0))
      step()
      expect(middle().sub(start).x).toBeCloseTo(0.1, 6)
    },
  )

  it('turns the specimen with itself', () => {
    const start = middle()
    const source = addSource(new Vector3(0, start.y, start.z + 0.3))
    step()
    send('squeezestart', source)
    step()
    rayOf(source).turn.setFromAxisAngle(new Vector3(0, 0, 1), 0.5)
    step()
    expect(stand.quaternion.angleTo(new Quaternion())).toBeCloseTo(0.5, 4)
    expect(place.scale).toBeCloseTo(0.02, 9)
  })

  it('that appears with its pinch and goes with it, as a look with a pinch does, takes and lets go', () => {
    const start = middle()
    const source = addSource(new Vector3(0, start.y, 0), 'transient-pointer')
    send('selectstart', source) // before any frame
    step()
    expect(grip.isFree).toBe(false)
    rayOf(source).at.x += 0.2
    step()
    removeSource(source) // without an end
    step()
    expect(grip.isFree).toBe(true)
    expect(middle().x - start.x).toBeCloseTo(0.2, 6)
    expect(scene.children).toEqual([stand])
  })

  it('beside the specimen takes nothing', () => {
    const source = addSource(new Vector3(3, 1.6, 0))
    step()
    send('selectstart', source)
    step()
    expect(grip.isFree).toBe(true)
    expect(place.undoCount).toBe(0)
  })
})

describe('a ray', () => {
  /** Returns the length of the ray that is drawn, and whether there is a dot at its end. */
  const measure = (): { readonly length: number; readonly hasDot: boolean } => {
    const [line, dot] = scene.children[1]?.children ?? []
    return { length: line?.scale.z ?? 0, hasDot: dot?.visible ?? false }
  }

  it('is drawn to what it meets, with a dot there, and a usual length where that is nothing', () => {
    const source = addSource(new Vector3(0, middle().y, 0))
    step()
    expect(measure()).toEqual({ length: expect.closeTo(-middle().z - 0.2, 6), hasDot: true })
    rayOf(source).at.x = 3
    step()
    expect(measure()).toEqual({ length: 1.5, hasDot: false })
  })
})

describe('two hands', () => {
  it('scale the specimen by their distance, about the place between them, and undo goes back', () => {
    const start = middle()
    const held = new Vector3(0, 0, 10) // on the side that the rays meet
    const before = held.clone().applyMatrix4(stand.matrixWorld)
    const [left, right] = [-0.1, 0.1].map((x) => addSource(new Vector3(x, start.y, 0)))
    if (!left || !right) throw new Error('Two hands are needed.')
    step()
    for (const source of [left, right]) send('selectstart', source)
    step()
    rayOf(left).at.x = -0.2
    rayOf(right).at.x = 0.2
    step()
    expect(place.scale).toBeCloseTo(0.04, 6)
    expect(held.applyMatrix4(stand.matrixWorld).distanceTo(before)).toBeLessThan(1e-6)
    for (const source of [left, right]) send('selectend', source)
    place.undo()
    expect(place.scale).toBeCloseTo(0.02, 9)
  })

  it('cannot make it too small to be found, or too large to be seen', () => {
    const start = middle()
    const [left, right] = [-0.19, 0.19].map((x) => addSource(new Vector3(x, start.y, 0)))
    if (!left || !right) throw new Error('Two hands are needed.')
    step()
    for (const source of [left, right]) send('selectstart', source)
    step()
    rayOf(left).at.x = -1e-6
    rayOf(right).at.x = 1e-6
    step()
    const [low, high] = place.limits
    expect(place.scale).toBeGreaterThanOrEqual(low * 0.999)
    rayOf(left).at.x = -1e6
    rayOf(right).at.x = 1e6
    step()
    expect(place.scale).toBeLessThanOrEqual(high * 1.001)
  })
})

describe('a hand that takes a part', () => {
  /** Where the part has last been told to be, of a place in it, in the specimen's scene; and if it is held. */
  const told: { at: readonly number[]; isHeld: boolean }[] = []
  const follow = (): void => {
    told.length = 0
    hold = (map, isHeld) => told.push({ at: map([1, 2, 3]), isHeld })
  }
  const near = (at: readonly number[]) => at.map((part) => expect.closeTo(part, 4))

  it.each(['tracked-pointer', 'transient-pointer'])(
    'moves it, by a %s, while the rest stays, and says when it lets go',
    (mode) => {
      const start = middle()
      follow()
      const source = addSource(new Vector3(0, start.y, 0), mode)
      send('selectstart', source)
      step()
      expect(told).toEqual([])
      rayOf(source).at.add(new Vector3(0.1, 0.04, 0))
      step()
      // Metres in the room are fifty lengths of the specimen, whose y is up there.
      expect(told.at(-1)).toEqual({ at: near([6, 4, 3]), isHeld: true })
      send('selectend', source)
      step()
      expect(told.at(-1)).toEqual({ at: near([6, 4, 3]), isHeld: false })
      const { length } = told
      step()
      expect(told).toHaveLength(length)
      expect(middle().distanceTo(start)).toBeLessThan(1e-9)
      expect(place.undoCount).toBe(0)
    },
  )

  it('turns it about the place that it has met, and lets go where its source ends', () => {
    follow()
    const source = addSource(new Vector3(0, middle().y, middle().z + 0.3))
    send('squeezestart', source)
    step()
    rayOf(source).turn.setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2)
    step()
    expect(told.at(-1)).toEqual({ at: near([-2, 1, 3]), isHeld: true })
    removeSource(source)
    step()
    expect(told.at(-1)?.isHeld).toBe(false)
  })

  it('leaves the rest to the other hand, and a second part too', () => {
    const start = middle()
    follow()
    const [left, right] = [-0.1, 0.1].map((x) => addSource(new Vector3(x, start.y, 0)))
    if (!left || !right) throw new Error('Two hands are needed.')
    for (const source of [left, right]) send('selectstart', source)
    step()
    rayOf(right).at.x += 0.2
    step()
    expect(middle().x - start.x).toBeCloseTo(0.2, 6)
    expect(place.scale).toBeCloseTo(0.02, 9)
    expect(place.undoCount).toBe(1)
  })

  it('has told where it is when the session ends', () => {
    follow()
    const source = addSource(new Vector3(0, middle().y, 0))
    send('selectstart', source)
    rayOf(source).at.x += 0.1
    step()
    grip.dispose()
    expect(told.at(-1)?.isHeld).toBe(false)
    expect(stand.children).toEqual([])
  })

  it('feels a tick, where it has a motor', () => {
    const pulses: number[] = []
    const motor = { pulse: async (strength: number) => pulses.push(strength) }
    follow()
    const gamepad = { axes: [], hapticActuators: [motor] }
    send('selectstart', addSource(new Vector3(0, middle().y, 0), 'tracked-pointer', gamepad))
    expect(pulses).toHaveLength(1)
  })
})

describe('a stick', () => {
  it('pushes away or pulls, and rests in its middle', () => {
    const gamepad = { axes: [0, 0, 0, 0.1] }
    addSource(new Vector3(), 'tracked-pointer', gamepad)
    expect(hands.push).toBe(0)
    gamepad.axes[3] = -1
    expect(hands.push).toBe(1)
    gamepad.axes[3] = 0.5
    expect(hands.push).toBe(-0.5)
  })
})

it('leaves nothing in the scene when the session is over', () => {
  addSource(new Vector3(0, 1.5, 0))
  step()
  hands.dispose()
  grip.dispose()
  expect(scene.children).toEqual([stand])
  expect(stand.children).toEqual([])
  addSource(new Vector3())
  expect(scene.children).toEqual([stand])
})
