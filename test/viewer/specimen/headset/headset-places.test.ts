/** Places among the parameters in the hands of a session without a browser: both at once, and what a page hears. */
import { signal } from '@preact/signals'
import { Group, Quaternion, type Ray, Vector3 } from 'three'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { places } from '../../../../core/contract/domain/places.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../../../core/contract/domain/schema.ts'
import { applyAffine, identity, invertAffine } from '../../../../core/contract/look/affine.ts'
import type { Vector3 as Place } from '../../../../core/contract/look/display.ts'
import type { Json, JsonObject } from '../../../../core/contract/values/json.ts'
import { withPlacement } from '../../../../core/data/prepared/placement.ts'
import { prepare } from '../../../../core/data/prepared/prepare.ts'
import type { Prepared } from '../../../../core/data/prepared/prepared.ts'
import {
  createPlaces,
  type HeadsetPlaces,
  type ViewInHand,
} from '../../../../core/viewer/specimen/headset/headset-places.ts'
import type { Hit } from '../../../../core/viewer/stage/hit.ts'
import type { VisitedScene } from '../../../../core/viewer/stage/visitor.ts'
import { Grip } from '../../../../core/viewer/xr/grip.ts'
import { StandPlace } from '../../../../core/viewer/xr/place.ts'
import { PlaceHands } from '../../../../core/viewer/xr/place-hands.ts'
import { sampleHeap } from '../../../support/sample-heap.ts'
import { RoomOfHands } from '../../xr/room-of-hands.ts'

/** Half of a quarter turn, rounded as turns are. */
const quarter = Number(Math.SQRT1_2.toFixed(4))
const box = { low: [0, 0, 0], high: [40, 30, 20] } as const
const level = { right: [1, 0, 0], up: [0, 1, 0], back: [0, 0, 1] } as const
const mesh = prepare({
  type: 'mesh',
  vertices: Float32Array.of(0, 0, 0, 40, 30, 0, 0, 30, 20),
  indices: Uint32Array.of(0, 1, 2),
})

let room: RoomOfHands
let stand: Group
let place: StandPlace
let grip: Grip
let shown: HeadsetPlaces
let hands: PlaceHands
let heard: string[]
let params: ReturnType<typeof signal<Params>>
let refusal: ReturnType<typeof signal<string | null>>
let hit: Hit | null
/** The scene of the specimen, which may be mirrored or turned. */
let toScene: (place: Place) => Place
let toSpecimen: (place: Place) => Place
let schema: ParameterSchema
let taken: number
/** What is shown. */
let content: Prepared
const body = signal<{ readonly schema: ParameterSchema } | null>(null)
/** The sign beside what is held; null for none. */
let said: string | null
const signAt = new Vector3()
const eyes = new Vector3(0, 1.6, 0)

/** Opens a view with parameters, whose defaults are given, before the eyes: a length of 1 is a centimetre. */
function open(properties: ParameterSchema['properties']): void {
  schema = { type: 'object', properties }
  body.value = { schema }
  const take = (name: string) => (changed: Params) => {
    heard.push(`${name} ${JSON.stringify(changed)}`)
    params.value = changed
  }
  const view = {
    params,
    places: { picked: signal(null), seen: signal(null) },
    model: {
      body,
      prepared: signal(content),
      params: { drag: take('drag'), set: take('set') },
    },
    room: { refusal },
  } as unknown as ViewInHand // the parts that places read
  shown = createPlaces(view)
  const scene = {
    scene: room.scene,
    stand,
    toScene: (at: Place) => toScene(at),
    toSpecimen: (at: Place) => toSpecimen(at),
    pick: (_: Ray, __: number) => hit,
  } as unknown as VisitedScene // the parts that hands need
  hands = new PlaceHands(scene, {
    onTaken: () => {
      taken++
    },
    createSign: () => ({
      say: (text) => {
        said = text
      },
      stand: (at) => signAt.copy(at),
      dispose: () => {
        said = null
      },
    }),
  })
  grip.hold(box)
  hands.hold(box)
  say()
}

function say(isQuiet = false): void {
  hands.show({ places: shown.shown.value, stroke: shown.stroke.value, isQuiet })
}

function step(): void {
  room.step((now) => {
    grip.update(now)
    hands.step(eyes)
    say()
  })
}

