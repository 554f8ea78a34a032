/** Results with an offset: drawn near zero, read at their true places. */
import { Ray, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import type { MeshResult, PointCloudResult } from '../../../core/contract/domain/result/result.ts'
import { drawResult } from '../../../core/data/picture/draw-result.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { pickBeside } from '../../../core/viewer/stage/pick-beside.ts'
import { boxTriangles, pickMesh } from '../../../core/viewer/stage/pick-mesh.ts'
import { pickPoints } from '../../../core/viewer/stage/pick-points.ts'

const offset = [500000, 5400000, 0] as const
const mesh: MeshResult = {
  type: 'mesh',
  offset,
  vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  indices: new Uint32Array([0, 1, 2]),
}
const cloud: PointCloudResult = { type: 'point_cloud', offset, points: mesh.vertices }

describe('a result with an offset', () => {
  it.each([mesh, cloud])('has its box where it truly is, and is drawn without a sum in float32', (result) => {
    const prepared = prepare(result)
    if (!('positions' in prepared)) throw new Error(`It is a ${prepared.type}.`)
    expect(prepared.bounds).toEqual({ low: [500000, 5400000, 0], high: [500001, 5400001, 0] })
    expect(prepared.centre).toEqual([500000, 5400000, 0])
    expect(Array.from(prepared.positions.subarray(0, 9))).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0])
  })

  it.each([mesh, cloud])('has the picture of the same shape without one', (result) => {
    const { offset: _, ...without } = result
    expect(drawResult(result)).toEqual(drawResult(without))
  })

  it('is met by a ray at its true place, on the kept side of a plane alone', () => {
    const ray = new Ray(new Vector3(500000.25, 5400000.25, 5), new Vector3(0, 0, -1))
    const boxes = boxTriangles(mesh)
    const pick = (constant: number) =>
      pickBeside(mesh.offset, { ray, kept: [{ normal: [1, 0, 0], constant }] }, (near, kept) =>
        pickMesh(mesh, boxes, near, kept),
      )
    expect(pick(-500000)?.place).toEqual([500000.25, 5400000.25, 0])
    expect(pick(-500000.5)).toBeNull()
    const above = new Ray(new Vector3(500001, 5400000, 5), new Vector3(0, 0, -1))
    const hit = pickBeside(cloud.offset, { ray: above, kept: [] }, (near, kept) =>
      pickPoints(cloud, near, { tolerance: 0, radius: 0.1 }, kept),
    )
    expect(hit).toMatchObject({ place: [500001, 5400000, 0], index: [1] })
  })
})
