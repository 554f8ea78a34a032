/** The facts of a table. */
import { Type } from 'typebox'
import {
  type Body,
  count,
  list,
  numberOrNull,
  object,
  oneOf,
  refer,
  referOrNull,
  text,
  textOrNull,
} from './body-parts.ts'
import { type FactBox, notes, orientation, unit } from './fact-parts.ts'

/** The facts of a column. */
export const columnFacts = object(
  {
    name: text(),
    unit: textOrNull('Null for none.'),
    holds: oneOf(['numbers', 'texts']),
    missing_count: count('Rows without a value: NaN in a column of numbers.'),
    distinct_count: numberOrNull('Different texts, character by character; null for numbers.', 'integer'),
    min: numberOrNull('The least number; null without any, as are the two below.'),
    max: numberOrNull('The greatest number.'),
    mean: numberOrNull('The sum of the numbers over their count, summed in double with compensation.'),
  },
  'A column of a table.',
)
/** A column of a table. */
export type FactColumn = Body<typeof columnFacts>

/** The facts of a table. */
export const tableFacts = object(
  {
    kind: Type.Literal('table'),
    unit,
    orientation,
    row_count: count(),
    columns: list(refer<FactColumn>('FactColumn'), 'In the order of the table.'),
    bounds: referOrNull<FactBox>('FactBox', 'Around the places of the rows; null without places.'),
    notes,
  },
  'Facts of a table.',
)
/** Facts of a table. */
export type TableFacts = Body<typeof tableFacts>
