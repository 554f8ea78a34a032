/** Coordinate transformations of OME-Zarr 0.6 as matrices, where the metadata have their numbers. */
import { cutText } from '../../../contract/text/cut-text.ts'
import { describe } from '../../../contract/text/describe.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { isFiniteNumber } from '../../../contract/values/number.ts'
import { refuse } from '../refusal.ts'

/** A row for each axis of the output: a factor for each axis of the input, then a shift. */
export type OmeMatrix = readonly (readonly number[])[]

/** A transformation as a matrix, or the name of one that is none. */
export type OmeTransformation =
  | { readonly kind: 'matrix'; readonly type: string; readonly matrix: OmeMatrix }
  | { readonly kind: 'other'; readonly type: string }

/** Types whose numbers may stand in an array of the store. */
const ofNumbers: readonly string[] = ['scale', 'translation', 'rotation', 'affine']
/** Deepest nesting of sequences. */
const mostDepth = 8
/** Most that rows of a rotation miss the length 1, or a right angle. */
const tolerance = 1e-4

/**
 * Returns a transformation of points with so many coordinates.
 * @throws `file.undecodable` for one whose numbers are not those of its type
 */
export function readTransformation(step: JsonObject, inputs: number, depth = 0): OmeTransformation {
  const type = typeof step.type === 'string' ? step.type : describe(step.type)
  const toMatrix = (matrix: OmeMatrix): OmeTransformation => ({ kind: 'matrix', type, matrix })
  const other = (what = type): OmeTransformation => ({ kind: 'other', type: cutText(what, 40) })
  const isByPath = step.path !== undefined && step.path !== null
  if (isByPath && ofNumbers.includes(type)) return other(`${type} by path`)
  switch (type) {
    case 'identity':
      return toMatrix(toDiagonal(Array<number>(inputs).fill(1)))
    case 'scale':
      return toMatrix(toDiagonal(readScale(step.scale, inputs)))
    case 'translation': {
      const shifts = readList(step.translation, inputs, type)
      return toMatrix(toDiagonal(shifts.map(() => 1)).map((row, i) => row.with(-1, shifts[i] ?? 0)))
    }
    case 'mapAxis':
      return toMatrix(readMap(step.mapAxis, inputs))
    case 'rotation':
      return toMatrix(readRotation(step.rotation, inputs))
    case 'affine': {
      const rows = isJsonArray(step.affine) ? step.affine : []
      if (rows.length === 0) throw refuse(`An affine must be a matrix (got ${describe(step.affine)}).`)
      return toMatrix(rows.map((row) => readList(row, inputs + 1, 'a row of an affine')))
    }
    case 'bijection':
      if (!isJsonObject(step.forward) || depth >= mostDepth) throw nestedError(type)
      return readTransformation(step.forward, inputs, depth + 1)
    case 'sequence':
      return readSequence(step.transformations, inputs, depth)
    default:
      return other()
  }
}

function nestedError(type: string) {
  return refuse(`A ${type} must hold transformations, at most ${mostDepth} deep.`)
}

function readSequence(list: Json | undefined, inputs: number, depth: number): OmeTransformation {
  const steps = isJsonArray(list) ? list : []
  if (depth >= mostDepth || steps.length === 0) throw nestedError('sequence')
  let matrix = toDiagonal(Array<number>(inputs).fill(1))
  for (const step of steps) {
    if (!isJsonObject(step)) throw nestedError('sequence')
    const read = readTransformation(step, matrix.length, depth + 1)
    if (read.kind === 'other') return read
    matrix = joinMatrices(read.matrix, matrix)
  }
  return { kind: 'matrix', type: 'sequence', matrix }
}

/** Returns the map that does first the inner one, then the outer. */
export function joinMatrices(outer: OmeMatrix, inner: OmeMatrix): OmeMatrix {
  const columns = inner[0]?.length ?? 0
  return outer.map((row) =>
    Array.from({ length: columns }, (_, column) => {
      const sum = inner.reduce((total, from, i) => total + (row[i] ?? 0) * (from[column] ?? 0), 0)
      return column === columns - 1 ? sum + (row.at(-1) ?? 0) : sum
    }),
  )
}

function toDiagonal(factors: readonly number[]): OmeMatrix {
  return factors.map((factor, i) => [...factors.map((_, column) => (column === i ? factor : 0)), 0])
}

function readList(list: Json | undefined, length: number, what: string): readonly number[] {
  const numbers = isJsonArray(list) ? list.filter(isFiniteNumber) : []
  if (isJsonArray(list) && list.length === length && numbers.length === length) return numbers
  throw refuse(`${what} must have ${length} finite numbers (got ${describe(list)}).`)
}

function readScale(list: Json | undefined, inputs: number): readonly number[] {
  const factors = readList(list, inputs, 'scale')
  if (factors.every((factor) => factor > 0)) return factors
  throw refuse(`scale must be above 0 (got ${describe(list)}).`)
}

function readMap(list: Json | undefined, inputs: number): OmeMatrix {
  const places = readList(list, inputs, 'mapAxis')
  const isOrder = places.toSorted((a, b) => a - b).every((place, i) => place === i)
  if (!isOrder) throw refuse(`mapAxis must have each of its axes once, from 0 (got ${describe(list)}).`)
  return places.map((place) => [...places.map((_, column) => (column === place ? 1 : 0)), 0])
}

function readRotation(list: Json | undefined, inputs: number): OmeMatrix {
  const given = isJsonArray(list) && list.length === inputs ? list : []
  const rows = given.map((row) => readList(row, inputs, 'a row of a rotation'))
  const isTurn =
    rows.length > 0 &&
    rows.every((row, i) =>
      rows.every((other, k) => {
        const product = row.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
        return Math.abs(product - (i === k ? 1 : 0)) <= tolerance
      }),
    ) &&
    measureDeterminant(rows) > 0
  if (isTurn) return rows.map((row) => [...row, 0])
  throw refuse(
    `A rotation must have ${inputs} rows of length 1 at right angles, and no mirror (got ${describe(list)}).`,
  )
}

/** By the first row: a matrix has at most five. */
function measureDeterminant(rows: OmeMatrix): number {
  const [first = [], ...others] = rows
  if (others.length === 0) return first[0] ?? 1
  return first.reduce((sum, value, column) => {
    const minor = others.map((row) => row.filter((_, at) => at !== column))
    return sum + (column % 2 === 0 ? value : -value) * measureDeterminant(minor)
  }, 0)
}
