/**
 * The directions of the axes of a volume. The world of a volume is that of its file: `orientation` names the
 * anatomical directions nearest to the axes of the array, and so, through the directions, those of the world.
 */

/**
 * Three rows, the axes z, y, x of the world, of three columns, the axes of the array, slowest first: columns
 * are vectors of length 1, so a sample lies at origin + direction · (spacing × index), all slowest first.
 */
export type AxisDirections = readonly (readonly number[])[]

/** A vector along an axis of the array, or an axis of the world, as x, y, z. */
export type AxisVector = readonly [x: number, y: number, z: number]

/** The coordinates that an origin may be in, as a regular expression: those that NIfTI names. */
export const spacePattern = '^(scanner|aligned|Talairach|MNI152|template)$'

/** Far above the rounding of cosines with five digits, far below a step of another length. */
const lengthTolerance = 1e-4
/** The least volume of the three columns; a scanner's tilt of 80° is above it. */
const leastVolume = 1e-3

const axes = [0, 1, 2] as const
const orders = ['012', '021', '102', '120', '201', '210'].map((order) => Array.from(order, Number))
const opposites = new Map(['LR', 'RL', 'AP', 'PA', 'SI', 'IS'].map(([end = '', other = '']) => [end, other]))
/** The least part of a direction along its axis of the world; less is of none. */
const leastPart = 0.1

/** Returns the continuation of a sentence on finite rows that are no directions; undefined for directions. */
export function findDirectionFault(rows: AxisDirections): string | undefined {
  const vectors = toAxisVectors(rows)
  const bad = axes.find((axis) => Math.abs(Math.hypot(...at(vectors, axis)) - 1) > lengthTolerance)
  if (bad !== undefined) {
    const length = Number(Math.hypot(...at(vectors, bad)).toPrecision(6))
    return `columns of length 1 (got ${length} in column ${2 - bad}); lengths belong in spacing.`
  }
  const volume = measureSpan(vectors)
  if (Math.abs(volume) >= leastVolume) return undefined
  return `columns that span a space (got a volume of ${Number(volume.toPrecision(3))}); none may be parallel.`
}

/** Returns vectors along the axes x, y and z of the array, in x, y, z of the world; its own without any. */
export function toAxisVectors(direction: AxisDirections | undefined): readonly AxisVector[] {
  return axes.map((axis) => {
    const part = (world: number): number =>
      direction ? (direction[2 - world]?.[2 - axis] ?? 0) : Number(world === axis)
    return [part(0), part(1), part(2)] as const
  })
}

/** Returns directions of vectors along x, y and z of the array, which need not have the length 1. */
export function toDirection(vectors: readonly AxisVector[]): AxisDirections {
  return [2, 1, 0].map((world) =>
    [2, 1, 0].map((axis) => {
      const vector = at(vectors, axis)
      return (vector[world] ?? 0) / Math.hypot(...vector) + 0 // 0 for minus zero
    }),
  )
}

/** Returns whether the axes of the array are those of the world, up to the rounding of floats. */
export function isAlongWorld(vectors: readonly AxisVector[]): boolean {
  return axes.every((axis) => {
    const vector = at(vectors, axis)
    const length = Math.hypot(...vector)
    return vector.every((part, world) => Math.abs(part / length - Number(world === axis)) <= 1e-6)
  })
}

/** Returns the largest angle in degrees between an axis of the array and the nearest one of the world. */
export function findTilt(direction: AxisDirections): number {
  const vectors = toAxisVectors(direction)
  const parts = axes.map((axis) => Math.max(...at(vectors, axis).map(Math.abs)))
  return (Math.acos(Math.min(1, ...parts)) * 180) / Math.PI
}

/** Returns the largest angle in degrees by which two axes of the array miss a right one; 0 without any. */
export function findShear(direction: AxisDirections | undefined): number {
  const [x, y, z] = toAxisVectors(direction)
  const pairs = [
    [x, y],
    [y, z],
    [z, x],
  ]
  const parts = pairs.map(([one = [0, 0, 0], other = [0, 0, 0]]) =>
    Math.abs(one[0] * other[0] + one[1] * other[1] + one[2] * other[2]),
  )
  return (Math.asin(Math.min(1, Math.max(...parts))) * 180) / Math.PI
}

/** Returns the axis of the world, 0 for x, nearest to each vector, all together as near as possible. */
export function findNearestAxes(vectors: readonly AxisVector[]): readonly number[] | undefined {
  const partOf = (axis: number, world: number): number =>
    Math.abs((at(vectors, axis)[world] ?? 0) / Math.hypot(...at(vectors, axis)))
  const measure = (order: readonly number[]): number =>
    order.reduce((sum, world, axis) => sum + partOf(axis, world), 0)
  const [best = []] = orders.toSorted((one, other) => measure(other) - measure(one))
  return best.every((world, axis) => partOf(axis, world) > leastPart) ? best : undefined
}

/**
 * Returns the anatomical directions nearest to the vectors along x, y and z, such as `RAS`. `ends` are those
 * in which the axes of the world grow. Undefined for vectors that do not span a space.
 */
export function toOrientation(vectors: readonly AxisVector[], ends: string): string | undefined {
  return findNearestAxes(vectors)
    ?.map((world, axis) => turn(ends.charAt(world), (at(vectors, axis)[world] ?? 0) < 0))
    .join('')
}

/** Returns the anatomical directions in which the axes of the world grow, as a volume's members imply. */
export function findWorldEnds({
  orientation,
  direction,
}: {
  readonly orientation?: string | undefined
  readonly direction?: AxisDirections | undefined
}): string | undefined {
  if (orientation === undefined || direction === undefined) return orientation
  const vectors = toAxisVectors(direction)
  const nearest = findNearestAxes(vectors)
  if (!nearest) return undefined
  const ends = axes.map((world) => {
    const axis = nearest.indexOf(world)
    return turn(orientation.charAt(axis), (at(vectors, axis)[world] ?? 0) < 0)
  })
  return ends.join('')
}

/** Returns a vector of one world in another, by the anatomical directions of the axes of both. */
export function toWorld(vector: AxisVector, from: string, to: string): AxisVector {
  const part = (world: number): number => {
    const end = to.charAt(world)
    const same = from.indexOf(end)
    return same >= 0 ? (vector[same] ?? 0) : 0 - (vector[from.indexOf(turn(end, true))] ?? 0)
  }
  return [part(0), part(1), part(2)]
}

function turn(end: string, isTurned: boolean): string {
  return isTurned ? (opposites.get(end) ?? '') : end
}

function at(vectors: readonly AxisVector[], axis: number): AxisVector {
  return vectors[axis] ?? [0, 0, 0]
}

/** Returns the volume that three vectors span; negative where they are left-handed. */
export function measureSpan(vectors: readonly AxisVector[]): number {
  const [[a, b, c], [d, e, f], [g, h, i]] = [at(vectors, 0), at(vectors, 1), at(vectors, 2)]
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}