beforeEach(() => {
  room = new RoomOfHands()
  stand = new Group()
  room.scene.add(stand)
  place = new StandPlace(stand)
  place.hold({ box, level })
  place.fit({ position: new Vector3(0, 1.6, 0), forward: new Vector3(0, 0, -1) })
  grip = new Grip(stand, place, { onTaken: () => {}, onPick: () => false, onPart: () => null })
  heard = []
  taken = 0
  content = mesh
  said = null
  hit = null
  params = signal<Params>({})
  refusal = signal<string | null>(null)
  toScene = (at) => at
  toSpecimen = (at) => at
})
afterEach(() => hands.dispose())

const withDefault = (own: JsonObject, value: Json): JsonObject => ({ ...own, default: value })
const read = (name: string): Json | undefined => mergeDefaults(schema, params.value ?? {})[name]
const roomOf = (at: Place): Vector3 => {
  stand.updateMatrix()
  return new Vector3(...toScene(at)).applyMatrix4(stand.matrix)
}
/** Returns a source whose ray points ahead at a place of the specimen, from 30 cm before it. */
function aim(at: Place, mode = 'tracked-pointer', gamepad?: object): XRInputSource {
  const [x, y, z] = roomOf(at).toArray()
  return room.add([x, y, z + 0.3], mode, gamepad)
}
const move = (source: XRInputSource, way: Place): void => {
  room.rayOf(source).at.add(new Vector3(...way))
  step()
}
/** Returns the kinds of calls that the page has heard, each once for several of one kind. */
const kinds = (): string[] =>
  heard.map((call) => call.split(' ', 1).join()).filter((kind, i, all) => kind !== all[i - 1])

