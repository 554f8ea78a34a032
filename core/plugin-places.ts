/** Places as parameters: types of `specimen-host/plugin`, which exports them. */

// Names that no plugin can say: they tell a place from another list or text of the same form.
declare const place: unique symbol
declare const closed: unique symbol

/**
 * A point as a parameter, in the coordinates and the unit of lengths of the result: a handle in the
 * picture, three number fields elsewhere.
 *
 * @example
 * import type { Mesh, Point } from 'specimen-host/plugin'
 *
 * // A triangle whose tip is dragged.
 * export function tip(at: Point = [0, 0, 1]): Mesh {
 *   return { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, ...at), indices: Uint32Array.of(0, 1, 2) }
 * }
 */
export type Point = readonly [x: number, y: number, z: number] & { readonly [place]?: 'point3' }

/**
 * A direction as a parameter. Clients send any vector but 0, 0, 0; the function gets one of length 1.
 *
 * @example
 * import type { Arrows, Direction } from 'specimen-host/plugin'
 *
 * // An arrow of length 1 that is turned by hand.
 * export function arrow(towards: Direction = [0, 0, 1]): Arrows {
 *   return { points: new Float32Array(3), vectors: Float32Array.from(towards) }
 * }
 */
export type Direction = readonly [x: number, y: number, z: number] & { readonly [place]?: 'direction3' }

/**
 * A plane as a parameter: a point in it, and its normal, of length 1.
 *
 * @example
 * import type { Lines, Plane } from 'specimen-host/plugin'
 *
 * // The normal of a plane that is held in the hand, as a line of length 1.
 * export function pin(cut: Plane = { point: [0, 0, 0], normal: [0, 0, 1] }): Lines {
 *   const end = cut.point.map((value, i) => value + (cut.normal[i] ?? 0))
 *   return { points: Float32Array.of(...cut.point, ...end) }
 * }
 */
export interface Plane {
  readonly point: Point
  readonly normal: Direction
  readonly [place]?: 'plane'
}

/**
 * A box along the axes as a parameter. On each axis `min` is not above `max`, or the call is refused.
 *
 * @example
 * import type { Box, PointCloud } from 'specimen-host/plugin'
 *
 * // Two corners of a box.
 * export function corners(region: Box = { min: [0, 0, 0], max: [1, 1, 1] }): PointCloud {
 *   return { points: Float32Array.of(...region.min, ...region.max) }
 * }
 */
export interface Box {
  readonly min: Point
  readonly max: Point
  readonly [place]?: 'box3'
}

/**
 * A curve as a parameter: 2 to 1,024 points. {@link Closed} has the last lead to the first.
 *
 * @example
 * import type { Lines, Polyline } from 'specimen-host/plugin'
 *
 * // A line that is drawn by hand.
 * export function wire(path: Polyline = [[0, 0, 0], [1, 0, 0], [1, 1, 0]]): Lines {
 *   return { points: Float32Array.from(path.flat()) }
 * }
 */
export type Polyline = readonly Point[] & { readonly [place]?: 'polyline3' }

/**
 * Beside {@link Polyline}, a curve whose last point leads to its first, which is not repeated.
 *
 * @example
 * import type { Closed, Lines, Polyline } from 'specimen-host/plugin'
 *
 * // A ring that is drawn by hand.
 * export function ring(path: Polyline & Closed = [[0, 0, 0], [1, 0, 0], [1, 1, 0]]): Lines {
 *   const [first = [0, 0, 0]] = path
 *   return { points: Float32Array.from([...path, first].flat()) }
 * }
 */
export interface Closed {
  readonly [closed]?: never
}

/**
 * A position and a rotation as a parameter: a unit quaternion x, y, z, w, whose w is at least 0.
 *
 * @example
 * import type { Arrows, Pose } from 'specimen-host/plugin'
 *
 * // The z axis of something that is held in the hand.
 * export function axis(of: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] }): Arrows {
 *   const [x, y, z, w] = of.rotation
 *   const turned = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
 *   return { points: Float32Array.from(of.position), vectors: Float32Array.from(turned) }
 * }
 */
export interface Pose {
  readonly position: Point
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
  readonly [place]?: 'pose'
}

/**
 * A colour as a parameter: sRGB as `#rrggbb`, in small letters.
 *
 * @example
 * import type { Color, Image } from 'specimen-host/plugin'
 *
 * // A square of one colour.
 * export function swatch(color: Color = '#cc3333'): Image {
 *   const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
 *   return { width: 1, height: 1, channels: 3, data: Uint8Array.from(rgb) }
 * }
 */
export type Color = string & { readonly [place]?: 'color' }
