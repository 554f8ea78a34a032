/** Parts of the facts of several kinds of results. */
import { Type } from 'typebox'
import {
  type Body,
  count,
  list,
  number,
  numberOrNull,
  object,
  referOrNull,
  text,
  textOrNull,
  triple,
} from './body-parts.ts'

/** The anatomical directions of a result. */
export const orientation = Type.Optional(
  text(
    'The anatomical directions in which x, y and z of `bounds` grow, of L or R, A or P, S or I: `RAS`. ' +
      'Absent where neither the result nor its author says them.',
  ),
)
/** The unit of lengths. */
export const unit = textOrNull(
  "The unit of lengths: the result's own, else that of its specimen; null where neither says one.",
)
/** The notes of a result. */
export const notes = Type.Optional(list(text(), 'What the result leaves out and assumes. Absent for none.'))
/** The name and the unit of values. */
export const valueTexts = {
  value_name: textOrNull('What the values are; null where nothing says it.'),
  value_unit: textOrNull('The unit of the values; null where nothing says it.'),
}

export const factBox = object(
  { low: triple('The least x, y and z.'), high: triple('The greatest x, y and z.') },
  'The smallest box around something, along x, y and z.',
)
/** The smallest box around something, along x, y and z. */
export type FactBox = Body<typeof factBox>

export const percentiles = object(
  { p1: number(), p5: number(), p25: number(), p75: number(), p95: number(), p99: number() },
  'Values below which 1, 5, 25, 75, 95 and 99 percent of all finite values lie, interpolated linearly ' +
    'between neighbours: method 7 of Hyndman and Fan (1996), the default of NumPy and R.',
)
/** Percentiles of the finite values. */
export type FactPercentiles = Body<typeof percentiles>

export const histogram = object(
  {
    low: number('The lower edge of the first bin: `min`.'),
    high: number('The upper edge of the last bin: `max`.'),
    counts: list(count(), 'Finite values in each of 64 bins of equal width.'),
  },
  'How many finite values lie in each bin. A bin has its lower edge and not its upper one; the last has ' +
    'both. Equal values are all in the first.',
)
/** The number of finite values in each of 64 bins of equal width. */
export type FactHistogram = Body<typeof histogram>

export const statistics = object(
  {
    count: count('Values, finite or not.'),
    not_finite_count: count('Values that are NaN or infinite; all that follow leave them out.'),
    not_finite_share: number('`not_finite_count` / `count`; 0 for no values.'),
    min: numberOrNull('Null where no value is finite, as are all below.'),
    max: numberOrNull('The greatest value.'),
    mean: numberOrNull('The sum of the values over their number, summed in double with compensation.'),
    median: numberOrNull('The middle value in order, or the mean of the two in the middle; of all values.'),
    deviation: numberOrNull(
      'The standard deviation of the values as a population: √(Σ (value − mean)² / n), not n − 1.',
    ),
    percentiles: referOrNull<FactPercentiles>('FactPercentiles'),
    histogram: referOrNull<FactHistogram>('FactHistogram'),
  },
  'Statistics of all values, none of them sampled.',
)
/** Statistics of all values; null members where no value is finite. */
export type FactStatistics = Body<typeof statistics>

export const scalarLabelFacts = object(
  {
    value: number('As the scalars have it.'),
    name: textOrNull('Null where the result names it not.'),
    count: count('Vertices, points or arrows that have it.'),
  },
  'The vertices, points or arrows of one label.',
)
/** The vertices, points or arrows of one label. */
export type FactScalarLabel = Body<typeof scalarLabelFacts>

/** The labels of vertices, points or arrows. */
export const scalarLabels = Type.Unsafe<readonly FactScalarLabel[] | null>({
  type: ['array', 'null'],
  items: { $ref: '#/components/schemas/FactScalarLabel' },
  description: 'Where scalars are marked as labels: those that occur, by value. Else null.',
})

/** The statistics of points or arrows. */
export const scalarFacts = referOrNull<FactStatistics>('FactStatistics', 'Null for none and for labels.')
