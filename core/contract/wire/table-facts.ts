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

/** Most rows that facts have. */
export const factRowCount = 10
/** Most characters of a text in one of these rows. */
export const factCellLength = 40

/** A cell of a row: null for a missing number. */
export type FactCell = number | string | null

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
    first_rows: Type.Unsafe<readonly (readonly FactCell[])[]>({
      type: 'array',
      maxItems: factRowCount,
      items: { type: 'array', items: { type: ['number', 'string', 'null'] } },
      description:
        `The first rows, at most ${factRowCount}, a cell for each column: null for a missing number, texts ` +
        `cut to ${factCellLength} characters.`,
    }),
    bounds: referOrNull<FactBox>('FactBox', 'Around the places of the rows; null without places.'),
    notes,
  },
  'Facts of a table.',
)
/** Facts of a table. */
export type TableFacts = Body<typeof tableFacts>
