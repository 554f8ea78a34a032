/** The picture of a table: bars stand where their values say, on any size of picture. */
import { type DecodedPng, decode } from 'fast-png'
import { expect, it } from 'vitest'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import { drawResult } from '../../../core/data/picture/draw-result.ts'

const values = Float64Array.of(1, 2, 3, 4)
const columns = [
  { name: 'kind', values: ['a', 'b', 'c', 'd'] },
  { name: 'mass', unit: 'g', values },
]
const draw = (more: object, shape = { width: 512, height: 256 }) =>
  decode(drawResult(parseResult({ columns, ...more }, 'table'), {}, shape))

/** The heights at which columns of pixels first have the colour of the first series, from left to right. */
function listTops({ width, height, data }: DecodedPng): readonly number[] {
  const tops = Array.from({ length: width }, (_, x) => {
    const isInk = (y: number): boolean => {
      const at = 3 * (y * width + x)
      return data[at] === 0x56 && data[at + 1] === 0xb4 && data[at + 2] === 0xe9
    }
    return Array.from({ length: height }, (_, y) => y).find(isInk)
  })
  return [...new Set(tops.filter((top) => top !== undefined))]
}

it('has bars that rise with their values', () => {
  const [one = 0, two = 0, three = 0, four = 0, ...others] = listTops(draw({ plot: 'bars' }))
  expect(others).toEqual([])
  const step = (one - four) / 3
  expect(step).toBeGreaterThan(30)
  expect([Math.round(one - two - step), Math.round(two - three - step)].map(Math.abs)).toEqual([0, 0])
})

it.each(['line', 'points', 'bars', 'histogram'])(
  'draws %s, and the same bytes for the same table',
  (plot) => {
    const size = { width: 480, height: 320 }
    const found = draw({ plot }, size)
    expect([found.width, found.height]).toEqual([480, 320])
    expect(Buffer.from(draw({ plot }, size).data).equals(Buffer.from(found.data))).toBe(true)
    expect(new Set(found.data).size).toBeGreaterThan(8)
  },
)

it('writes the first rows without a plot, and nothing into a picture of no rows but the names', () => {
  const bright = ({ data }: DecodedPng) => data.filter((part) => part > 200).length
  expect(bright(draw({}))).toBeGreaterThan(500)
  const none = parseResult({ columns: [{ name: 'n', values: new Float64Array() }] }, 'table')
  expect(() => drawResult(none)).not.toThrow()
})
