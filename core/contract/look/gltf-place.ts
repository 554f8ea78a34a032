/** Places of parts as the nodes of glTF have them: turned, scaled and moved, and never sheared. */
import type { PartPlace } from '../domain/result/scene.ts'

type Triple = readonly [x: number, y: number, z: number]

/** The place of a node: what is below it is scaled, then turned, then moved. */
export interface NodePlace {
  readonly translation: Triple
  /** A unit quaternion, its real part last. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
  readonly scale: Triple
}

/** The places of a node and of one below it, which turns alone; that is absent where it turns nothing. */
export interface GltfPlace {
  readonly outer: NodePlace
  readonly turn?: NodePlace['rotation']
}

/** Sines of angles that count as right ones. */
const slack = 1e-12
/** More than any three columns take. */
const mostSweeps = 60

/**
 * Returns a place as the product of a turn, a scale and a turn, as every place is one (singular values, by
 * turning its columns until they are at right angles, after Hestenes). Equal places give equal numbers.
 */
export function toGltfPlace(place: PartPlace): GltfPlace {
  const size = Math.max(...place.flatMap((row) => row.slice(0, 3).map(Math.abs)))
  const read = (row: number, column: number): number => place[row]?.[column] ?? 0
  const columnsOf = (value: (row: number, column: number) => number): number[][] =>
    [0, 1, 2].map((column) => [0, 1, 2].map((row) => value(row, column)))
  const columns = columnsOf((row, column) => read(row, column) / size)
  const turned = columnsOf((row, column) => (row === column ? 1 : 0))
  const hasTurned = turnColumns(columns, turned)
  const lengths = columns.map((column) => Math.hypot(...column))
  const unit = columns.map((column, i) => column.map((part) => part / (lengths[i] ?? 1)))
  // A mirror is a scale below 0.
  if (determinant(unit) < 0) {
    lengths[0] = -(lengths[0] ?? 0)
    unit[0] = (unit[0] ?? []).map((part) => -part)
  }
  const toTriple = (at: (axis: number) => number): Triple => [at(0), at(1), at(2)]
  const outer = {
    translation: toTriple((axis) => read(axis, 3)),
    rotation: toQuaternion(unit),
    scale: toTriple((axis) => (lengths[axis] ?? 1) * size),
  }
  return hasTurned ? { outer, turn: toQuaternion(transpose(turned)) } : { outer }
}

/** Turns pairs of columns, and those of `turned` with them; returns whether any was turned. */
function turnColumns(columns: number[][], turned: number[][]): boolean {
  let hasTurned = false
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    let isDone = true
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const [a, b] = [columns[p] ?? [], columns[q] ?? []]
      const [aa, bb, ab] = [dot(a, a), dot(b, b), dot(a, b)]
      if (!(Math.abs(ab) > slack * Math.sqrt(aa * bb))) continue
      isDone = false
      hasTurned = true
      const ratio = (bb - aa) / (2 * ab)
      const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(1, ratio))
      const cosine = 1 / Math.hypot(1, tangent)
      for (const of of [columns, turned]) turnPair(of, { p, q, cosine, sine: cosine * tangent })
    }
    if (isDone) break
  }
  return hasTurned
}

/** A turn in the plane of two columns. */
interface PairTurn {
  readonly p: number
  readonly q: number
  readonly cosine: number
  readonly sine: number
}

function turnPair(columns: number[][], { p, q, cosine, sine }: PairTurn): void {
  const [a, b] = [columns[p] ?? [], columns[q] ?? []]
  columns[p] = a.map((part, i) => cosine * part - sine * (b[i] ?? 0))
  columns[q] = a.map((part, i) => sine * part + cosine * (b[i] ?? 0))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0)
}

type Columns = readonly (readonly number[])[]

function transpose(columns: Columns): number[][] {
  return [0, 1, 2].map((row) => [0, 1, 2].map((column) => columns[column]?.[row] ?? 0))
}

function determinant(columns: Columns): number {
  const at = (row: number, column: number): number => columns[column]?.[row] ?? 0
  return (
    at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
    at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
    at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0))
  )
}

/** Returns the quaternion of a turn, by its largest part. */
function toQuaternion(columns: Columns): NodePlace['rotation'] {
  const at = (row: number, column: number): number => columns[column]?.[row] ?? 0
  const trace = at(0, 0) + at(1, 1) + at(2, 2)
  const squares = [1 + 2 * at(0, 0) - trace, 1 + 2 * at(1, 1) - trace, 1 + 2 * at(2, 2) - trace, 1 + trace]
  const largest = squares.indexOf(Math.max(...squares))
  const [xy, xz, yz] = [at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(1, 2) + at(2, 1)]
  const [wx, wy, wz] = [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)]
  const rows = [
    [squares[0] ?? 0, xy, xz, wx],
    [xy, squares[1] ?? 0, yz, wy],
    [xz, yz, squares[2] ?? 0, wz],
    [wx, wy, wz, squares[3] ?? 0],
  ]
  const row = rows[largest] ?? []
  const length = Math.hypot(...row) * ((row[3] ?? 0) < 0 ? -1 : 1)
  const [x = 0, y = 0, z = 0, w = 1] = row.map((part) => part / length)
  return [x, y, z, w]
}
