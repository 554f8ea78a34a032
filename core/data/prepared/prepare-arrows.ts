import type { ArrowsResult } from '../../contract/domain/result/result.ts'
import { type Bounds, findBounds } from '../../contract/look/box.ts'
import { findRange } from '../../contract/look/value-range.ts'
import { add, readVector } from '../../contract/look/vectors.ts'
import { findCentre, moveBounds, toRelative } from './bounds.ts'
import { listScalarLabels } from './find-labels.ts'
import type { PreparedArrows } from './prepared.ts'

/** Arrows that are drawn: each is 25 triangles then. */
const mostArrows = 50_000

/** Returns arrows with the bounds of tails and tips, their usual length, and the range of their scalars. */
export function prepareArrows(result: ArrowsResult): PreparedArrows {
  const { points, vectors, colors, scalars, offset } = result
  const list = listScalarLabels(result)
  const bounds = findArrowBounds(result)
  const centre = findCentre(bounds)
  const step = Math.max(1, Math.ceil(points.length / 3 / mostArrows))
  const isDrawn = (size: number) => (_: number, i: number) => Math.floor(i / size) % step === 0
  const drawn = step === 1 ? vectors : vectors.filter(isDrawn(3))
  return {
    type: 'arrows',
    result,
    bounds: moveBounds(bounds, offset),
    centre: offset ? add(centre, offset) : centre,
    positions: toRelative(step === 1 ? points : points.filter(isDrawn(3)), centre),
    vectors: drawn,
    ...(colors && { colors: step === 1 ? colors : colors.filter(isDrawn(3)) }),
    ...(scalars && { scalars: step === 1 ? scalars : scalars.filter(isDrawn(1)) }),
    step,
    usualLength: findUsualLength(drawn),
    range: scalars ? findRange(scalars) : null,
    ...(list && { labels: { list } }),
  }
}

/** Returns the box around tails and tips, which are sums of doubles. */
function findArrowBounds({ points, vectors }: ArrowsResult): Bounds {
  const { low, high } = findBounds(points)
  const [from, to] = [[...low], [...high]]
  for (let i = 0; i < points.length; i++) {
    const tip = (points[i] ?? 0) + (vectors[i] ?? 0)
    if (tip < (from[i % 3] ?? 0)) from[i % 3] = tip
    if (tip > (to[i % 3] ?? 0)) to[i % 3] = tip
  }
  return { low: readVector(from, 0), high: readVector(to, 0) }
}

/** Returns the median of the lengths that are not 0. */
function findUsualLength(vectors: Float32Array): number {
  const lengths: number[] = []
  for (let i = 0; i + 2 < vectors.length; i += 3) {
    const length = Math.hypot(vectors[i] ?? 0, vectors[i + 1] ?? 0, vectors[i + 2] ?? 0)
    if (length > 0) lengths.push(length)
  }
  lengths.sort((a, b) => a - b)
  return lengths[lengths.length >> 1] ?? 0
}
