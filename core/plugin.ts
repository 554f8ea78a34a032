/**
 * The vocabulary of a plugin, imported as `specimen-host/plugin`. It holds types only: a plugin is a file
 * with exported functions whose parameters and return type use these names, and nothing of it is needed when
 * the plugin runs.
 *
 * ```ts
 * import type { Integer, Mesh, Range } from 'specimen-host/plugin'
 *
 * // A comment in JSDoc form here becomes the description.
 * export function disc(radius: Range<0.1, 10> = 1, segments: Integer & Range<3, 256> = 64): Mesh { … }
 * ```
 *
 * Everywhere: shapes and axes are in C order, slowest axis first, lengths are in one unit of the author's
 * choice (say which: `@unit mm` on a parameter), coordinates are right-handed, and a result that breaks a
 * rule below is refused when the function returns it, with the rule's name.
 */
/// <reference path="./plugin-assets.d.ts" preserve="true" />

declare const integer: unique symbol
declare const range: unique symbol

/** A whole number: a slider that steps by one. Any `number` fits, so `count: Integer = 3` needs no cast. */
export type Integer = number & { readonly [integer]?: never }

/**
 * A number from `Min` to `Max`, both included; with `Step`, a multiple of it counted from zero (JSON Schema
 * `multipleOf`). Write `Integer & Range<1, 8>` for whole numbers. One range may be passed where another is
 * wanted: the host checks what comes from outside, and TypeScript does not compute with bounds.
 */
export type Range<Min extends number, Max extends number, Step extends number = never> = number & {
  // Bounds are names, not values: optional properties of different names are compatible with each other.
  readonly [range]?: { readonly [Bound in 'range' | `min ${Min}` | `max ${Max}` | `step ${Step}`]?: never }
}

/**
 * Receives the messages of a long computation. Ask for it by a parameter of this type, in any position,
 * required or optional; the host fills it in and it never shows in the schema. Without a job to watch,
 * `report` does nothing.
 */
export interface ProgressReporter {
  /**
   * Adds one message to the running job, in order. Texts over 2,000 characters are cut. `fraction` is the
   * finished part, from 0 to 1, so that a client can draw a bar; other values are left out. Costs about a
   * microsecond.
   */
  report(text: string, fraction?: number): void
}

/** A triangle mesh. An empty one (no vertices, no indices) is valid. */
export interface Mesh extends ResultTexts {
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
  /**
   * x, y, z to add to each position: subtract it from coordinates so large that float32 would lose their
   * steps, such as those of a map grid. It travels as the unit does.
   */
  readonly offset?: readonly [x: number, y: number, z: number] | undefined
}

/**
 * The meaning of a result's numbers, where that depends on parameters: what always holds is said once, by
 * `@axes mm` and `@value density, 1/mm³` in the function's comment. At most 200 characters each. The binary
 * envelope has no place for them, so a client that takes JSON too gets such a result as JSON: slower.
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

/** The eight element types of a volume: int8, uint8, int16, uint16, int32, uint32, float32, float64. */
export type VolumeData =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array

/** A scalar field on a regular grid. The array's own class decides the dtype. */
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
}

/** Points in space without connections. */
export interface PointCloud extends ResultTexts {
  /** n×3 float32, xyz interleaved, all finite. */
  readonly points: Float32Array
  /** n×3 uint8, sRGB red, green, blue from 0 to 255. */
  readonly colors?: Uint8Array | undefined
  /** n float32, all finite: one value a point, for a colormap. */
  readonly scalars?: Float32Array | undefined
  /**
   * x, y, z to add to each position: subtract it from coordinates so large that float32 would lose their
   * steps, such as those of a map grid. It travels as the unit does.
   */
  readonly offset?: readonly [x: number, y: number, z: number] | undefined
}

/** A raster image. */
export interface Image extends ResultTexts {
  /** Pixels in a row, at least 1. */
  readonly width: number
  /** Rows, at least 1. */
  readonly height: number
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA; sRGB, straight alpha. */
  readonly channels: 1 | 2 | 3 | 4
  /** height·width·channels samples, top row first, interleaved; uint8 (clamped too) or uint16. */
  readonly data: Uint8Array | Uint8ClampedArray | Uint16Array
}
