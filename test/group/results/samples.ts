/** Results for the tests of a group, a few of each kind, and what compares them. */
import { createHash } from 'node:crypto'
import { isElementArray } from '../../../core/contract/domain/result/elements.ts'
import type {
  ImageResult,
  MeshResult,
  PointCloudResult,
  VolumeResult,
} from '../../../core/contract/domain/result/result.ts'

/** 12 MB: 300,000 vertices with normals and colours, and 1,000,000 indices. */
export const largeMesh: MeshResult = {
  type: 'mesh',
  vertices: Float32Array.from({ length: 900_000 }, (_, i) => Math.sin(i)),
  indices: Uint32Array.from({ length: 999_999 }, (_, i) => (i * 7) % 300_000),
  normals: Float32Array.from({ length: 900_000 }, (_, i) => Math.cos(i)),
  colors: Uint8Array.from({ length: 900_000 }, (_, i) => i % 251),
}

/** Half of a piece, which everything comes in. */
export const smallMesh: MeshResult = {
  type: 'mesh',
  vertices: Float32Array.from({ length: 30_000 }, (_, i) => i),
  indices: Uint32Array.from({ length: 3_000 }, (_, i) => i),
}

/** No arrays that hold anything. */
export const emptyMesh: MeshResult = {
  type: 'mesh',
  vertices: new Float32Array(),
  indices: new Uint32Array(),
}

/** Of doubles, with a NaN, spacing and origin. */
export const volume: VolumeResult = {
  type: 'volume',
  shape: [20, 30, 40],
  dtype: 'float64',
  data: Float64Array.from({ length: 24_000 }, (_, i) => (i === 7 ? Number.NaN : i / 3)),
  spacing: [0.5, 1, 2],
  origin: [-1, -0.25, 3],
}

/** With everything that it may have, in arrays that end between multiples of 8 bytes. */
export const pointCloud: PointCloudResult = {
  type: 'point_cloud',
  points: Float32Array.from({ length: 3 * 1001 }, (_, i) => i),
  colors: Uint8Array.from({ length: 3 * 1001 }, (_, i) => i % 256),
  scalars: Float32Array.from({ length: 1001 }, (_, i) => -i),
}

/** Of 16 bits. */
export const image: ImageResult = {
  type: 'image',
  width: 31,
  height: 17,
  channels: 3,
  dtype: 'uint16',
  data: Uint16Array.from({ length: 31 * 17 * 3 }, (_, i) => i * 40),
}

/** By names for titles. */
export const samples = { largeMesh, smallMesh, emptyMesh, volume, pointCloud, image }

/** Returns a result with a digest for each array: a comparison of the arrays themselves takes seconds. */
export function digest(result: object): object {
  const members = Object.entries(result).map(([name, value]) => {
    if (!isElementArray(value)) return [name, value]
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    return [name, `${value.constructor.name} ${createHash('sha256').update(bytes).digest('hex')}`]
  })
  return Object.fromEntries(members)
}
