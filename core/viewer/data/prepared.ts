/**
 * A result with all that drawing it needs and that takes longer than a frame to find out: it is made in the
 * data worker, and handed over without a copy. The arrays of the result are the received bytes.
 */
import type { ImageResult, MeshResult, PointCloudResult, VolumeResult } from '../../domain/result/result.ts'
import type { Vector3 } from '../state/display.ts'

/** The smallest box around something, in the specimen's coordinates (x, y, z). */
export interface Bounds {
  readonly low: Vector3
  readonly high: Vector3
}

/** Smallest and largest finite value; equal where there is one value only. */
export type ValueRange = readonly [low: number, high: number]

/** A mesh that can be lit. */
export interface PreparedMesh {
  readonly type: 'mesh'
  readonly result: MeshResult
  readonly bounds: Bounds
  /** Those of the result, or the mean of the triangles around each vertex, weighted by area. */
  readonly normals: Float32Array
}

/** A volume as a texture. */
export interface PreparedVolume {
  readonly type: 'volume'
  readonly result: VolumeResult
  /** From the outer faces of the first samples to those of the last. */
  readonly bounds: Bounds
  readonly range: ValueRange
  /** How many samples are in each of 256 equal parts of the range. */
  readonly histogram: Uint32Array
  readonly texture: VolumeTexture
  readonly bricks: VolumeBricks
}

/**
 * What stands for NaN in a texture: so far below 0 that whatever is interpolated with it is below 0 too, and
 * can be told from a value. NaN itself is not kept by every graphics card.
 */
export const missingTexel = -1000

/** Samples as a graphics card takes them. */
export interface VolumeTexture {
  /** `r8` for 8-bit data, the samples themselves or shifted to begin at 0; `r16f` for all others. */
  readonly format: 'r8' | 'r16f'
  /**
   * x fastest. For `r16f` half floats: 0 for the low end of the range, 1 for the high end, and
   * {@link missingTexel} for NaN.
   */
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
  readonly depth: number
  /** The data's values at texture values 0 and 1. */
  readonly values: ValueRange
  /** Every how many samples along each axis one was taken, because all would be too large; 1 for all. */
  readonly step: number
}

/**
 * The texture in bricks of {@link brickSide} samples a side, and between which texture values each lies:
 * where there is nothing to see, the samples need not be looked at.
 */
export interface VolumeBricks {
  readonly width: number
  readonly height: number
  readonly depth: number
  /**
   * Lowest and highest value of each brick, its neighbouring samples included, in the texture's format; x
   * fastest. NaN is not counted: a brick of it alone has a low end above its high end.
   */
  readonly data: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>
}

/** Samples along each side of a brick. */
export const brickSide = 8

/** A point cloud. */
export interface PreparedCloud {
  readonly type: 'point_cloud'
  readonly result: PointCloudResult
  readonly bounds: Bounds
  /** Of the scalars; null where there are none. */
  readonly range: ValueRange | null
}

/**
 * An image. It lies in the plane z = 0; a pixel is a unit, the upper left corner is at 0, 0, and y points
 * down.
 */
export interface PreparedImage {
  readonly type: 'image'
  readonly result: ImageResult
  readonly bounds: Bounds
  /** Of the samples of all channels but alpha. */
  readonly range: ValueRange
}

/** A result of any kind, ready to be drawn. */
export type Prepared = PreparedMesh | PreparedVolume | PreparedCloud | PreparedImage
