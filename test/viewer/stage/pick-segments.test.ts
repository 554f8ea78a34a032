/** A ray meets a line between its points, and an arrow between tail and tip. */
import { Ray, Vector3 } from 'three'
import { expect, it } from 'vitest'
import { prepareArrows } from '../../../core/data/prepared/prepare-arrows.ts'
import { prepareLines } from '../../../core/data/prepared/prepare-lines.ts'
import { pickArrows, pickLines } from '../../../core/viewer/stage/pick-segments.ts'

const down = (x: number, y: number) => new Ray(new Vector3(x, y, 5), new Vector3(0, 0, -1))
const reach = { tolerance: 0.01, radius: 0 }

it('finds the place of a line, with the nearer point and its value', () => {
  const lines = prepareLines({
    type: 'lines',
    points: Float32Array.of(0, 0, 0, 4, 0, 0, 4, 4, 0, 8, 8, 0),
    starts: Uint32Array.of(0, 2),
    scalars: Float32Array.of(10, 20, 30, 40),
  })
  expect(pickLines(lines, down(1, 0), reach, [])).toEqual({ place: [1, 0, 0], values: [10], index: [0] })
  expect(pickLines(lines, down(3, 0), reach, [])).toEqual({ place: [3, 0, 0], values: [20], index: [1] })
  expect(pickLines(lines, down(4, 2), reach, [])).toBeNull() // between two lines
  expect(pickLines(lines, down(1, 1), reach, [])).toBeNull()
  expect(pickLines(lines, down(1, 0), reach, [{ normal: [1, 0, 0], constant: -2 }])).toBeNull()
})

it('finds the nearer of two lines, and one along the ray', () => {
  const points = Float32Array.of(-1, 0, 0, 1, 0, 0, 0, -1, 1, 0, 1, 1)
  const lines = prepareLines({ type: 'lines', points, starts: Uint32Array.of(0, 2) })
  expect(pickLines(lines, down(0, 0), reach, [])?.place).toEqual([0, 0, 1])
  const along = prepareLines({ type: 'lines', points: Float32Array.of(0, 0, 0, 0, 0, 2) })
  expect(pickLines(along, down(0, 0), reach, [])).not.toBeNull()
})

it('finds an arrow between its tail and its tip, and none of length 0', () => {
  const arrows = prepareArrows({
    type: 'arrows',
    points: Float32Array.of(0, 0, 0, 5, 5, 0),
    vectors: Float32Array.of(2, 0, 0, 0, 0, 0),
    colors: Uint8Array.of(1, 2, 3, 4, 5, 6),
  })
  expect(pickArrows(arrows, down(1.5, 0), reach, [])).toEqual({
    place: [1.5, 0, 0],
    values: [1, 2, 3],
    index: [0],
  })
  expect(pickArrows(arrows, down(2.5, 0), reach, [])).toBeNull()
  expect(pickArrows(arrows, down(5, 5), reach, [])).toBeNull()
})
