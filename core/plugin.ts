/**
 * The vocabulary of a plugin, imported as `specimen-host/plugin`. It holds types only: a plugin is a file
 * with exported functions whose parameters and return type use these names; none of it is needed at run time.
 *
 * ```ts
 * import type { Integer, Mesh, Range } from 'specimen-host/plugin'
 *
 * // A comment in JSDoc form here becomes the description.
 * export function disc(radius: Range<0.1, 10> = 1, segments: Integer & Range<3, 256> = 64): Mesh { … }
 * ```
 *
 * Everywhere: shapes and axes are in C order, slowest axis first, lengths are in one unit of your choice (say
 * which: `@unit mm`), coordinates are right-handed, and a result that breaks a rule below is refused by it.
 */
/// <reference path="./plugin-assets.d.ts" preserve="true" />
export type { File } from './plugin-file.ts'
export type { Integer, Range, Time } from './plugin-numbers.ts'
export type * from './plugin-places.ts'
export type { Arrows, Labels, Lines, Look, Part } from './plugin-scene.ts'
export type { Column, Table } from './plugin-table.ts'

/**
 * Receives the messages of a long computation. Ask for it by a parameter of this type, in any position,
 * required or optional: the host fills it in, and no schema has it. Without a job, `report` does nothing.
 *
 * @example
 * import type { ProgressReporter, Volume } from 'specimen-host/plugin'
 *
 * // The distance from the middle, slice by slice.
 * export function distance(progress: ProgressReporter): Volume {
 *   const side = 64
 *   const data = new Float32Array(side ** 3)
 *   for (let z = 0; z < side; z++) {
 *     for (let i = 0; i < side * side; i++)
 *       data[z * side * side + i] = Math.hypot(z - 32, Math.floor(i / side) - 32, (i % side) - 32)
 *     progress.report(`slice ${z + 1} of ${side}`, (z + 1) / side)
 *   }
 *   return { shape: [side, side, side], data }
 * }
 */
export interface ProgressReporter {
  /**
   * Adds one message to the running job, in order. Texts over 2,000 characters are cut. `fraction` is the
   * finished part, from 0 to 1, so that a client can draw a bar; other values are left out.
   */
  report(text: string, fraction?: number): void
}

/**
 * A triangle mesh. An empty one (no vertices, no indices) is valid.
 *
 * @example
 * import type { Mesh } from 'specimen-host/plugin'
 *
 * // A triangle that is seen from above, the side to which its vertices go round counter-clockwise.
 * export function triangle(side = 1): Mesh {
 *   return { vertices: Float32Array.of(0, 0, 0, side, 0, 0, 0, side, 0), indices: Uint32Array.of(0, 1, 2) }
 * }
 */
export interface Mesh extends PlacedTexts {
  /** n×3 float32, xyz interleaved, all finite. */
  readonly vertices: Float32Array
  /** m×3 uint32, counter-clockwise triangles, each index below n. */
  readonly indices: Uint32Array
  /** n×3 float32, one unit vector a vertex. Left out or empty: clients compute their own. */
  readonly normals?: Float32Array | undefined
  /**
   * n×3 uint8, sRGB red, green, blue from 0 to 255, one colour a vertex. Left out or empty: clients choose
   * one. They reach clients by glTF and JSON; the binary envelope has no place for them.
   */
  readonly colors?: Uint8Array | undefined
  /** n float32, all finite: one value a vertex, for a colormap. They travel as the colours do. */
  readonly scalars?: Float32Array | undefined
}

/** Members of meshes and point clouds beside their arrays of shape. */
interface PlacedTexts extends ResultTexts {
  /** x, y, z to add to each position: subtracted from coordinates whose steps float32 would lose. */
  readonly offset?: readonly [x: number, y: number, z: number] | undefined
  /** The anatomical directions in which x, y and z grow, such as `RAS`; see `orientation` of a volume. */
  readonly orientation?: string | undefined
  /** Set where each of the scalars is a label and no measure, as those of a volume of labels. */
  readonly labels?: readonly VolumeLabel[] | undefined
}

/**
 * The meaning of a result's numbers, where that depends on parameters: what always holds is said once, by
 * `@axes mm` and `@value density, 1/mm³` in the function's comment. At most 200 characters each. The binary
 * envelope has no place for them, so a client that takes JSON too gets such a result as JSON: slower.
 *
 * @example
 * import type { PointCloud, ResultTexts } from 'specimen-host/plugin'
 *
 * // A point at a height whose unit is chosen.
 * export function peak(unit: 'm' | 'km' = 'm'): PointCloud {
 *   const texts: ResultTexts = { unit, notes: ['The height is that of 2021.'] }
 *   return { points: Float32Array.of(0, 0, unit === 'm' ? 4810 : 4.81), ...texts }
 * }
 */
export interface ResultTexts {
  /** The unit of lengths; an image has none. */
  readonly unit?: string | undefined
  /** What the values are. */
  readonly valueName?: string | undefined
  readonly valueUnit?: string | undefined
  /**
   * What the result leaves out and what was assumed, for whoever looks at it: at most 16 sentences of 300
   * characters. They are `notes` of its JSON, and the header `Specimen-Notes` of every form.
   */
  readonly notes?: readonly string[] | undefined
}

/** The class of floats of 16 bits, where the project's `lib` has it (`esnext.float16`). */
type Halves = typeof globalThis extends { Float16Array: { prototype: infer Kind } } ? Kind : never

