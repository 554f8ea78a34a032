/** Parts of a scene that a view has moved, as solids: they are seen elsewhere, and their data stay. */
import { type Affine, applyAffine, identity, turnBy } from './affine.ts'
import type { PartMove, Vector3 } from './display.ts'
import { add, along, dot, scale, subtract, toVector } from './vectors.ts'

/** The largest numbers of a shift and of a turn. */
export const [mostShift, mostTurn] = [1e15, 360]

const degree = Math.PI / 180
/** Sines below this lead to no axis. */
const leastSine = 1e-6

/** Returns the map by which a part with this middle is moved. */
export function toMoveAffine({ shift, turn }: PartMove, middle: Vector3): Affine {
  const angle = Math.hypot(...turn)
  const columns = angle === 0 ? identity.columns : toTurnColumns(scale(turn, 1 / angle), angle * degree)
  const turned = turnBy({ columns, start: identity.start }, middle)
  return { columns, start: toVector((axis) => middle[axis] - turned[axis] + shift[axis]) }
}

/** Returns the move that a map is, which keeps lengths and hands; undefined for one that moves nothing. */
export function readMove(affine: Affine, middle: Vector3): PartMove | undefined {
  const move = { shift: subtract(applyAffine(affine, middle), middle), turn: readTurn(affine) }
  return [...move.shift, ...move.turn].some((part) => part !== 0) ? move : undefined
}

/** After Rodrigues. */
function toTurnColumns([x, y, z]: Vector3, angle: number): Affine['columns'] {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const axis: Vector3 = [x, y, z]
  const cross: Affine['columns'] = [
    [0, z, -y],
    [-z, 0, x],
    [y, -x, 0],
  ]
  const column = (i: 0 | 1 | 2): Vector3 =>
    toVector((row) => cosine * along(i, 1)[row] + sine * cross[i][row] + (1 - cosine) * axis[i] * axis[row])
  return [column(0), column(1), column(2)]
}

/** Returns the axis of a turn, as long as its angle in degrees: at most half a turn. */
function readTurn({ columns: [a, b, c] }: Affine): Vector3 {
  const axis: Vector3 = [b[2] - c[1], c[0] - a[2], a[1] - b[0]]
  const [sine, cosine] = [Math.hypot(...axis) / 2, (a[0] + b[1] + c[2] - 1) / 2]
  const angle = Math.atan2(sine, cosine) / degree
  if (sine > leastSine) return scale(axis, angle / (2 * sine))
  if (cosine > 0) return scale(axis, 0.5 / degree)
  // Of half a turn the axis is the direction that stays, which is in the sums of what is turned and what was.
  const sums = [a, b, c].map((column, i) => add(column, along(i, 1)))
  const lengths = sums.map((sum) => Math.hypot(...sum))
  const longest = sums[lengths.indexOf(Math.max(...lengths))] ?? axis
  return scale(longest, (dot(longest, axis) < 0 ? -angle : angle) / Math.hypot(...longest))
}
