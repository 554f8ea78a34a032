import { expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { factsOf } from '../../../core/data/facts/facts-of.ts'
import { listFactChanges } from '../../../core/data/facts/list-fact-changes.ts'

/** A tetrahedron, whose last corner is as high as this. */
function tetrahedron(height: number): Result {
  return {
    type: 'mesh',
    vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, height),
    indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  }
}

function volumeOf(...samples: number[]): Result {
  return {
    type: 'volume',
    shape: [1, 1, samples.length],
    dtype: 'uint8',
    data: Uint8Array.from(samples),
  }
}

it('finds nothing between equal facts', () => {
  expect(listFactChanges(factsOf(tetrahedron(1)), factsOf(tetrahedron(1)))).toEqual([])
})

it('names what differs, in the order of the facts', () => {
  const changes = listFactChanges(factsOf(tetrahedron(1)), factsOf(tetrahedron(3)))
  expect(changes[0]).toEqual({ name: 'bounds.high', before: '1, 1, 1', after: '1, 1, 3' })
  expect(changes).toContainEqual({ name: 'volume', before: '0.1666667', after: '0.5' })
  expect(changes.map(({ name }) => name)).not.toContain('triangle_count')
})

it('writes the parts of a vector with few digits, too', () => {
  const changes = listFactChanges(factsOf(tetrahedron(Math.fround(1.1))), factsOf(tetrahedron(3)))
  expect(changes[0]).toEqual({ name: 'bounds.high', before: '1, 1, 1.1', after: '1, 1, 3' })
})

it('writes all digits where few are alike', () => {
  const next = Math.fround(1 + 2 ** -23)
  const changes = listFactChanges(factsOf(tetrahedron(1)), factsOf(tetrahedron(next)))
  const volume = changes.find(({ name }) => name === 'volume')
  expect(volume).toEqual({ name: 'volume', before: String(1 / 6), after: String(next / 6) })
})

it('says what one of two kinds has not', () => {
  const changes = listFactChanges(factsOf(tetrahedron(1)), factsOf(volumeOf(1, 2, 3)))
  expect(changes[0]).toEqual({ name: 'kind', before: 'mesh', after: 'volume' })
  expect(changes).toContainEqual({ name: 'triangle_count', before: '4', after: 'unknown' })
})

it('leaves the bins of histograms out', () => {
  const changes = listFactChanges(factsOf(volumeOf(0, 1, 1, 9)), factsOf(volumeOf(0, 1, 2, 9)))
  expect(changes.map(({ name }) => name)).toContain('values.median')
  expect(changes.filter(({ name }) => name.includes('counts'))).toEqual([])
})
