import type { Volume } from 'specimen-host/plugin'

/** Places of samples in the world: z, y, x each. */
export interface Affine {
  /** Nine numbers in rows: place = matrix · index + shift. */
  readonly matrix: readonly number[]
  readonly shift: readonly number[]
}

/** Returns where the samples of a volume lie. */
export function toAffine({ spacing = [1, 1, 1], origin = [0, 0, 0], direction }: Volume): Affine {
  const matrix = Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3]
    return (direction?.[row]?.[column] ?? Number(row === column)) * (spacing[column] ?? 1)
  })
  return { matrix, shift: origin }
}

/** Returns the space of one sample, in the unit of lengths to the third power. */
export function measureSample(volume: Volume): number {
  return Math.abs(findDeterminant(toAffine(volume).matrix))
}

/** Returns first `second`, then `first`. */
export function chain(first: Affine, second: Affine): Affine {
  const at = (row: number, parts: (k: number) => number): number =>
    [0, 1, 2].reduce((sum, k) => sum + (first.matrix[3 * row + k] ?? 0) * parts(k), 0)
  return {
    matrix: Array.from({ length: 9 }, (_, i) =>
      at(Math.floor(i / 3), (k) => second.matrix[3 * k + (i % 3)] ?? 0),
    ),
    shift: [0, 1, 2].map((row) => at(row, (k) => second.shift[k] ?? 0) + (first.shift[row] ?? 0)),
  }
}

/** Returns the way back, from places to indices. */
export function invert({ matrix, shift }: Affine): Affine {
  const at = (i: number): number => matrix[i] ?? 0
  const whole = findDeterminant(matrix)
  // The cofactor of row r and column c, from the rows and columns behind them in turn.
  const cofactor = (r: number, c: number): number => {
    const [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3]
    return at(3 * r1 + c1) * at(3 * r2 + c2) - at(3 * r1 + c2) * at(3 * r2 + c1)
  }
  const back = Array.from({ length: 9 }, (_, i) => cofactor(i % 3, Math.floor(i / 3)) / whole)
  const moved = [0, 1, 2].map(
    (row) => -[0, 1, 2].reduce((sum, k) => sum + (back[3 * row + k] ?? 0) * (shift[k] ?? 0), 0),
  )
  return { matrix: back, shift: moved }
}

function findDeterminant([
  a = 0,
  b = 0,
  c = 0,
  d = 0,
  e = 0,
  f = 0,
  g = 0,
  h = 0,
  k = 0,
]: readonly number[]): number {
  return a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g)
}
