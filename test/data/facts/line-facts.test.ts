/** Facts of lines, arrows and texts, against figures worked out by hand. */
import { describe, expect, it } from 'vitest'
import type { ArrowsResult, LinesResult } from '../../../core/contract/domain/result/result.ts'
import { withWords } from '../../../core/contract/domain/result/with-words.ts'
import { factsOf } from '../../../core/data/facts/facts-of.ts'
import { listFactChanges } from '../../../core/data/facts/list-fact-changes.ts'

/** A closed square of side 3, a segment of length 5, and a point. */
const square = [0, 0, 0, 3, 0, 0, 3, 3, 0, 0, 3, 0, -0, 0, 0]
const lines: LinesResult = {
  type: 'lines',
  points: Float32Array.of(...square, 1, 1, 1, 4, 1, 5, 9, 9, 9),
  starts: Uint32Array.of(0, 5, 7),
  scalars: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8),
}

describe('the facts of lines', () => {
  it('have lengths, closed lines and the box', () => {
    expect(factsOf({ ...lines, unit: 'mm', offset: [100, 0, 0] })).toMatchObject({
      kind: 'lines',
      unit: 'mm',
      line_count: 3,
      point_count: 8,
      length: 17,
      longest_length: 12,
      closed_count: 1,
      bounds: { low: [100, 0, 0], high: [109, 9, 9] },
      scalars: { count: 8, mean: 4.5 },
      labels: null,
    })
  })

  it('take all points for one line without starts, and none for no line', () => {
    expect(factsOf({ type: 'lines', points: Float32Array.of(...square) })).toMatchObject({
      line_count: 1,
      length: 12,
      closed_count: 1,
    })
    expect(factsOf({ type: 'lines', points: new Float32Array() })).toEqual({
      kind: 'lines',
      unit: null,
      value_name: null,
      value_unit: null,
      line_count: 0,
      point_count: 0,
      length: 0,
      longest_length: null,
      closed_count: 0,
      bounds: null,
      scalars: null,
      labels: null,
    })
  })

  it('count neither a point nor a way there and back to one place of two points as closed', () => {
    const points = Float32Array.of(1, 2, 3, 1, 2, 3)
    expect(factsOf({ type: 'lines', points })).toMatchObject({ closed_count: 0, length: 0 })
    expect(factsOf({ type: 'lines', points, starts: Uint32Array.of(0, 1) })).toMatchObject({
      closed_count: 0,
    })
  })

  it('keep their digits over a million segments, and at the largest numbers', () => {
    const points = new Float32Array(3 * 1_000_001)
    for (let i = 0; i <= 1_000_000; i++) points[3 * i] = i % 2 === 0 ? 0 : Math.fround(0.1)
    expect(factsOf({ type: 'lines', points })).toMatchObject({ length: 1_000_000 * Math.fround(0.1) })
    const far = Float32Array.of(-3e38, 0, 0, 3e38, 0, 0)
    expect(factsOf({ type: 'lines', points: far })).toMatchObject({ length: 2 * Math.fround(3e38) })
  })

  it('differ by name between two results', () => {
    const longer = { ...lines, points: lines.points.map((part) => 2 * part) }
    const changes = listFactChanges(factsOf(lines), factsOf(longer))
    expect(changes).toContainEqual({ name: 'longest_length', before: '12', after: '24' })
    expect(changes.map(({ name }) => name)).toEqual(['bounds.high', 'length', 'longest_length'])
  })
})

describe('the facts of arrows', () => {
  const arrows: ArrowsResult = {
    type: 'arrows',
    points: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2),
    vectors: Float32Array.of(3, 0, 4, -10, 0, 0, 0, 0, 0),
  }

  it('have lengths, and bounds with the tips', () => {
    expect(factsOf({ ...arrows, orientation: 'RAS' })).toMatchObject({
      kind: 'arrows',
      orientation: 'RAS',
      arrow_count: 3,
      zero_count: 1,
      bounds: { low: [-9, 0, 0], high: [3, 2, 4] },
      length: { min: 0, mean: 5, max: 10 },
    })
  })

  it('say none of no arrows', () => {
    const none = { type: 'arrows', points: new Float32Array(), vectors: new Float32Array() } as const
    expect(factsOf(none)).toMatchObject({ arrow_count: 0, zero_count: 0, bounds: null, length: null })
  })

  it('have bounds beyond float32, and lengths of the least numbers', () => {
    const points = Float32Array.of(3e38, 0, 0)
    expect(factsOf({ type: 'arrows', points, vectors: points })).toMatchObject({
      bounds: { high: [2 * Math.fround(3e38), 0, 0] },
    })
    const least = Float32Array.of(1e-45, 0, 0)
    expect(factsOf({ type: 'arrows', points, vectors: least })).toMatchObject({
      zero_count: 0,
      length: { min: Math.fround(1e-45) },
    })
  })
})

it('the facts of texts count them, and those that differ', () => {
  const points = Float32Array.of(0, 1, 2, 3, 4, 5, -1, 0, 9)
  const labels = { type: 'labels', points, texts: ['a', 'b', 'a'], notes: ['Said.'] } as const
  expect(factsOf(withWords(labels, { axes: 'mm, LPS', value: 'speed (m/s)' }))).toEqual({
    kind: 'labels',
    unit: 'mm',
    orientation: 'LPS',
    label_count: 3,
    distinct_count: 2,
    bounds: { low: [-1, 0, 2], high: [3, 4, 9] },
    notes: ['Said.'],
  })
})
