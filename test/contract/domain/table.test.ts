/** Tables are hostile until parsed: every bound from both sides, and each fault named with its remedy. */
import { describe, expect, it } from 'vitest'
import { checkElements } from '../../../core/contract/domain/result/check-elements.ts'
import { columnCount, rowCount } from '../../../core/contract/domain/result/columns.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import { parseReturned } from '../../../core/contract/domain/result/parse-returned.ts'
import { listBlocks, measureResult } from '../../../core/contract/domain/result/result.ts'
import { encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'

const numbers = (...values: number[]) => Float64Array.from(values)
const time = { name: 'time', unit: 's', values: numbers(0, 1) }
const table = { columns: [time, { name: 'of', values: ['a', ''] }] }
const refusal = (value: unknown): string => {
  try {
    checkElements(parseResult(value, 'table'))
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    expect(code).toBe('function.failed')
    return message
  }
  return 'accepted'
}
const rowsOf = (count: number) => ({ columns: [{ name: 'n', values: new Float64Array(count) }] })
const columnsOf = (count: number) => ({
  columns: Array.from({ length: count }, (_, i) => ({ name: `n${i}`, values: numbers(i) })),
})

describe('accepts', () => {
  it.each([
    ['numbers and texts', table],
    ['no rows', { columns: [{ name: 'n', values: numbers() }] }],
    ['missing numbers', { columns: [{ name: 'n', values: numbers(Number.NaN, 1) }] }],
    ['a place for each row', { ...table, points: new Float32Array(6) }],
    ['places that are empty', { ...table, points: new Float32Array() }],
    ['a plot of named columns', { ...table, plot: 'bars', x: 'of', y: 'time' }],
    ['a plot of null', { ...table, plot: null, x: '', y: null }],
    ['the name __proto__', { columns: [{ name: '__proto__', values: ['a'] }], x: '__proto__' }],
    ['the most rows', rowsOf(rowCount)],
    ['the most columns', columnsOf(columnCount)],
    ['texts of 300 characters', { columns: [{ name: 'n', values: ['x'.repeat(300)] }] }],
    ['a name of 100 characters', { columns: [{ name: 'n'.repeat(100), values: numbers() }] }],
  ])('%s', (_what, value) => {
    expect(refusal(value)).toBe('accepted')
  })

  it('keeps no member that a column does not have', () => {
    const result = parseResult({ columns: [{ ...time, hue: 1 }] }, 'table')
    const columns = result.type === 'table' ? result.columns : []
    expect(columns.map(Object.keys)).toEqual([['name', 'unit', 'values']])
  })
})

describe('refuses by name', () => {
  it.each([
    ['no columns', {}, 'columns must be 1 to 64 columns (got undefined).'],
    ['an empty list', { columns: [] }, 'columns must be 1 to 64 columns (got 0).'],
    ['65 columns', columnsOf(65), 'columns must be 1 to 64 columns (got 65).'],
    ['columns by name', { columns: { time } }, 'columns must be 1 to 64 columns (got an object'],
    [
      'a column that is none',
      { columns: [null] },
      'columns[0] must be an object with name and values (got null).',
    ],
    [
      '100,001 rows',
      rowsOf(100_001),
      'A table must have at most 100000 rows (got 100001). Return fewer: means, or every tenth row.',
    ],
    [
      'columns of unequal length',
      { columns: [time, { name: 'n', values: numbers(1) }] },
      'columns[1].values, "n", must have 2 values, as many as the first column (got 1).',
    ],
    [
      'a name twice',
      { columns: [time, time] },
      'columns[1].name must be a name of its own (got "time", as columns[0] has).',
    ],
    ['an empty name', { columns: [{ ...time, name: '' }] }, 'columns[0].name must be a text of 1 to 100'],
    ['a long name', { columns: [{ ...time, name: 'n'.repeat(101) }] }, 'columns[0].name must be a text of'],
    ['a line break in a name', { columns: [{ ...time, name: 'a\nb' }] }, 'without control characters (got'],
    ['half a character', { columns: [{ ...time, name: '\ud800' }] }, 'columns[0].name must be a text of'],
    ['a unit that is a number', { columns: [{ ...time, unit: 1 }] }, 'columns[0].unit must be a text of'],
    [
      'numbers in a list',
      { columns: [{ name: 'n', values: [1, 2] }] },
      'columns[0].values, "n", must be texts of at most 300 characters (got 1 in row 0). Numbers stand in',
    ],
    [
      'float32',
      { columns: [{ name: 'n', values: Float32Array.of(1) }] },
      'must be a Float64Array or an array of texts (got a Float32Array of 4 bytes). Convert it with',
    ],
    ['a hole', { columns: [{ name: 'n', values: Array(2) }] }, '(got undefined in row 0)'],
    ['a long text', { columns: [{ name: 'n', values: ['', 'x'.repeat(301)] }] }, 'in row 1)'],
    [
      'too many characters',
      { columns: [{ name: 'n', values: Array(1700).fill('x'.repeat(300)) }] },
      'The texts of columns must have at most 500000 characters in all (got 510000).',
    ],
    [
      'an infinite number',
      { columns: [{ name: 'n', values: numbers(0, -Infinity) }] },
      'columns[0].values[1] must be finite, or NaN for a missing value (got -Infinity).',
    ],
    [
      'places of other rows',
      { ...table, points: new Float32Array(5) },
      'points must have 6 elements (got 5)',
    ],
    [
      'a place of NaN',
      { ...table, points: new Float32Array(6).fill(Number.NaN) },
      'points[0] must be finite',
    ],
    [
      'another plot',
      { ...table, plot: 'pie' },
      'plot must be one of line, points, bars, histogram (got "pie").',
    ],
    [
      'a column that is not there',
      { ...table, y: 'tme' },
      'y must be the name of a column: "time", "of" (got "tme").',
    ],
    ['a number as a column', { ...table, x: 1 }, 'x must be the name of a column (got 1).'],
  ])('%s', (_what, value, sentence) => {
    expect(refusal(value)).toContain(sentence)
  })

  it('JSON and envelopes of the same faults', () => {
    const json = (columns: unknown) => () => decodeResultJson({ type: 'table', columns })
    expect(json([{ name: 'n', values: [1] }])).toThrow(/must have the dtype float64 or text/)
    expect(json([{ name: 'n', dtype: 'float64', values: ['1'] }])).toThrow(/must be finite numbers, or null/)
    expect(json([{ name: 'n', dtype: 'text', values: [null] }])).toThrow(/must be texts of at most 300/)
    expect(json(Array(65).fill(time))).toThrow(/1 to 64 columns/)
  })
})

it('names the blocks of a table by the places of its columns, those of a part below its name', () => {
  const part = { ...table, points: new Float32Array(6) }
  const scene = parseReturned({ sizes: part }, { type: 'scene', parts: { sizes: 'table' } })
  expect(listBlocks(scene).map(({ name }) => name)).toEqual(['sizes/columns/0', 'sizes/points'])
  expect(measureResult(scene)).toBe(2 * 8 + 6 * 4)
})

it('has a preamble below 64 KiB, as ENVELOPE.md promises, when its names are the longest', () => {
  const long = '\u{ffff}'.repeat(98)
  const columns = Array.from({ length: columnCount }, (_, i) => ({
    name: `${long}${String(i).padStart(2, '0')}`,
    unit: '"'.repeat(100),
    values: [''],
  }))
  const [head] = encodeEnvelope(parseResult({ columns, x: columns[0]?.name, y: columns[1]?.name }, 'table'))
  expect(head?.length).toBeLessThan(65_536)
})