describe('a hand', () => {
  it.each(['tracked-pointer', 'transient-pointer', 'screen', 'gaze'])(
    'moves a point as far as itself, by a %s, with values of a drag and one final one',
    (mode) => {
      open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
      const source = aim([20, 15, 10], mode)
      room.pinch(source, true)
      step()
      expect(heard).toEqual([])
      move(source, [0.1, 0, 0])
      move(source, [0, -0.05, 0.02])
      expect([shown.held.value, said]).toEqual(['At: 30, 10, 12', '30, 10, 12'])
      expect(signAt.distanceTo(roomOf([30, 10, 12]))).toBeLessThan(1e-6)
      room.pinch(source, false)
      step()
      expect(read('at')).toEqual([30, 10, 12])
      expect(kinds()).toEqual(['drag', 'set'])
      expect([shown.held.value, said, place.undoCount, taken]).toEqual([null, null, 0, 1])
      const { length } = heard
      move(source, [0.1, 0, 0])
      expect(heard).toHaveLength(length)
    },
  )

  it('moves it by the specimen’s own lengths, whatever the stand, a mirror and a turn of the picture', () => {
    toScene = ([x, y, z]) => [-2 * y, 2 * x, 2 * z]
    toSpecimen = ([x, y, z]) => [y / 2, -x / 2, z / 2]
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    stand.quaternion.setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2)
    stand.scale.setScalar(0.125)
    stand.updateMatrixWorld()
    say()
    const source = aim([20, 15, 10])
    room.pinch(source, true)
    step()
    move(source, [0, 1, 0.5]) // a metre is 4 lengths; up is -y of the specimen after both turns
    room.pinch(source, false)
    expect(read('at')).toEqual([20, 11, 12])
  })

  it('lets go where its source ends without an end, and where the session does', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    const first = aim([20, 15, 10], 'transient-pointer')
    room.pinch(first, true)
    step()
    move(first, [0.1, 0, 0])
    room.remove(first)
    expect(heard.at(-1)).toBe('set {"at":[30,15,10]}')
    const second = aim([30, 15, 10])
    step()
    room.pinch(second, true)
    step()
    move(second, [-0.1, 0, 0.1])
    hands.dispose()
    expect(heard.at(-1)).toBe('set {"at":[20,15,20]}')
  })

  it('that only points, or takes and does not move, changes nothing', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    const source = aim([20, 15, 10])
    step()
    move(source, [0.005, 0, 0])
    room.pinch(source, true)
    step()
    room.pinch(source, false)
    step()
    expect(heard).toEqual([])
  })

  it('goes over the surface, stays where its ray meets none, and ticks when it meets it again', () => {
    const pulses: number[] = []
    const motor = { pulse: async (strength: number) => pulses.push(strength) }
    open({ at: withDefault({ ...places.point3.schema, on: 'surface' }, [20, 15, 10]) })
    const source = aim([20, 15, 10], 'tracked-pointer', { axes: [], hapticActuators: [motor] })
    room.pinch(source, true)
    expect(pulses).toHaveLength(1)
    step()
    hit = { place: [21, 15, 20], values: [], index: [] }
    move(source, [0.01, 0, 0])
    expect(read('at')).toEqual([21, 15, 20])
    hit = null
    move(source, [0.5, 0, 0])
    expect(read('at')).toEqual([21, 15, 20])
    hit = { place: [22, 15, 20], values: [], index: [], placeInData: [23, 15, 20] }
    move(source, [-0.4, 0, 0])
    expect(read('at')).toEqual([23, 15, 20])
    expect(pulses).toHaveLength(2)
    room.pinch(source, false)
    expect(heard.at(-1)).toBe('set {"at":[23,15,20]}')
  })

  it('stops at a bound with a tick, and never beyond what the schema takes', () => {
    const pulses: number[] = []
    const motor = { pulse: async (strength: number) => pulses.push(strength) }
    open({ at: withDefault({ ...places.point3.schema, within: 'bounds' }, [20, 15, 10]) })
    const source = aim([20, 15, 10], 'tracked-pointer', { axes: [], hapticActuators: [motor] })
    room.pinch(source, true)
    step()
    move(source, [0.05, 0, 0])
    move(source, [0.3, 0, 0])
    move(source, [0.3, 0, 0])
    expect(pulses).toHaveLength(2)
    expect(read('at')).toEqual([40, 15, 10])
  })

  it('does not tick for a normal that it turns beyond the bounds of the point', () => {
    const pulses: number[] = []
    const motor = { pulse: async (strength: number) => pulses.push(strength) }
    const own = { ...places.plane.schema, within: 'bounds' }
    open({ cut: withDefault(own, { point: [40, 30, 20], normal: [1, 0, 0] }) })
    const tip = shown.shown.value[0]?.grips.find(({ isWhole }) => !isWhole)
    if (!tip) throw new Error('A plane has a normal.')
    const source = aim(tip.at, 'tracked-pointer', { axes: [], hapticActuators: [motor] })
    room.pinch(source, true)
    step()
    move(source, [0, 0.05, 0])
    move(source, [0, 0.05, 0])
    expect(heard.length).toBeGreaterThan(0)
    expect(pulses).toHaveLength(1)
  })

  it('takes nothing where a room refuses changes, or while pinches are for something else', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    const source = aim([20, 15, 10])
    refusal.value = 'Ada has locked this.'
    step()
    room.pinch(source, true)
    move(source, [0.1, 0, 0])
    room.pinch(source, false)
    expect([heard, place.undoCount]).toEqual([[], 1]) // it has taken the specimen
  })

  it('draws a curve, whose points are few where it is straight, and none for a tap', () => {
    open({
      path: withDefault(places.polyline3.schema, [
        [0, 0, 0],
        [40, 0, 0],
      ]),
    })
    shown.drawn.value = '/path'
    say()
    const source = room.add([-0.2, 1.48, -0.7])
    room.pinch(source, true)
    step()
    room.pinch(source, false)
    step()
    expect([heard, shown.drawn.value]).toEqual([[], '/path'])
    room.pinch(source, true)
    step()
    const { at } = room.rayOf(source)
    for (let i = 0; i <= 40; i++) {
      at.set(-0.2 + i / 100, 1.48 + Math.max(0, i - 20) / 100, -0.7)
      step()
    }
    room.pinch(source, false)
    step()
    expect(kinds()).toEqual(['drag', 'set'])
    expect(shown.drawn.value).toBe(null)
    const drawn = read('path') as number[][] // the schema takes points
    expect(drawn).toHaveLength(3)
    expect(drawn[0]).toEqual([0, 15, 10])
    expect(drawn[1]).toEqual([20, 15, 10].map((part) => expect.closeTo(part, 0)))
    expect(drawn[2]).toEqual([40, 35, 10])
  })
})

