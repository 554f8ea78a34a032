/** The kinds of result that stand alone or as a part of a scene. `result.ts` has what is done with them. */
import type { Plot, TableColumn } from './columns.ts'
import type { AxisDirections } from './direction.ts'
import type { Dtype, ElementArray } from './elements.ts'
import type { Label } from './labels.ts'

/** The meaning of a result's numbers, where it is not always the same. None is in the v1 envelope. */
interface SpaceTexts {
  /** The unit of lengths. */
  readonly unit?: string
  readonly valueName?: string
  readonly valueUnit?: string
  /** Sentences on what is left out and what was assumed, within the bounds of `notes.ts`. */
  readonly notes?: readonly string[]
}

/** Positions in float32, the place that they are beside, and the directions of their world. */
interface Placed {
  /** The anatomical directions in which x, y and z grow, such as `RAS`. Not in the v1 envelope. */
  readonly orientation?: string
  /**
   * x, y, z to add to each position: coordinates of a map, for example, lose their steps in float32. Not in
   * the v1 envelope.
   */
  readonly offset?: readonly [number, number, number]
}

/** A triangle mesh. One without vertices and indices is valid. */
export interface MeshResult extends SpaceTexts, Placed {
  readonly type: 'mesh'
  /** n×3 float32, xyz interleaved, finite. */
  readonly vertices: Float32Array
  /** m×3 uint32, each below n. */
  readonly indices: Uint32Array
  /** n×3 float32, finite; absent rather than empty. */
  readonly normals?: Float32Array
  /** n×3 uint8, sRGB red, green, blue; absent rather than empty. The v1 envelope has no place for them. */
  readonly colors?: Uint8Array
  /** n float32, finite, a value for a colormap; absent rather than empty, and from the v1 envelope. */
  readonly scalars?: Float32Array
  /** Set where each of the scalars is a label and no measure: those with a name. Not in the v1 envelope. */
  readonly labels?: readonly Label[]
}

/** A scalar field on a regular grid. */
export interface VolumeResult extends SpaceTexts {
  readonly type: 'volume'
  /** Slowest axis first; three axes when a function made it. */
  readonly shape: readonly number[]
  readonly dtype: Dtype
  /** As many samples as the product of `shape`, in C order. Floats may be NaN. */
  readonly data: ElementArray
  /** Distance between neighbouring samples along each axis, slowest first. */
  readonly spacing?: readonly number[]
  /** Position of the centre of the first sample along each axis of the world, slowest first. */
  readonly origin?: readonly number[]
  /** Directions of the axes in the world; absent where they are its own. Not in the v1 envelope. */
  readonly direction?: AxisDirections
  /** The anatomical directions nearest to x, y and z, such as `RAS`. Not in the v1 envelope. */
  readonly orientation?: string
  /** The coordinates of the origin, such as `scanner` or `MNI152`. Not in the v1 envelope. */
  readonly space?: string
  /**
   * Set where each value is a label and no measure, so that none lies between two: the values that have a
   * name, none where the file brings no names. Not in the v1 envelope.
   */
  readonly labels?: readonly Label[]
  /**
   * The values between which it is first shown, the lower first, where its file or scanner chose them. Not in
   * the v1 envelope.
   */
  readonly window?: readonly [low: number, high: number]
  /** The place of this volume among the `frames` of its file, from 0; the v1 envelope has neither. */
  readonly frame?: number
  readonly frames?: number
}

/** Points in space without connections. */
export interface PointCloudResult extends SpaceTexts, Placed {
  readonly type: 'point_cloud'
  /** n×3 float32, xyz interleaved, finite. */
  readonly points: Float32Array
  /** n×3 uint8 sRGB. */
  readonly colors?: Uint8Array
  /** n float32, finite. */
  readonly scalars?: Float32Array
  /** Set where each of the scalars is a label and no measure: those with a name. Not in the v1 envelope. */
  readonly labels?: readonly Label[]
}

/** Lines through points: each from one of `starts` to the point before the next. */
export interface LinesResult extends SpaceTexts, Placed {
  readonly type: 'lines'
  /** n×3 float32, xyz interleaved, finite. */
  readonly points: Float32Array
  /** The first point of each line, growing from 0, each below n; absent for a single line. */
  readonly starts?: Uint32Array
  /** n×3 uint8, sRGB red, green, blue. */
  readonly colors?: Uint8Array
  /** n float32, finite, a value for a colormap. */
  readonly scalars?: Float32Array
  /** Set where each of the scalars is a label and no measure: those with a name. Not in the v1 envelope. */
  readonly labels?: readonly Label[]
}

/** Arrows: vectors at points. */
export interface ArrowsResult extends SpaceTexts, Placed {
  readonly type: 'arrows'
  /** n×3 float32, the tails, xyz interleaved, finite. */
  readonly points: Float32Array
  /** n×3 float32, from tail to tip, finite. */
  readonly vectors: Float32Array
  /** n×3 uint8, sRGB red, green, blue. */
  readonly colors?: Uint8Array
  /** n float32, finite, a value for a colormap. */
  readonly scalars?: Float32Array
  /** Set where each of the scalars is a label and no measure: those with a name. Not in the v1 envelope. */
  readonly labels?: readonly Label[]
}

/** Texts at places. */
export interface LabelsResult extends Pick<SpaceTexts, 'unit' | 'notes'>, Placed {
  readonly type: 'labels'
  /** n×3 float32, xyz interleaved, finite. */
  readonly points: Float32Array
  /** n texts within the bounds of `captions.ts`. */
  readonly texts: readonly string[]
}

/** Numbers and texts in rows. */
export interface TableResult extends Pick<SpaceTexts, 'unit' | 'notes'>, Placed {
  readonly type: 'table'
  /** How it is drawn beside its rows; absent for not at all. */
  readonly plot?: Plot
  /** The column along the horizontal axis of the plot. */
  readonly x?: string
  /** The column along the vertical one. */
  readonly y?: string
  /** 1 to 64 columns of as many values, at most 100,000; see `columns.ts`. */
  readonly columns: readonly TableColumn[]
  /** 3 × rows float32, the place of each row, xyz interleaved, finite; absent rather than empty. */
  readonly points?: Float32Array
}

/** A raster image. */
export interface ImageResult extends Omit<SpaceTexts, 'unit'> {
  readonly type: 'image'
  readonly width: number
  readonly height: number
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA; sRGB, straight alpha. */
  readonly channels: number
  readonly dtype: 'uint8' | 'uint16'
  /** height·width·channels, top row first, interleaved. */
  readonly data: Uint8Array | Uint16Array
}

/** A result of one kind, alone or as a part of a scene. */
export type PartResult =
  | MeshResult
  | VolumeResult
  | PointCloudResult
  | LinesResult
  | ArrowsResult
  | LabelsResult
  | ImageResult
  | TableResult

/** The name of a kind of {@link PartResult}, such as `mesh` or `point_cloud`. */
export type PartType = PartResult['type']
