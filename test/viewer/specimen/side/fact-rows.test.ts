import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { factsOf } from '../../../../core/data/facts/facts-of.ts'
import { listFactRows } from '../../../../core/viewer/specimen/side/fact-rows.ts'

const say = (result: Result): { readonly [name: string]: string } =>
  Object.fromEntries(listFactRows(factsOf(result)))

const tetrahedron = {
  type: 'mesh',
  vertices: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 4),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
  unit: 'mm',
} as const satisfies Result

describe('the list of facts', () => {
  it('has sizes, areas and volumes in their units', () => {
    expect(say(tetrahedron)).toMatchObject({
      Size: '3 mm × 3 mm × 4 mm',
      Triangles: '4',
      Vertices: '4',
      'Enclosed volume': '6 mm³',
      Closed: 'yes',
      Parts: '1',
    })
    expect(say(tetrahedron).Area).toMatch(/^26\.\d+ mm²$/)
  })

  it('says the faults of a mesh, and no volume of an open one', () => {
    const open = say({ ...tetrahedron, indices: tetrahedron.indices.subarray(0, 9) })
    expect(open.Closed).toBe('no: 3 edges with one triangle')
    expect(open).not.toHaveProperty('Enclosed volume')
    const flipped = say({ ...tetrahedron, indices: Uint32Array.of(0, 1, 2, 0, 1, 3, 1, 2, 3, 2, 0, 3) })
    expect(flipped['Flipped triangles']).toBe('1')
    expect(say(tetrahedron)).not.toHaveProperty('Flipped triangles')
  })

  it('puts the power of a unit of several words outside brackets', () => {
    expect(say({ ...tetrahedron, unit: 'voxel sides' })['Enclosed volume']).toBe('6 (voxel sides)³')
  })

  it('has the labels of a volume in cm³, in another unit, or in voxels', () => {
    const labels = [{ value: 1, name: 'liver' }]
    const volume = {
      type: 'volume',
      shape: [1, 2, 100],
      dtype: 'uint8',
      data: new Uint8Array(200).fill(1, 0, 100),
      labels,
    } as const satisfies Result
    expect(say(volume)).toMatchObject({ Samples: '100 × 2 × 1', liver: '100 voxels' })
    expect(say({ ...volume, spacing: [1, 1, 1], unit: 'mm' }).liver).toBe('0.1 cm³')
    expect(say({ ...volume, spacing: [1, 1, 1], unit: 'px' }).liver).toBe('100 px³')
  })

  it('has the statistics of values with their name, and those that are no numbers', () => {
    const data = Float32Array.of(1, 2, 3, Number.NaN)
    const volume = { type: 'volume', shape: [1, 1, 4], dtype: 'float32', data } as const satisfies Result
    const rows = say({ ...volume, valueName: 'density', valueUnit: 'HU' })
    expect(rows.density).toMatch(/^1 to 3 HU, mean 2, median 2, deviation 0\.8\d*$/)
    expect(rows['density that are no numbers']).toBe('1')
  })

  it('has the channels of an image, and the density of points', () => {
    const image = { type: 'image', width: 1, height: 1, channels: 3, dtype: 'uint8' } as const
    expect(say({ ...image, data: Uint8Array.of(1, 2, 3) })).toMatchObject({ Pixels: '1 × 1' })
    expect(say({ ...image, data: Uint8Array.of(1, 2, 3) })['Channel 3']).toMatch(/^3 to 3/)
    const points = Float32Array.of(0, 0, 0, 1, 1, 2)
    expect(say({ type: 'point_cloud', points, unit: 'm' })['Points per volume']).toBe('1 per m³')
  })
})
