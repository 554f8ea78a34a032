import { Group, Vector3 } from 'three'
import { beforeEach, describe, expect, it } from 'vitest'
import { StandPlace } from '../../../core/viewer/xr/place.ts'

/** A scene with z up, as seen from the front. */
const level = { right: [1, 0, 0], up: [0, 0, 1], back: [0, -1, 0] } as const
const box = { low: [100, 0, 0], high: [120, 10, 40] } as const
const eyes = { position: new Vector3(1, 1.6, 2), forward: new Vector3(1, 0, 0) }

let stand: Group
let place: StandPlace
const toRoom = (...at: [number, number, number]): Vector3 => new Vector3(...at).applyMatrix4(stand.matrix)
beforeEach(() => {
  stand = new Group()
  place = new StandPlace(stand)
  place.hold({ box, level })
})

describe('a place', () => {
  it('fits a specimen upright before the eyes, seen from the side that the page shows', () => {
    place.fit(eyes)
    const [middle, top, front] = [toRoom(110, 5, 20), toRoom(110, 5, 40), toRoom(110, 0, 20)]
    expect(middle.clone().sub(eyes.position).setY(0).normalize().distanceTo(eyes.forward)).toBeLessThan(1e-9)
    expect(middle.distanceTo(eyes.position)).toBeGreaterThan(1 / 3)
    expect(middle.distanceTo(eyes.position)).toBeLessThan(1)
    expect(top.sub(middle).toArray()).toEqual([0, 0.2, 0].map((part) => expect.closeTo(part, 6))) // 40 are 0.4 m
    expect(front.sub(middle).x).toBeLessThan(0) // towards the eyes
  })

  it('keeps the middle at a true size, and goes back to where it was', () => {
    place.fit(eyes)
    const before = place.findMiddle(new Vector3())
    place.keep()
    place.scaleTo(1e-3)
    expect(place.scale).toBeCloseTo(1e-3, 12)
    expect(place.findMiddle(new Vector3()).distanceTo(before)).toBeLessThan(1e-9)
    place.undo()
    expect(place.scale).toBeCloseTo(0.01, 12)
    expect(place.undoCount).toBe(0)
  })

  it('turns another side of the page to the eyes, upright around its middle, and goes back', () => {
    place.fit(eyes)
    stand.quaternion.set(0.5, 0.5, 0.5, 0.5) // by a hand, to somewhere
    stand.updateMatrix()
    const held = place.findMiddle(new Vector3())
    const fromRight = { right: [0, 1, 0], up: [0, 0, 1], back: [1, 0, 0] } as const
    place.face(fromRight, eyes)
    expect(place.findMiddle(new Vector3()).distanceTo(held)).toBeLessThan(1e-9)
    expect(place.scale).toBeCloseTo(0.01, 12)
    const [centre, top, side] = [toRoom(110, 5, 20), toRoom(110, 5, 40), toRoom(120, 5, 20)]
    expect(top.sub(centre).toArray()).toEqual([0, 0.2, 0].map((part) => expect.closeTo(part, 6)))
    const towards = eyes.position.clone().sub(held).setY(0).normalize()
    expect(side.sub(centre).normalize().distanceTo(towards)).toBeLessThan(1e-6)
    place.undo()
    expect(stand.quaternion.toArray()).toEqual([0.5, 0.5, 0.5, 0.5])
  })

  it('keeps no place for a side that is before the eyes already', () => {
    place.fit(eyes)
    place.face(level, eyes)
    expect(place.undoCount).toBe(0)
  })

  it('passes over places that are where it is, such as of a hand that took and let go', () => {
    place.fit(eyes)
    place.keep()
    place.scaleTo(1)
    place.keep()
    place.keep()
    place.undo()
    expect(place.scale).toBeCloseTo(0.01, 12)
  })

  it('forgets the oldest of many', () => {
    for (let i = 1; i <= 100; i++) {
      place.keep()
      place.scaleTo(i)
    }
    let count = 0
    for (; place.undoCount > 0; count++) place.undo()
    expect(count).toBe(20)
  })

  it('comes nearer along the way to the eyes, and never into them', () => {
    place.fit(eyes)
    const before = place.findMiddle(new Vector3()).sub(eyes.position)
    place.bring(eyes.position, 0.5)
    const now = place.findMiddle(new Vector3()).sub(eyes.position)
    expect(now.length()).toBeCloseTo(before.length() / 2, 9)
    expect(now.normalize().distanceTo(before.normalize())).toBeLessThan(1e-9)
    for (let i = 0; i < 50; i++) place.bring(eyes.position, 0.5)
    expect(place.findMiddle(new Vector3()).distanceTo(eyes.position)).toBeGreaterThan(0.04)
  })

  it.each([
    ['a single point', { low: [3, 3, 3], high: [3, 3, 3] } as const],
    ['nanometres', { low: [0, 0, 0], high: [1e-9, 1e-9, 1e-9] } as const],
    ['far away', { low: [1e12, 0, 0], high: [1.001e12, 1e9, 1e9] } as const],
  ])('is finite for %s', (_, odd) => {
    place.hold({ box: odd, level })
    place.fit(eyes)
    expect([...stand.matrix.elements].every(Number.isFinite)).toBe(true)
    expect(place.findMiddle(new Vector3()).distanceTo(eyes.position)).toBeLessThan(1.2)
  })
})
