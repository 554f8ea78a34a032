import { Euler, Matrix4, Plane, Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { CarriedPlanes } from '../../../core/viewer/stage/carried-planes.ts'

const turn = new Quaternion().setFromEuler(new Euler(0.4, -1.1, 2))
const matrix = new Matrix4().compose(new Vector3(0.15, 1.2, -0.6), turn, new Vector3().setScalar(0.02))

describe('carried planes', () => {
  it('are at first those of the scene', () => {
    const own = [new Plane(new Vector3(1, 0, 0), -2)]
    expect(new CarriedPlanes().set(own)).toEqual(own)
  })

  it('keep the same places when the scene is moved, turned and scaled, as the same objects', () => {
    const planes = new CarriedPlanes()
    const [carried] = planes.set([new Plane(new Vector3(0, 1, 0), -3)])
    const place = new Vector3(7, 5, -4) // 2 above the plane
    planes.carry(matrix)
    expect(carried?.distanceToPoint(place.clone().applyMatrix4(matrix))).toBeCloseTo(2 * 0.02, 10)
    expect(carried?.normal.length()).toBeCloseTo(1, 10)
    planes.carry(matrix) // from where they were, and not from where they are
    expect(carried?.distanceToPoint(place.clone().applyMatrix4(matrix))).toBeCloseTo(2 * 0.02, 10)
    planes.carry(new Matrix4())
    expect(carried?.distanceToPoint(place)).toBeCloseTo(2, 10)
  })
})