describe('a volume along oblique and sheared axes', () => {
  const [sin, cos] = [Math.sin(0.3), Math.cos(0.3)]
  const volume = {
    type: 'volume',
    dtype: 'uint8',
    shape: [4, 4, 4],
    data: new Uint8Array(64),
    spacing: [5, 10, 10],
    origin: [3, 2, 1],
  } as const

  it.each([
    [
      'oblique',
      [
        [1, 0, 0],
        [0, cos, sin],
        [0, -sin, cos],
      ],
    ],
    [
      'sheared',
      [
        [1, 0, 0],
        [0, cos, 0],
        [0, sin, 1],
      ],
    ],
  ] as const)('is set in its world: %s', (_, direction) => {
    content = withPlacement(prepare({ ...volume, direction }), '')
    const way = content.placement ?? identity
    toScene = (at) => applyAffine(way, at)
    toSpecimen = (at) => applyAffine(invertAffine(way), at)
    open({
      at: withDefault(places.point3.schema, [4, 5, 6]),
      cut: withDefault(places.plane.schema, { point: [14, 15, 6], normal: [0, 0, 1] }),
    })
    step()
    // The scene has the directions of the world, so that the picture's own have to be undone.
    const roomOfWorld = ([x, y, z]: Place): Place =>
      new Vector3(x, y, z).applyMatrix4(stand.matrixWorld).toArray()
    const [x, y, z] = roomOfWorld([4, 5, 6])
    const hand = room.add([x, y, z + 0.3])
    room.pinch(hand, true)
    step()
    move(hand, [0.05, 0.02, -0.03])
    room.pinch(hand, false)
    const lengths = 1 / stand.scale.x
    const wanted = [4 + 0.05 * lengths, 5 + 0.02 * lengths, 6 - 0.03 * lengths]
    expect(read('at')).toEqual(wanted.map((part) => expect.closeTo(part, 1)))
    const [right, up, back] = roomOfWorld([14, 15, 6])
    const turned = room.add([right, up, back + 0.3])
    const ray = room.rayOf(turned)
    room.pinch(turned, true)
    step()
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2)
    ray.at
      .sub(new Vector3(right, up, back))
      .applyQuaternion(turn)
      .add(new Vector3(right, up, back))
    ray.turn.copy(turn)
    step()
    const near = (part: number) => expect.closeTo(part, 2)
    expect(read('cut')).toEqual({ point: [14, 15, 6].map(near), normal: [1, 0, 0].map(near) })
  })
})

describe('places', () => {
  it('are put away and back, and are not taken meanwhile', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    expect([shown.areThere.value, shown.shown.value.length]).toEqual([true, 1])
    shown.areShown.value = false
    step()
    const source = aim([20, 15, 10])
    room.pinch(source, true)
    step()
    expect([shown.areThere.value, taken, place.undoCount]).toEqual([true, 0, 1])
  })

  it('of another function are not written by a hand that still holds one of the last', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    const source = aim([20, 15, 10])
    room.pinch(source, true)
    step()
    move(source, [0.1, 0, 0])
    const { length } = heard
    body.value = { schema: { type: 'object', properties: {} } }
    move(source, [0.1, 0, 0])
    room.pinch(source, false)
    expect(heard).toHaveLength(length)
  })

  it('stay where they are for a hand that is nowhere', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    const source = aim([20, 15, 10])
    room.pinch(source, true)
    step()
    move(source, [0.1, 0, 0])
    move(source, [Number.NaN, 0, 0])
    room.pinch(source, false)
    expect(read('at')).toEqual([30, 15, 10])
  })
})

describe('two hands', () => {
  const region = withDefault(places.box3.schema, { min: [5, 5, 5], max: [35, 25, 15] })

  it('pull two corners of one box at once', () => {
    open({ region })
    const [left, right] = [aim([5, 5, 15]), aim([35, 25, 15])]
    for (const source of [left, right]) room.pinch(source, true)
    step()
    room.rayOf(left).at.x -= 0.02
    move(right, [0.03, 0.04, 0])
    room.pinch(left, false)
    move(right, [0.01, 0, 0])
    room.pinch(right, false)
    step()
    expect(read('region')).toEqual({ min: [3, 5, 5], max: [39, 29, 15] })
    expect(kinds()).toEqual(['drag', 'set', 'drag', 'set'])
  })

  it('hold two places, or the one the specimen while the other one holds a place', () => {
    open({ region, at: withDefault(places.point3.schema, [20, 20, 10]) })
    const left = aim([20, 20, 10])
    room.pinch(left, true)
    step()
    const right = room.add([0.13, 1.4, -0.3])
    room.pinch(right, true)
    step()
    expect(place.undoCount).toBe(1)
    move(right, [0.1, 0, 0])
    step()
    // The specimen goes to the right by 10; the point stays in the other hand.
    expect(read('at')).toEqual([10, 20, 10])
    move(left, [0.05, 0, 0])
    expect(read('at')).toEqual([15, 20, 10])
    for (const source of [left, right]) room.pinch(source, false)
    expect(place.scale).toBeCloseTo(0.01, 9)
  })

  it('do not take the same part: the second takes nothing', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    const [left, right] = [aim([20, 15, 10]), aim([20, 15, 10])]
    for (const source of [left, right]) room.pinch(source, true)
    step()
    move(right, [0.1, 0, 0])
    expect([heard, place.undoCount]).toEqual([[], 0])
    move(left, [0.1, 0, 0])
    expect(read('at')).toEqual([30, 15, 10])
  })
})

