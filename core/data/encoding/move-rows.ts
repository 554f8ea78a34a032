/** The numbers of rows at their place in a scene, for files that have no places of parts. */
import type { MeshResult, ScenePart } from '../../contract/domain/result/result.ts'
import { toFloats, toShortest, type Write } from './rows.ts'

/** Digits of a number that has been moved: those of map coordinates in micrometres. */
const digits = 13

/** Writes the coordinates of a part where its place has them. */
export interface Mover {
  readonly isMirrored: boolean
  /** Returns what writes x, y and z of a row. */
  readonly toPlaces: (places: Float32Array, target: Uint8Array) => readonly Write[]
  /** Returns what writes a normal, of length 1, which stays at a right angle to its surface. */
  readonly toNormals: (normals: Float32Array, target: Uint8Array) => readonly Write[]
}

/** Returns what moves the rows of a part by its offset and its place; numbers stay as they are without both. */
export function createMover({ place, offset }: Pick<ScenePart, 'place'> & Pick<MeshResult, 'offset'>): Mover {
  const rows = place ?? [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ]
  const [a = none, b = none, c = none] = rows
  // Normals turn by the cofactors, which a mirror turns around.
  const cofactors = [cross(b, c), cross(c, a), cross(a, b)]
  const volume = dot(a, cofactors[0] ?? none)
  const isMoved = place !== undefined || offset !== undefined
  return {
    isMirrored: volume < 0,
    toPlaces: (places, target) => {
      if (!isMoved) return toFloats(places, 3, target)
      return rows.map((row) => (at3, at) => {
        const own = [0, 1, 2].map((axis) => toShortest(places[3 * at3 + axis] ?? 0) + (offset?.[axis] ?? 0))
        return writeText(dot(row, own) + row[3], target, at)
      })
    },
    toNormals: (normals, target) => {
      if (!place) return toFloats(normals, 3, target)
      const turn = (row: number): readonly number[] => {
        const own = normals.subarray(3 * row, 3 * row + 3)
        const turned = cofactors.map((line) => Math.sign(volume) * dot(line, own))
        const length = Math.hypot(...turned) || 1
        return turned.map((part) => part / length)
      }
      return [0, 1, 2].map((axis) => (row, at) => writeText(turn(row)[axis] ?? 0, target, at, 7))
    },
  }
}

const none: readonly number[] = [0, 0, 0]

function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  return (one[0] ?? 0) * (other[0] ?? 0) + (one[1] ?? 0) * (other[1] ?? 0) + (one[2] ?? 0) * (other[2] ?? 0)
}

function cross([ax = 0, ay = 0, az = 0]: readonly number[], [bx = 0, by = 0, bz = 0]: readonly number[]) {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

function writeText(value: number, target: Uint8Array, at: number, precision = digits): number {
  const text = String(Number(value.toPrecision(precision)))
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
  return at + text.length
}
