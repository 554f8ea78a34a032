import type { ArrowsResult } from '../../contract/domain/result/result.ts'
import type { Bounds } from '../../contract/look/box.ts'
import type { ArrowsFacts } from '../../contract/wire/facts.ts'
import { measureBox, toFactBox } from './box-facts.ts'
import { CompensatedSum } from './compensated-sum.ts'
import { measureScalars } from './measure-scalars.ts'
import { listTexts } from './texts.ts'

/** Returns the facts of arrows; `ArrowsFacts` defines each. */
export function measureArrows(arrows: ArrowsResult): ArrowsFacts {
  const { points, vectors, offset } = arrows
  const count = points.length / 3
  const sum = new CompensatedSum()
  let min = Number.POSITIVE_INFINITY
  let max = 0
  let zeros = 0 // arrows
  for (let i = 0; i + 2 < vectors.length; i += 3) {
    const [x = 0, y = 0, z = 0] = [vectors[i], vectors[i + 1], vectors[i + 2]]
    const length = Math.sqrt(x * x + y * y + z * z) // squares of float32 neither overflow nor vanish
    sum.add(length)
    if (length === 0) zeros++
    if (length < min) min = length
    if (length > max) max = length
  }
  return {
    kind: 'arrows',
    ...listTexts(arrows),
    arrow_count: count,
    zero_count: zeros,
    bounds: toFactBox(measureReach(arrows), offset),
    length: count > 0 ? { min, mean: Math.max(min, Math.min(max, sum.total / count)), max } : null,
    ...measureScalars(arrows),
  }
}

/** Returns the box around all tails and tips; undefined without arrows. */
function measureReach({ points, vectors }: ArrowsResult): Bounds | undefined {
  const box = measureBox(points)
  if (!box) return undefined
  const [low, high] = [[...box.low], [...box.high]]
  for (let i = 0; i < vectors.length; i++) {
    const [axis, tip] = [i % 3, (points[i] ?? 0) + (vectors[i] ?? 0)]
    if (tip < (low[axis] ?? 0)) low[axis] = tip
    if (tip > (high[axis] ?? 0)) high[axis] = tip
  }
  const [lowX = 0, lowY = 0, lowZ = 0] = low
  const [highX = 0, highY = 0, highZ = 0] = high
  return { low: [lowX, lowY, lowZ], high: [highX, highY, highZ] }
}
