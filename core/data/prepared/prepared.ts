/**
 * A result ready to be drawn, made in the data worker and transferred without a copy. The arrays of the
 * result are the received bytes.
 */
import type {
  ArrowsResult,
  ImageResult,
  LabelsResult,
  LinesResult,
  MeshResult,
  PartLook,
  PointCloudResult,
  SceneResult,
  TableResult,
  VolumeResult,
} from '../../contract/domain/result/result.ts'
import type { Affine } from '../../contract/look/affine.ts'
import type { Bounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { DrawnLabel } from '../../contract/look/labels.ts'
import type { ValueRange } from '../../contract/look/volume-transfer.ts'

export type { Bounds } from '../../contract/look/box.ts'
export type { ValueRange } from '../../contract/look/volume-transfer.ts'

/**
 * A mesh that can be lit. The arrays beside the result are drawn: the same ones, unless the mesh is far from
 * the origin, or has hard edges without normals; the vertices there are repeated at the end.
 */
export interface PreparedMesh {
  readonly type: 'mesh'
  readonly result: MeshResult
  readonly bounds: Bounds
  /** The place that `positions` are relative to. */
  readonly centre: Vector3
  readonly positions: Float32Array
  readonly indices: Uint32Array
  /** Normals of the result, or the mean of the triangles around each vertex, weighted by area. */
  readonly normals: Float32Array
  /** The angle in degrees over which the normals are smooth; absent where they are those of the result. */
  readonly creaseAngle?: number
  readonly colors?: Uint8Array
  readonly scalars?: Float32Array
  /** The range of the scalars. */
  readonly range: ValueRange | null
  /** The labels that the scalars are; absent for measures. */
  readonly labels?: LabelList
}

/** A volume as a texture. */
export interface PreparedVolume {
  readonly type: 'volume'
  readonly result: VolumeResult
  /** Box from the outer faces of the first samples to those of the last. */
  readonly bounds: Bounds
  readonly range: ValueRange
  /** Number of samples in each of 256 equal parts of the range. */
  readonly histogram: Uint32Array
  /** The values at equal parts of the sorted samples; empty where there is no finite one. */
  readonly quantiles: Float64Array
  readonly texture: VolumeTexture
  readonly bricks: VolumeBricks
  /** The labels whose ranks the texture has in place of the samples; absent for measures. */
  readonly labels?: RankedLabels
}

/** Labels by growing value. */
export interface LabelList {
  readonly list: readonly DrawnLabel[]
}

/** The labels of a volume, and the rank of each sample: 0 for none. */
export interface RankedLabels extends LabelList {
  readonly ranks: Uint8Array
}

/** The texture value of NaN, which some cards do not keep: values interpolated with it are below 0 too. */
export const missingTexel = -1000

/** Samples in the format of a graphics card. */
export interface VolumeTexture {
  /** `r8` for 8-bit data, the samples themselves or shifted to begin at 0; `r16f` for all others. */
  readonly format: 'r8' | 'r16f'
  /** Samples, x fastest. Half floats go from 0 to 1, with {@link missingTexel} for NaN. */
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
  readonly depth: number
  /** The data's values at texture values 0 and 1. */
  readonly values: ValueRange
  /** Every `step`th sample along each axis is kept, because all would be too large; 1 for all. */
  readonly step: number
}

/** Bricks of {@link brickSide} samples a side with their ranges: empty ones are skipped when drawing. */
export interface VolumeBricks extends Pick<VolumeTexture, 'width' | 'height' | 'depth'> {
  /**
   * Lowest and highest value of each brick, its neighbouring samples included, x fastest. A brick of NaN
   * alone has a low end above its high end.
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
  /** The place that `positions` are relative to. */
  readonly centre: Vector3
  /** The points, a copy only far from the origin. */
  readonly positions: Float32Array
  /** The usual diameter of a point's disc, in the specimen's units. */
  readonly diameter: number
  readonly range: ValueRange | null
  /** The labels that the scalars are; absent for measures. */
  readonly labels?: LabelList
}

/** Lines. */
export interface PreparedLines {
  readonly type: 'lines'
  readonly result: LinesResult
  readonly bounds: Bounds
  /** The place that `positions` are relative to. */
  readonly centre: Vector3
  /** The points, a copy only far from the origin. */
  readonly positions: Float32Array
  /** For each point 1 where a line leads to the next one, and 0 at the end of a line. */
  readonly joined: Uint8Array
  readonly range: ValueRange | null
  /** The labels that the scalars are; absent for measures. */
  readonly labels?: LabelList
}

/** Arrows. The arrays beside the result are drawn: the same ones, unless there are too many. */
export interface PreparedArrows {
  readonly type: 'arrows'
  readonly result: ArrowsResult
  /** The box around tails and tips. */
  readonly bounds: Bounds
  /** The place that `positions` are relative to. */
  readonly centre: Vector3
  /** The tails, relative to the centre. */
  readonly positions: Float32Array
  readonly vectors: Float32Array
  readonly colors?: Uint8Array
  readonly scalars?: Float32Array
  /** Every `step`th arrow is drawn, because all would be too many; 1 for all. */
  readonly step: number
  /** The median of the lengths that are not 0, in the specimen's units; 0 without any. */
  readonly usualLength: number
  readonly range: ValueRange | null
  /** The labels that the scalars are; absent for measures. */
  readonly labels?: LabelList
}

/** Texts at places. */
export interface PreparedLabels {
  readonly type: 'labels'
  readonly result: LabelsResult
  readonly bounds: Bounds
  /** The place that `positions` are relative to. */
  readonly centre: Vector3
  /** The places, a copy only far from the origin. */
  readonly positions: Float32Array
  /** Places have no values. */
  readonly range: null
}

/** An image in the plane z = 0; a pixel is a unit, the upper left corner is at 0, 0, and y points down. */
export interface PreparedImage {
  readonly type: 'image'
  readonly result: ImageResult
  readonly bounds: Bounds
  /** Range of all channels but alpha. */
  readonly range: ValueRange
}

/** Rows, some with places. */
export interface PreparedTable {
  readonly type: 'table'
  readonly result: TableResult
  /** The box around the places of its rows; around 0, 0, 0 without any. */
  readonly bounds: Bounds
  /** The place that `positions` are relative to. */
  readonly centre: Vector3
  /** The places of the rows, a copy only far from the origin; none without places. */
  readonly positions: Float32Array
  /** Its columns have values, and its places have none. */
  readonly range: null
}

/** A result of one kind, ready to be drawn. */
export type PreparedPart =
  | PreparedMesh
  | PreparedVolume
  | PreparedCloud
  | PreparedLines
  | PreparedArrows
  | PreparedLabels
  | PreparedImage
  | PreparedTable

/** A part of a scene. */
export interface PreparedScenePart {
  readonly name: string
  readonly look?: PartLook
  /** The way from its coordinates, as it is drawn, to those of the scene; absent where they are the same. */
  readonly place?: Affine
  readonly prepared: PreparedPart
}

/** The parts of a scene, in its order. */
export interface PreparedScene {
  readonly type: 'scene'
  readonly result: SceneResult
  /** The box around all parts, in the scene's own coordinates. */
  readonly bounds: Bounds
  /** Where a view has moved parts, the box around these too: cameras fit it. */
  readonly shownBounds?: Bounds
  readonly parts: readonly PreparedScenePart[]
  /** Each part has its own values. */
  readonly range: null
}

/** A result of any kind, ready to be drawn. */
export type Prepared = (PreparedPart | PreparedScene) & {
  /** The length of its file. */
  readonly fileBytes?: number
  /** The anatomical directions of its axes, such as `RAS`: its own or its author's; absent where unknown. */
  readonly orientation?: string
  /** The way from its coordinates to the scene's; absent where those are the same. */
  readonly placement?: Affine
  /** The user's own content beside it, or over a volume. */
  readonly second?: {
    readonly prepared: Prepared
    /** The fractions of its box along x, y and z from those of the box below it. */
    readonly overlay: Affine | null
    /** A sentence on its place. */
    readonly note: string
  }
}

/** A second content as it was chosen. */
export interface Companion {
  readonly name: string
  readonly prepared: Prepared
  readonly isOverlay: boolean
}
