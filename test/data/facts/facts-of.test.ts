import { describe, expect, it } from 'vitest'
import type {
  ImageResult,
  PointCloudResult,
  VolumeResult,
} from '../../../core/contract/domain/result/result.ts'
import { withWords } from '../../../core/contract/domain/result/with-words.ts'
import { factsOf } from '../../../core/data/facts/facts-of.ts'

const block: VolumeResult = {
  type: 'volume',
  shape: [2, 3, 4],
  dtype: 'float32',
  data: Float32Array.from({ length: 24 }, (_, i) => i),
}
/** Labels 0, 1 and 2 in 20, 40 and 60 samples. */
const marked: VolumeResult = {
  type: 'volume',
  shape: [2, 6, 10],
  dtype: 'uint8',
  data: Uint8Array.from({ length: 120 }, (_, i) => [0, 1, 1, 2, 2, 2][i % 6] ?? 0),
  spacing: [2, 0.5, 0.5],
  unit: 'mm',
}

describe('the facts of a volume', () => {
  it('have bounds half a spacing beyond the samples', () => {
    expect(factsOf({ ...block, spacing: [3, 2, 1], origin: [10, 20, 30], unit: 'µm' })).toMatchObject({
      kind: 'volume',
      unit: 'µm',
      shape: [2, 3, 4],
      dtype: 'float32',
      spacing: [3, 2, 1],
      bounds: { low: [29.5, 19, 8.5], high: [33.5, 25, 14.5] },
      values: { count: 24, min: 0, max: 23, mean: 11.5, median: 11.5 },
      labels: null,
    })
  })

  it('have bounds in samples, and no spacing, where nothing says one', () => {
    const bounds = { low: [-0.5, -0.5, -0.5], high: [3.5, 2.5, 1.5] }
    expect(factsOf(block)).toMatchObject({ unit: null, spacing: null, bounds })
  })

  it('have bounds in the world where it has directions', () => {
    // The rows of the array lead along z of the world, its layers along x.
    const direction = [
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]
    const bounds = { low: [-0.5, -0.5, -0.5], high: [1.5, 2.5, 3.5] }
    expect(factsOf({ ...block, spacing: [1, 1, 1], direction })).toMatchObject({ bounds })
  })

  it('have the anatomical directions of the world, where these are known', () => {
    expect(factsOf({ ...block, spacing: [1, 1, 1], orientation: 'LPS' })).toMatchObject({
      orientation: 'LPS',
    })
    const direction = [
      [0, 0, 1],
      [0, -1, 0],
      [1, 0, 0],
    ]
    const turned = { ...block, spacing: [1, 1, 1], direction }
    expect(factsOf({ ...turned, orientation: 'SPR' })).toMatchObject({ orientation: 'RAS' })
    expect(factsOf(withWords(block, { axes: 'mm, RAS' }))).toMatchObject({ unit: 'mm', orientation: 'RAS' })
    for (const unknown of [block, withWords(turned, { axes: 'mm, RAS' })])
      expect(factsOf(unknown)).not.toHaveProperty('orientation')
  })

  it('have no bounds beyond all numbers', () => {
    expect(factsOf({ ...block, spacing: [1e308, 1, 1] })).toMatchObject({ bounds: null })
  })

  it('count labels by the rule of the page, with their volumes', () => {
    const voxel = 0.5
    expect(factsOf(marked)).toMatchObject({
      labels: [
        { value: 1, name: null, voxel_count: 40, volume: 40 * voxel, volume_cm3: expect.closeTo(0.02, 12) },
        { value: 2, name: null, voxel_count: 60, volume: 60 * voxel, volume_cm3: expect.closeTo(0.03, 12) },
      ],
    })
    const labels = [{ value: 0, name: 'air' }]
    const named = factsOf({ ...marked, labels })
    expect(named.kind === 'volume' && named.labels?.[0]).toMatchObject({
      value: 0,
      name: 'air',
      voxel_count: 20,
    })
  })

  it('give no cm³ without a unit of lengths, and no volume without spacing', () => {
    const { unit: _, spacing: _spacing, ...bare } = marked
    const labelsOf = (volume: VolumeResult) => {
      const facts = factsOf(volume)
      return facts.kind === 'volume' ? facts.labels?.[0] : undefined
    }
    expect(labelsOf({ ...marked, unit: 'px' })).toMatchObject({ volume: 20, volume_cm3: null })
    expect(labelsOf({ ...marked, unit: 'constructor' })).toMatchObject({ volume_cm3: null })
    expect(labelsOf({ ...marked, unit: 'Mm' })).toMatchObject({ volume_cm3: null })
    expect(labelsOf(bare)).toMatchObject({ voxel_count: 40, volume: null, volume_cm3: null })
  })

  it('measure voxels of oblique axes by the volume that these span', () => {
    const direction = [
      [1, 0, 0],
      [0, 1, 0.6],
      [0, 0, 0.8],
    ]
    const facts = factsOf({ ...marked, direction })
    expect(facts.kind === 'volume' && facts.labels?.[0]?.volume).toBeCloseTo(20 * 0.8, 12)
  })
})

