import { expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import type { ValueRange } from '../../../core/contract/look/volume-transfer.ts'
import type { JsonObject } from '../../../core/contract/values/json.ts'
import { factsOf } from '../../../core/data/facts/facts-of.ts'
import { drawColors } from '../../../core/data/picture/draw-result.ts'
import { findRange, shareColors } from '../../../core/service/mcp/tools/sweep-colors.ts'

const points = new Float32Array([0, 0, 0, 1, 0, 0])
const toCloud = (...values: number[]): Result => ({
  type: 'point_cloud',
  points,
  scalars: Float32Array.from(values),
})
/** One grey pixel above another. */
const toImage = (...values: number[]): Result => ({
  type: 'image',
  ...{ width: 1, height: 2, channels: 1, dtype: 'uint8', data: Uint8Array.from(values) },
})
const volume: Result = {
  type: 'volume',
  ...{ shape: [1, 1, 2], dtype: 'float32', data: new Float32Array([0, 1]), spacing: [1, 1, 1] },
}

function rangeOf(result: Result, view?: string): ValueRange | undefined {
  return findRange(result, JSON.parse(JSON.stringify(factsOf(result))) as JsonObject, view)
}

it.each([
  ['points with values', toCloud(-2, 8), undefined, [-2, 8]],
  ['points without', { type: 'point_cloud', points } as Result, undefined, undefined],
  ['a grey image', toImage(10, 40), undefined, [10, 40]],
  ['a volume', volume, undefined, undefined],
  ['points whose author gives a window', toCloud(-2, 8), 'window=0,1', undefined],
])('the range of %s', (_, result, view, range) => {
  expect(rangeOf(result, view)).toEqual(range)
})

it('a value has one colour in all pictures of a sweep, where each would have its own', () => {
  const images = [toImage(10, 20), toImage(10, 40), toImage(20, 40)]
  const steps = images.map((image) => ({ range: rangeOf(image) }))
  const { view: shared, words } = shareColors('colormap=grey', steps)
  expect([shared, words]).toEqual([
    'colormap=grey window=10,40',
    expect.stringMatching(/one window of them: 10 to 40/),
  ])
  const draw = (image: Result, view: string) => {
    const { rgb, width, height } = drawColors(image, { view }, { width: 32, height: 64 })
    const at = (y: number) => [...rgb.slice(3 * (y * width + width / 2)).slice(0, 3)]
    return [at(height / 4), at((3 * height) / 4)]
  }
  const [first, second, third] = images.map((image) => draw(image, shared))
  expect(first?.[0]).toEqual(second?.[0])
  expect(second?.[1]).toEqual(third?.[1])
  expect(first?.[1]).toEqual(third?.[0])
  const [alone, beside] = images.map((image) => draw(image, 'colormap=grey'))
  expect(alone?.[1]).toEqual(beside?.[1]) // 20 and 40
})

it('no window is given where none is known, nor in place of one that was asked for', () => {
  expect(shareColors('', [{ range: undefined }, {}])).toEqual({
    view: '',
    words: expect.stringMatching(/each picture has a window of its own: window gives them one/),
  })
  expect(shareColors('window=0,1', [{ range: [2, 3] }])).toEqual({ view: 'window=0,1', words: '' })
})

it('says nothing of windows where no result has values', () => {
  const words = 'All pictures have one scale of lengths.'
  expect(shareColors('', [{ hasValues: false }, {}, { hasValues: false }])).toEqual({ view: '', words })
  expect(shareColors('', [{ hasValues: false }, { hasValues: true }]).words).toContain('a window of its own')
})