/**
 * The eight element types of a volume: int8, uint8, int16, uint16, int32, uint32, float32, float64. A
 * Float16Array, where Node has that class, is taken as the same numbers in float32.
 *
 * @example
 * import type { Volume, VolumeData } from 'specimen-host/plugin'
 *
 * // Samples that rise from 0 to 99, along x.
 * export function ramp(steps: 'coarse' | 'fine' = 'fine'): Volume {
 *   const data: VolumeData = steps === 'fine' ? new Float32Array(100) : new Uint8Array(100)
 *   for (let x = 0; x < data.length; x++) data[x] = x
 *   return { shape: [1, 1, data.length], data }
 * }
 */
export type VolumeData =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | Halves

/**
 * A scalar field on a regular grid. The array's own class decides the dtype.
 *
 * @example
 * import type { Volume } from 'specimen-host/plugin'
 *
 * // A ball of 10 mm in samples that are 2 mm apart in z and 1 mm in y and x.
 * export function ball(): Volume {
 *   const [depth, height, width] = [12, 24, 24]
 *   const data = new Float32Array(depth * height * width)
 *   for (let i = 0; i < data.length; i++) {
 *     const [z, y, x] = [Math.floor(i / (height * width)), Math.floor(i / width) % height, i % width]
 *     data[i] = 10 - Math.hypot(2 * (z - 5.5), y - 11.5, x - 11.5)
 *   }
 *   return { shape: [depth, height, width], data, spacing: [2, 1, 1], unit: 'mm' }
 * }
 */
export interface Volume extends ResultTexts {
  /** Samples along `[depth, height, width]` (z, y, x): slowest axis first, each at least 1. */
  readonly shape: readonly [depth: number, height: number, width: number]
  /** depth·height·width samples in C order: index = (z·height + y)·width + x. Floats may be NaN: no data. */
  readonly data: VolumeData
  /** Distance between neighbouring samples along `[z, y, x]`, above zero. */
  readonly spacing?: readonly [z: number, y: number, x: number] | undefined
  /** Position of the centre of sample (0, 0, 0) along `[z, y, x]` of the world. */
  readonly origin?: readonly [z: number, y: number, x: number] | undefined
  /**
   * Where the axes lead: three rows, z, y and x of the world, of three columns, the axes of `shape` as
   * vectors of length 1. Left out, they are those of the world. A sample lies at
   * origin + direction · (spacing × index).
   */
  readonly direction?: readonly (readonly number[])[] | undefined
  /**
   * The anatomical directions in which x, y and z grow: a letter each of left or right, anterior or
   * posterior, superior or inferior, such as `RAS`. What always holds is said once, by `@axes mm, RAS`.
   */
  readonly orientation?: string | undefined
  /** The coordinates of the origin: `scanner`, `aligned`, `Talairach`, `MNI152` or `template`. */
  readonly space?: string | undefined
  /**
   * Set where each value is a label and no measure, as those of a segmentation: it is drawn without values
   * between two. At most 4,096 values with what they stand for, an empty list where none has a name.
   */
  readonly labels?: readonly VolumeLabel[] | undefined
  /**
   * The values between which it is first shown, `[low, high]`: those that a scanner chose, or that show what
   * matters. Left out, the viewer chooses them by the samples.
   */
  readonly window?: readonly [low: number, high: number] | undefined
}

/**
 * A value of a volume of labels, or of labelled vertices or points, and what it stands for.
 *
 * @example
 * import type { Volume, VolumeLabel } from 'specimen-host/plugin'
 *
 * const labels: readonly VolumeLabel[] = [
 *   { value: 1, name: 'bone', color: [240, 235, 210] },
 *   { value: 2, name: 'marrow' },
 * ]
 *
 * // Three samples: one outside, one of bone, one of marrow.
 * export function segmentation(): Volume {
 *   return { shape: [1, 1, 3], data: Uint8Array.of(0, 1, 2), labels }
 * }
 */
export interface VolumeLabel {
  /** A whole number, as the samples have it; each once. */
  readonly value: number
  /** 1 to 100 characters. */
  readonly name: string
  /** sRGB red, green, blue from 0 to 255; left out, it gets a colour of its own. */
  readonly color?: readonly [red: number, green: number, blue: number] | undefined
}

/**
 * Points in space without connections.
 *
 * @example
 * import type { PointCloud } from 'specimen-host/plugin'
 *
 * // Points on a circle, each with its angle as value.
 * export function circle(count = 360): PointCloud {
 *   const angles = Float32Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count)
 *   const points = new Float32Array(3 * count)
 *   for (const [i, angle] of angles.entries()) points.set([Math.cos(angle), Math.sin(angle), 0], 3 * i)
 *   return { points, scalars: angles, valueName: 'angle', valueUnit: 'rad' }
 * }
 */
export interface PointCloud extends PlacedTexts {
  /** n×3 float32, xyz interleaved, all finite. */
  readonly points: Float32Array
  /** n×3 uint8, sRGB red, green, blue from 0 to 255. */
  readonly colors?: Uint8Array | undefined
  /** n float32, all finite: one value a point, for a colormap. */
  readonly scalars?: Float32Array | undefined
}

/**
 * A raster image.
 *
 * @example
 * import type { Image } from 'specimen-host/plugin'
 *
 * // Red that grows to the right, and green that grows downwards.
 * export function gradient(): Image {
 *   const side = 256
 *   const data = new Uint8Array(3 * side * side)
 *   for (let i = 0; i < side * side; i++) data.set([i % side, Math.floor(i / side), 0], 3 * i)
 *   return { width: side, height: side, channels: 3, data }
 * }
 */
export interface Image extends ResultTexts {
  /** Pixels in a row, at least 1. */
  readonly width: number
  /** Rows, at least 1. */
  readonly height: number
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA; sRGB, straight alpha. */
  readonly channels: 1 | 2 | 3 | 4
  /**
   * height·width·channels samples, top row first, channels interleaved; uint8 or uint16. A clamped array
   * counts as uint8.
   */
  readonly data: Uint8Array | Uint8ClampedArray | Uint16Array
}
