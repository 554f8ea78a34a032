/** Lines, arrows and labels as they are drawn: boxes, places near zero, and what is joined. */
import { expect, it } from 'vitest'
import type { ArrowsResult, LinesResult } from '../../../core/contract/domain/result/result.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { prepareArrows } from '../../../core/data/prepared/prepare-arrows.ts'
import { prepareLines } from '../../../core/data/prepared/prepare-lines.ts'

const points = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 1, 0, 4, 1, 0)

it('joins the points of a line, and none across two or from a line of one point', () => {
  const joined = (starts?: Uint32Array) =>
    Array.from(prepareLines({ type: 'lines', points, ...(starts && { starts }) }).joined)
  expect(joined()).toEqual([1, 1, 1, 1, 0])
  expect(joined(Uint32Array.of(0, 2))).toEqual([1, 0, 1, 1, 0])
  expect(joined(Uint32Array.of(0, 1, 4))).toEqual([0, 1, 1, 0, 0])
  expect(prepareLines({ type: 'lines', points: new Float32Array(0) }).joined).toHaveLength(0)
})

it('has lines and labels where they truly are, and draws them near zero', () => {
  const offset = [500000, 5400000, 0] as const
  const box = { low: [500000, 5400000, 0], high: [500004, 5400001, 0] }
  const texts = ['a', 'b', 'c', 'd', 'e']
  for (const prepared of [
    prepare({ type: 'lines', points, offset }),
    prepare({ type: 'labels', points, texts, offset }),
  ]) {
    expect(prepared).toMatchObject({ bounds: box, centre: offset, positions: points })
  }
  const far: LinesResult = { type: 'lines', points: points.map((value) => value + 1_000_000) }
  expect(prepareLines(far).centre).toEqual([1_000_002, 1_000_000.5, 1_000_000])
  expect(Array.from(prepareLines(far).positions.subarray(0, 3))).toEqual([-2, -0.5, 0])
})

it('has the tips of arrows in their box, and their usual length without those of length 0', () => {
  const arrows: ArrowsResult = {
    type: 'arrows',
    points: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0),
    vectors: Float32Array.of(0, 0, 5, 0, 0, 0, 0, -3, 0),
    scalars: Float32Array.of(1, 2, 3),
  }
  expect(prepareArrows(arrows)).toMatchObject({
    bounds: { low: [0, -3, 0], high: [2, 0, 5] },
    usualLength: 5,
    range: [1, 3],
    step: 1,
    vectors: arrows.vectors,
  })
  const none = { type: 'arrows', points: new Float32Array(0), vectors: new Float32Array(0) } as const
  expect(prepareArrows(none)).toMatchObject({ bounds: { low: [0, 0, 0], high: [0, 0, 0] }, usualLength: 0 })
})

it('keeps every n-th arrow of too many, with its colour and value', () => {
  const count = 120_000
  const numbers = Float32Array.from({ length: count }, (_, i) => i)
  const arrows = prepareArrows({
    type: 'arrows',
    points: Float32Array.from({ length: 3 * count }, (_, i) => i),
    vectors: new Float32Array(3 * count).fill(1),
    colors: Uint8Array.from({ length: 3 * count }, (_, i) => Math.floor(i / 3) % 256),
    scalars: numbers,
  })
  expect(arrows.step).toBe(3)
  expect(arrows.vectors).toHaveLength(count)
  expect(Array.from(arrows.scalars?.subarray(0, 3) ?? [])).toEqual([0, 3, 6])
  expect(Array.from(arrows.colors?.subarray(0, 9) ?? [])).toEqual([0, 0, 0, 3, 3, 3, 6, 6, 6])
  expect(arrows.range).toEqual([0, count - 1])
})

it('gives labelled lines and arrows the colours of their labels', () => {
  const labels = [{ value: 1, name: 'vein', color: [10, 20, 30] }] as const
  const scalars = Float32Array.of(1, 1)
  const two = Float32Array.of(0, 0, 0, 1, 1, 1)
  const lines = prepare({ type: 'lines', points: two, scalars, labels })
  const arrows = prepare({ type: 'arrows', points: two, vectors: two, scalars, labels })
  for (const prepared of [lines, arrows]) {
    expect(prepared).toMatchObject({ labels: { list: [{ name: 'vein', count: 2 }] } })
    expect(prepared.type !== 'image' && 'colors' in prepared.result && prepared.result.colors).toEqual(
      Uint8Array.of(10, 20, 30, 10, 20, 30),
    )
  }
})