describe('a place that is held', () => {
  it('is a plane, which goes and turns with the hand about it', () => {
    open({ cut: withDefault(places.plane.schema, { point: [20, 15, 10], normal: [0, 0, 1] }) })
    const source = aim([20, 15, 10])
    room.pinch(source, true)
    step()
    const ray = room.rayOf(source)
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2)
    // About the place that is held, as far from the hand as before.
    ray.at
      .sub(roomOf([20, 15, 10]))
      .applyQuaternion(turn)
      .add(roomOf([20, 15, 10]))
    ray.turn.copy(turn)
    step()
    expect(read('cut')).toEqual({ point: [20, 15, 10], normal: [1, 0, 0] })
  })

  it('is a pose, whose turn is that of the hand also in a mirrored picture', () => {
    toScene = ([x, y, z]) => [-x, y, z]
    toSpecimen = toScene
    open({ frame: withDefault(places.pose.schema, { position: [20, 15, 10], rotation: [0, 0, 0, 1] }) })
    // From the right, where no axis is before the middle.
    const middle = roomOf([20, 15, 10])
    const source = room.add([middle.x + 0.3, middle.y, middle.z])
    const ray = room.rayOf(source)
    ray.turn.setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2)
    room.pinch(source, true)
    step()
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2)
    ray.at.sub(middle).applyQuaternion(turn).add(middle)
    ray.turn.premultiply(turn)
    step()
    expect(read('frame')).toEqual({ position: [20, 15, 10], rotation: [0, 0, -quarter, quarter] })
  })

  it('is a direction by its tip, wherever the hand has it', () => {
    open({ lamp: withDefault(places.direction3.schema, [1, 0, 0]) })
    const [tip] = shown.shown.value[0]?.grips ?? []
    if (!tip) throw new Error('A direction has a tip.')
    const source = aim(tip.at)
    room.pinch(source, true)
    step()
    const way = roomOf([20, 15, 50]).sub(roomOf(tip.at)).toArray()
    move(source, way)
    expect(read('lamp')).toEqual([0, 0, 1])
  })

  it('leaves nothing in the scene when the session is over', () => {
    open({ at: withDefault(places.point3.schema, [20, 15, 10]) })
    step()
    hands.dispose()
    grip.dispose()
    expect(stand.children).toEqual([])
    expect(room.scene.children).toEqual([stand])
  })
})

it('a frame of hands that hold something and stay makes no vectors', async () => {
  const points = Array.from({ length: 200 }, (_, i) => [i / 5, 15 + 10 * Math.sin(i / 9), 10])
  open({
    path: withDefault(places.polyline3.schema, points),
    at: withDefault(places.point3.schema, [20, 15, 10]),
  })
  const source = aim([20, 15, 10])
  room.pinch(source, true)
  step()
  const frames = 5000
  const run = (): void => {
    for (let i = 0; i < frames; i++) hands.step(eyes)
  }
  run() // engines compile at first
  const toPart = (url: string): string | null =>
    url.includes('/core/viewer/') ? url.replace(/^.*viewer/, '') : null
  const bytes = await sampleHeap(run, toPart)
  // A vector has 56 bytes, and a number 12 until the engine keeps it in a register.
  expect([...bytes].filter(([part, each]) => part !== '' && each / frames >= 56)).toEqual([])
  const drawn = await sampleHeap(() => say(), toPart) // what is measured is there
  expect([...drawn.keys()].join()).toContain('place-hands')
})
