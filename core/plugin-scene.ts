/** Scenes, lines, arrows and labels: types of `specimen-host/plugin`, which exports them. */

/** Members of lines and arrows beside their arrays of shape, as those of meshes and point clouds. */
interface PlacedWords {
  /** The unit of lengths. */
  readonly unit?: string | undefined
  /** What the values are. */
  readonly valueName?: string | undefined
  readonly valueUnit?: string | undefined
  /** What is left out and what was assumed: at most 16 sentences of 300 characters. */
  readonly notes?: readonly string[] | undefined
  /** x, y, z to add to each position: subtracted from coordinates whose steps float32 would lose. */
  readonly offset?: readonly [x: number, y: number, z: number] | undefined
  /** The anatomical directions in which x, y and z grow, such as `RAS`. */
  readonly orientation?: string | undefined
  /** Set where each of the scalars is a label and no measure: those that have a name. */
  readonly labels?: readonly PartLabel[] | undefined
}

/** A value that stands for something, as `VolumeLabel`. */
interface PartLabel {
  readonly value: number
  readonly name: string
  readonly color?: readonly [red: number, green: number, blue: number] | undefined
}

/**
 * The look of a part of a scene. `@part brain opacity=0.35 color=#c33` in the function's comment says the
 * same once for all results; what a result says wins.
 *
 * @example
 * import type { Look, Mesh, Part } from 'specimen-host/plugin'
 *
 * // A glass over its content, which is as red as it is hot.
 * export function vessel(heat = 0.5): { glass: Part<Mesh>; content: Part<Mesh> } {
 *   const glass: Look = { opacity: 0.25, title: 'The glass' }
 *   const at = (x: number): Mesh => ({
 *     vertices: Float32Array.of(x, 0, 0, x + 1, 0, 0, x, 1, 0),
 *     indices: Uint32Array.of(0, 1, 2),
 *   })
 *   return {
 *     glass: { ...at(0), look: glass },
 *     content: { ...at(2), look: { color: [Math.round(255 * heat), 0, 0] } },
 *   }
 * }
 */
export interface Look {
  /** sRGB red, green, blue from 0 to 255, in place of the colours of its kind. */
  readonly color?: readonly [red: number, green: number, blue: number] | undefined
  /** From 0 (clear) to 1. */
  readonly opacity?: number | undefined
  /** True for a part that is shown only when somebody asks for it. */
  readonly hidden?: boolean | undefined
  /** The width of lines, or the diameter of points, in the unit of lengths; above 0. Left out: in pixels. */
  readonly width?: number | undefined
  /** Its name for people, at most 100 characters. */
  readonly title?: string | undefined
}

/**
 * A part of a scene that says how it looks or where it stands. A function returns a scene when its return
 * type is an object whose members are all results: `{ scan: Volume; brain: Mesh }`; `Record<string, Mesh>`
 * and `readonly Mesh[]` hold any number of one kind. At most 64 parts; those in another unit of lengths or
 * other directions than the first that states them are converted to its, with a note. A member that is
 * optional may be absent. Plain kinds need no `Part`.
 *
 * @example
 * import type { Mesh, Part } from 'specimen-host/plugin'
 *
 * // Two triangles, the second one turned by its place.
 * export function pair(gap = 2): { left: Mesh; right: Part<Mesh> } {
 *   const vertices = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)
 *   const left: Mesh = { vertices, indices: Uint32Array.of(0, 1, 2) }
 *   return { left, right: { ...left, place: [[0, -1, 0, gap], [1, 0, 0, 0], [0, 0, 1, 0]] } }
 * }
 */
export type Part<Kind> = Kind & {
  readonly look?: Look | undefined
  /**
   * Three rows of four numbers: the place of the part in the scene. A point (x, y, z) of it is at
   * [a·x + b·y + c·z + d, …], by the numbers a, b, c, d of each row, in the part's own unit and directions.
   */
  readonly place?: readonly (readonly [x: number, y: number, z: number, offset: number])[] | undefined
}

/**
 * Lines through points: contours, streamlines, bonds, the edges of an assembly.
 *
 * @example
 * import type { Lines } from 'specimen-host/plugin'
 *
 * // Two lines of three points each, one above the other.
 * export function rails(): Lines {
 *   const points = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 1, 0, 0, 0, 1, 1, 0, 1, 2, 1, 1)
 *   return { points, starts: Uint32Array.of(0, 3) }
 * }
 */
export interface Lines extends PlacedWords {
  /** n×3 float32, xyz interleaved, all finite: the points of one line after those of another. */
  readonly points: Float32Array
  /**
   * The first point of each line, counted from 0: it begins with 0 and grows, and each is below n. Left out
   * or empty: one line through all points. A closed line repeats its first point at its end.
   */
  readonly starts?: Uint32Array | undefined
  /** n×3 uint8, sRGB red, green, blue from 0 to 255. */
  readonly colors?: Uint8Array | undefined
  /** n float32, all finite: one value a point, for a colormap. */
  readonly scalars?: Float32Array | undefined
}

/**
 * Arrows: vectors at points, drawn from tail to tip in the unit of lengths. Scale vectors of another unit
 * before, and say by `scalars` how large they are.
 *
 * @example
 * import type { Arrows } from 'specimen-host/plugin'
 *
 * // The velocity of a wheel that turns, at points of its rim.
 * export function wheel(count = 24): Arrows {
 *   const [points, vectors] = [new Float32Array(3 * count), new Float32Array(3 * count)]
 *   for (let i = 0; i < count; i++) {
 *     const angle = (2 * Math.PI * i) / count
 *     points.set([Math.cos(angle), Math.sin(angle), 0], 3 * i)
 *     vectors.set([-Math.sin(angle) / 4, Math.cos(angle) / 4, 0], 3 * i)
 *   }
 *   return { points, vectors }
 * }
 */
export interface Arrows extends PlacedWords {
  /** n×3 float32, the tails, xyz interleaved, all finite. */
  readonly points: Float32Array
  /** n×3 float32, from each tail to its tip, all finite. One of length 0 is not drawn. */
  readonly vectors: Float32Array
  /** n×3 uint8, sRGB red, green, blue from 0 to 255. */
  readonly colors?: Uint8Array | undefined
  /** n float32, all finite: one value an arrow, for a colormap. */
  readonly scalars?: Float32Array | undefined
}

/**
 * Texts at places.
 *
 * @example
 * import type { Labels } from 'specimen-host/plugin'
 *
 * // The names of two ends.
 * export function ends(): Labels {
 *   return { points: Float32Array.of(0, 0, 0, 10, 0, 0), texts: ['left', 'right'], unit: 'mm' }
 * }
 */
export interface Labels {
  /** n×3 float32, xyz interleaved, all finite. */
  readonly points: Float32Array
  /** n texts, one for each point: at most 4,096 of at most 200 characters. */
  readonly texts: readonly string[]
  /** The unit of lengths. */
  readonly unit?: string | undefined
  /** What is left out and what was assumed: at most 16 sentences of 300 characters. */
  readonly notes?: readonly string[] | undefined
  /** x, y, z to add to each position: subtracted from coordinates whose steps float32 would lose. */
  readonly offset?: readonly [x: number, y: number, z: number] | undefined
  /** The anatomical directions in which x, y and z grow, such as `RAS`; see `orientation` of a volume. */
  readonly orientation?: string | undefined
}
