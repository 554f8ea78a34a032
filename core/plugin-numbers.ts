/** Numbers as parameters: types of `specimen-host/plugin`, which exports them. */

// Names that no plugin can say: they tell these from other numbers.
declare const integer: unique symbol
declare const range: unique symbol
declare const time: unique symbol

/**
 * A whole number: a slider that steps by one. Any `number` fits, so `count: Integer = 3` needs no cast.
 *
 * @example
 * import type { Integer, PointCloud } from 'specimen-host/plugin'
 *
 * // Points on a line.
 * export function row(count: Integer = 3): PointCloud {
 *   return { points: Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? i / 3 : 0)) }
 * }
 */
export type Integer = number & { readonly [integer]?: never }

/**
 * A number from `Min` to `Max`, both included; with `Step`, a multiple of it counted from zero (JSON Schema
 * `multipleOf`). Write `Integer & Range<1, 8>` for whole numbers. One range may be passed where another is
 * wanted: the host checks what comes from outside, and TypeScript does not compute with bounds.
 *
 * @example
 * import type { Image, Integer, Range } from 'specimen-host/plugin'
 *
 * // A grey square. `level` is a slider from 0 to 1 in steps of 0.05, `side` one of whole numbers.
 * export function grey(level: Range<0, 1, 0.05> = 0.5, side: Integer & Range<1, 512> = 64): Image {
 *   return { width: side, height: side, channels: 1, data: new Uint8Array(side * side).fill(255 * level) }
 * }
 */
export type Range<Min extends number, Max extends number, Step extends number = never> = number & {
  // Bounds are names, not values: optional properties of different names are compatible with each other.
  readonly [range]?: { readonly [Bound in 'range' | `min ${Min}` | `max ${Max}` | `step ${Step}`]?: never }
}

/**
 * A time as a parameter, from `Min` to `Max` in steps of `Step`, as those of a {@link Range}: an ordinary
 * number whose schema has `"time": true`, which the page plays. Its unit is that of `@unit`; `@time s` on a
 * number says both.
 *
 * @example
 * import type { PointCloud, Time } from 'specimen-host/plugin'
 *
 * // A stone that falls for two seconds.
 * export function stone(t: Time<0, 2, 0.1> = 0): PointCloud {
 *   return { points: Float32Array.of(0, 0, 20 - (9.81 * t ** 2) / 2) }
 * }
 */
export type Time<Min extends number, Max extends number, Step extends number = never> = Range<
  Min,
  Max,
  Step
> & { readonly [time]?: never }
