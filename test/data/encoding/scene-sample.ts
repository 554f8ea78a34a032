/** A scene with a part of each kind, for tests of files. */
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'

const quarter = [
  [0, -1, 0, 10],
  [1, 0, 0, 20],
  [0, 0, 1, 30],
] as const

/** A tetrahedron without normals, with colours and a look. */
export const brain = {
  type: 'mesh',
  unit: 'mm',
  vertices: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
  colors: Uint8Array.of(1, 20, 255, 4, 50, 60, 7, 80, 90, 10, 110, 120),
  look: { opacity: 0.5, title: 'The brain' },
  place: quarter,
} as const satisfies SceneResult['parts'][string]

/** A scene of all kinds, in mm. */
export const findings: SceneResult = {
  type: 'scene',
  unit: 'mm',
  orientation: 'RAS',
  notes: ['Half of it.'],
  parts: {
    scan: {
      type: 'volume',
      shape: [2, 3, 4],
      dtype: 'int16',
      data: Int16Array.from({ length: 24 }, (_, i) => 100 * i - 7),
      spacing: [3, 2, 1.5],
      origin: [10, 20, 30],
      window: [-5, 700],
    },
    brain,
    skull: {
      type: 'mesh',
      offset: [100, 0, 0.5],
      vertices: brain.vertices,
      indices: brain.indices,
      normals: Float32Array.of(0, 0, 2, 1, 0, 0, 0, 1, 0, 0.6, 0, 0.8),
      scalars: Float32Array.of(1.5, 2.5, 3.5, 4.5),
      valueName: 'thickness',
      look: { color: [200, 30, 4], hidden: true },
      place: [
        [1, 0.5, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 2, -7],
      ],
    },
    vessels: {
      type: 'lines',
      points: Float32Array.of(0, 1, 2, 3, 4.5, 5, 6, 7, 8),
      starts: Uint32Array.of(0, 2),
      look: { color: [255, 0, 0], width: 0.5 },
    },
    flow: {
      type: 'arrows',
      points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
      vectors: Float32Array.of(0, 1, 0.1, 1, 0, 0),
      colors: Uint8Array.of(1, 20, 255, 4, 50, 60),
    },
    names: {
      type: 'labels',
      points: Float32Array.of(0, 1, 2, 3, 4, 5),
      texts: ['Cα', 'a "b",\nc'],
    },
    cells: { type: 'point_cloud', points: Float32Array.of(0, 1, 2), scalars: Float32Array.of(7) },
    photo: {
      type: 'image',
      width: 2,
      height: 1,
      channels: 3,
      dtype: 'uint8',
      data: Uint8Array.of(1, 20, 255, 4, 50, 60),
    },
  },
}
