/** Positions of double precision as float32: map coordinates keep their steps beside an offset. */

/** Positions as results have them. Each true position is the sum of both. */
export interface OffsetPositions {
  /** x, y, z of each position. */
  readonly positions: Float32Array
  /** x, y, z; absent where the positions are true without it. */
  readonly offset?: readonly [number, number, number]
}

/** Numbers that are read one by one, in an array or in pieces. */
export interface NumberSource {
  readonly length: number
  readonly get: (index: number) => number
}

/** Lowest and highest value along an axis. */
export interface AxisRange {
  readonly least: number
  readonly most: number
}

/** Magnitude from which a step of float32 is 1/128 and more. */
export const largeMagnitude = 2 ** 16
/** Times that an extent must fit into the magnitude. */
const largeRatio = 8

/**
 * Returns an offset for an axis whose values are large and close together, such as those of a map grid
 * (5,400,000 ± 100 m, where float32 steps by half a metre); 0 for others. Whole, so that it reads well.
 */
export function chooseOffset({ least, most }: AxisRange): number {
  const magnitude = Math.max(Math.abs(least), Math.abs(most))
  if (!(magnitude >= largeMagnitude && magnitude < Number.MAX_VALUE)) return 0
  const extent = most - least
  return magnitude >= largeRatio * extent ? Math.round(least + extent / 2) : 0
}

/** Returns positions as float32, with an offset along the axes along which float32 would lose steps. */
export function toOffsetPositions(values: NumberSource): OffsetPositions {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  const isExact = [true, true, true]
  for (let i = 0; i < values.length; i++) {
    const [axis, value] = [i % 3, values.get(i)]
    if (value < (least[axis] ?? 0)) least[axis] = value
    if (value > (most[axis] ?? 0)) most[axis] = value
    if (Math.fround(value) !== value) isExact[axis] = false
  }
  const choose = (axis: number): number =>
    isExact[axis] ? 0 : chooseOffset({ least: least[axis] ?? 0, most: most[axis] ?? 0 })
  const offset = [choose(0), choose(1), choose(2)] as const
  const positions = new Float32Array(values.length)
  for (let i = 0; i < positions.length; i++) positions[i] = values.get(i) - (offset[i % 3] ?? 0)
  return { positions, ...(offset.some((part) => part !== 0) && { offset }) }
}
