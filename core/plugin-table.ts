/** Tables: types of `specimen-host/plugin`, which exports them. */

/**
 * A column of a table.
 *
 * @example
 * import type { Column, Table } from 'specimen-host/plugin'
 *
 * // Two samples, one of which was not weighed.
 * export function samples(): Table {
 *   const mass: Column = { name: 'mass', unit: 'g', values: Float64Array.of(1.5, Number.NaN) }
 *   return { columns: [{ name: 'sample', values: ['left', 'right'] }, mass] }
 * }
 */
export interface Column {
  /** A name that no other column has: 1 to 100 characters without control characters. */
  readonly name: string
  /** The unit of its values, at most 100 characters. */
  readonly unit?: string | undefined
  /**
   * One value a row. Numbers are finite or NaN, which is a missing value; texts have at most 300 characters
   * each, and 500,000 in a table.
   */
  readonly values: Float64Array | readonly string[]
}

/**
 * Numbers and texts in rows, with a plot of them: where a function puts what is no shape. Alone it is a
 * specimen of its own; as a part of a scene, `{ scan: Volume; histogram: Table }`, it is beside the picture.
 *
 * @example
 * import type { Integer, Range, Table } from 'specimen-host/plugin'
 *
 * // A falling weight, tick by tick.
 * export function fall(ticks: Integer & Range<2, 1000> = 50): Table {
 *   const time = Float64Array.from({ length: ticks }, (_, i) => i / 10)
 *   const height = time.map((t) => 100 - (9.81 * t ** 2) / 2)
 *   const columns = [
 *     { name: 'time', unit: 's', values: time },
 *     { name: 'height', unit: 'm', values: height },
 *   ]
 *   return { columns, plot: 'line', x: 'time' }
 * }
 */
export interface Table {
  /** 1 to 64 columns of as many values each, at most 100,000. */
  readonly columns: readonly Column[]
  /** 3 × rows float32, xyz interleaved, all finite: a place for each row. Left out or empty: none. */
  readonly points?: Float32Array | undefined
  /** `histogram` counts the values of `x`, the others draw `y` over `x`. Left out: there is no plot. */
  readonly plot?: 'line' | 'points' | 'bars' | 'histogram' | undefined
  /** The column along the horizontal axis. Left out: the number of the row; of bars the first of texts. */
  readonly x?: string | undefined
  /** The column along the vertical axis. Left out: the first of numbers beside x, and those in its unit. */
  readonly y?: string | undefined
  /** The unit of lengths of the places. */
  readonly unit?: string | undefined
  /** What is left out and what was assumed: at most 16 sentences of 300 characters. */
  readonly notes?: readonly string[] | undefined
  /** x, y, z to add to each place: subtracted from coordinates whose steps float32 would lose. */
  readonly offset?: readonly [x: number, y: number, z: number] | undefined
  /** The anatomical directions in which x, y and z grow, such as `RAS`; see `orientation` of a volume. */
  readonly orientation?: string | undefined
}
