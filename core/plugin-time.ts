/** Time as a parameter: a type of `specimen-host/plugin`, which exports it. */
import type { Range } from './plugin.ts'

// A name that no plugin can say: it tells a time from another number.
declare const time: unique symbol

/**
 * A time as a parameter, from `Min` to `Max` in steps of `Step`, as those of a {@link Range}: an ordinary number
 * whose schema has `"time": true`, which the page plays. Its unit is that of `@unit`; `@time s` on a number says
 * both.
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