describe('the facts of other kinds', () => {
  it('of a point cloud have its density', () => {
    const cloud: PointCloudResult = {
      type: 'point_cloud',
      points: Float32Array.of(0, 0, 0, 2, 1, 1, 2, 1, 1, 1, 0.5, 0.25),
      offset: [100, 0, 0],
    }
    expect(factsOf(cloud)).toEqual({
      kind: 'point_cloud',
      unit: null,
      point_count: 4,
      place_count: 3,
      bounds: { low: [100, 0, 0], high: [102, 1, 1] },
      density: 2,
      value_name: null,
      value_unit: null,
      scalars: null,
      labels: null,
    })
    expect(factsOf({ ...cloud, points: Float32Array.of(1, 1, 1) })).toMatchObject({ density: null })
    expect(factsOf({ ...cloud, points: new Float32Array() })).toMatchObject({ bounds: null, point_count: 0 })
  })

  it('of labelled vertices and points count each label, and have no mean of them', () => {
    const scalars = Float32Array.of(6, 8, 8)
    const labels = [{ value: 8, name: 'O' }]
    const counted = {
      scalars: null,
      labels: [
        { value: 6, name: null, count: 1 },
        { value: 8, name: 'O', count: 2 },
      ],
    }
    const points = new Float32Array(9)
    expect(factsOf({ type: 'point_cloud', points, scalars, labels })).toMatchObject(counted)
    const indices = Uint32Array.of(0, 1, 2)
    expect(factsOf({ type: 'mesh', vertices: points, indices, scalars, labels })).toMatchObject(counted)
  })

  it('of an image have statistics of each channel', () => {
    const image: ImageResult = {
      type: 'image',
      width: 2,
      height: 1,
      channels: 2,
      dtype: 'uint16',
      data: Uint16Array.of(10, 65535, 20, 65535),
    }
    expect(factsOf(image)).toMatchObject({
      kind: 'image',
      width: 2,
      height: 1,
      dtype: 'uint16',
      channels: [
        { count: 2, min: 10, max: 20, mean: 15, deviation: 5 },
        { count: 2, min: 65535, max: 65535, deviation: 0 },
      ],
    })
  })

  it("have the author's words where the result has none of its own", () => {
    const words = { axes: 'nm, RAS', value: 'density, g/cm³' }
    const said = { unit: 'nm', value_name: 'density', value_unit: 'g/cm³' }
    expect(factsOf(withWords(block, words))).toMatchObject(said)
    expect(factsOf(withWords({ ...block, unit: 'm', valueName: 'heat' }, words))).toMatchObject({
      ...said,
      unit: 'm',
      value_name: 'heat',
    })
  })
})
