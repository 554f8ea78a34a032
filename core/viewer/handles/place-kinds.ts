/** The handle of each kind of place: its parts, its lines, and the value after a move. */
import { cornerOf, middle } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { add, scale, subtract, toVector } from '../../contract/look/vectors.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import type { Row } from '../panel/panel-model.ts'
import { clampPlace } from './clamp-place.ts'
import { toUnit } from './follow-place.ts'
import type { PlaceGrip, PlaceHandle, PlaceLine } from './place-grip.ts'
import { cutShown } from './plane-outline.ts'
import type { ResultSpace } from './result-space.ts'
import { directionUnit, roundPlace, roundTo, toUnitLength } from './rounding.ts'
import { findTurn, joinTurns, type Rotation, toUnitTurn, turnVector } from './turns.ts'

/** Returns the handle of a value; null for one that is no such place. */
type ToHandle = (row: Row, value: Json, space: ResultSpace) => PlaceHandle | null

/** To which the members of a unit quaternion are rounded. */
const turnUnit = 0.0001
/** The radius of the ball of a direction, as a part of the size of the result. */
const directionPart = 0.4
/** The length of the normal of a plane, as a part of that size. */
const normalPart = 0.22
/** The length of the axes of a pose, as a part of that size. */
const axisPart = 0.18
/** Most points of a curve that can be taken in the hand. */
const mostPoints = 256
const axes = [0, 1, 2] as const

/** Returns the handle of a point: itself. */
export const toPoint: ToHandle = (row, value, space) => {
  const at = readPoint(value)
  return at && { grips: [toFree(row, space, { key: 'point', name: '', at })], lines: [] }
}

/** Returns the handle of a direction: the end of an arrow from the middle of the result. */
export const toDirection: ToHandle = (_row, value, space) => {
  const direction = readPoint(value)
  if (!direction) return null
  const ball = { centre: middle(space.box), radius: directionPart * space.size }
  const at = add(ball.centre, scale(toUnit(direction), ball.radius))
  const grip = {
    key: 'end',
    name: '',
    at,
    way: { kind: 'ball', ...ball },
    write: (to: Vector3) => toDirectionValue(ball.centre, to),
  } as const
  return { grips: [grip], lines: [{ through: [ball.centre, at] }] }
}

/** Returns the handle of a plane: its point, the end of its normal, and its cut through the box. */
export const toPlane: ToHandle = (row, value, space) => {
  const [point, direction] = [readMember(value, 'point'), readMember(value, 'normal')]
  if (!point || !direction) return null
  const ball = { centre: point, radius: normalPart * space.size }
  const normal = toUnit(direction)
  const end = add(point, scale(normal, ball.radius))
  const free = toFree(row, space, { key: 'point', name: '', at: point })
  const turned = {
    key: 'normal',
    name: 'normal',
    at: end,
    way: { kind: 'ball', ...ball },
    write: (to: Vector3): Json => ({ point: [...point], normal: toDirectionValue(point, to) }),
  } as const
  return {
    grips: [{ ...free, write: (to) => ({ point: free.write(to), normal: [...direction] }) }, turned],
    lines: [{ through: cutShown({ point, normal }, space), isOutline: true }, { through: [point, end] }],
    solid: { kind: 'plane', point, normal },
  }
}

/** Returns the handle of a box: its corners and faces. */
export const toBox: ToHandle = (row, value, space) => {
  const [low, high] = [readMember(value, 'min'), readMember(value, 'max')]
  if (!low || !high) return null
  const box = { low, high }
  const unit = toUnitLength(space.size)
  /** Moves the sides of some axes, which stop at those opposite. */
  const write = (to: Vector3, ends: readonly (0 | 1 | null)[]): Json => {
    const place = clampPlace(row, roundPlace(to, unit), space)
    const min = toVector((axis) => (ends[axis] === 0 ? Math.min(place[axis], high[axis]) : low[axis]))
    const max = toVector((axis) => (ends[axis] === 1 ? Math.max(place[axis], low[axis]) : high[axis]))
    return { min: [...min], max: [...max] }
  }
  const faces = axes.flatMap((axis) =>
    ([0, 1] as const).map((end): PlaceGrip => {
      const face = end === 0 ? low : high
      const reach = [
        Math.min(space.box.low[axis], low[axis]) - space.size,
        Math.max(space.box.high[axis], high[axis]) + space.size,
      ] as const
      return {
        key: `face ${axis} ${end}`,
        name: `${end === 0 ? 'min' : 'max'} ${'xyz'.charAt(axis)}`,
        at: toVector((other) => (other === axis ? face[axis] : (low[other] + high[other]) / 2)),
        axis,
        way: { kind: 'axis', axis, reach },
        write: (to) =>
          write(
            to,
            axes.map((other) => (other === axis ? end : null)),
          ),
      }
    }),
  )
  const corners = Array.from({ length: 8 }, (_, sides): PlaceGrip => {
    const ends = axes.map((axis) => (sides & (1 << axis) ? 1 : 0))
    return {
      key: `corner ${sides}`,
      name: `corner ${sides + 1}`,
      at: cornerOf(box, sides),
      way: { kind: 'free', isOnSurface: false },
      write: (to) => write(to, ends),
    }
  })
  const edges = axes.flatMap((axis) =>
    Array.from({ length: 8 }, (_, sides) => sides)
      .filter((sides) => !(sides & (1 << axis)))
      .map((sides): PlaceLine => {
        const through = [cornerOf(box, sides), cornerOf(box, sides | (1 << axis))]
        return { through, isOutline: true }
      }),
  )
  return { grips: [...corners, ...faces], lines: edges, solid: { kind: 'box', box } }
}

/** Returns the handle of a curve: its points. */
export const toCurve: ToHandle = (row, value, space) => {
  if (!isJsonArray(value)) return null
  const points = value.map(readPoint).filter((point) => point !== null)
  const [first] = points
  if (!first || points.length !== value.length) return null
  const grips = points.slice(0, mostPoints).map((at, index): PlaceGrip => {
    const free = toFree(row, space, { key: `${index}`, name: `${index + 1}`, at })
    const rest = value.length > 2 ? value.toSpliced(index, 1) : undefined
    return { ...free, rest, write: (to) => value.toSpliced(index, 1, free.write(to)) }
  })
  return {
    grips,
    lines: [{ through: row.place?.isClosed ? [...points, first] : points }],
    insert: (behind, point) => value.toSpliced(behind + 1, 0, toPointValue(row, point, space)),
  }
}

/** Returns the handle of a pose: its position, and the ends of its axes. */
export const toPose: ToHandle = (row, value, space) => {
  const position = readMember(value, 'position')
  const rotation = isJsonObject(value) ? readTurn(value.rotation) : null
  if (!position || !rotation) return null
  const turn = toUnitTurn(rotation)
  const ball = { centre: position, radius: axisPart * space.size }
  const free = toFree(row, space, { key: 'position', name: '', at: position })
  const ends = axes.map((axis): PlaceGrip => {
    const direction = turnVector(
      turn,
      toVector((other) => (other === axis ? 1 : 0)),
    )
    return {
      key: `axis ${axis}`,
      name: `${'xyz'.charAt(axis)} axis`,
      at: add(position, scale(direction, ball.radius)),
      axis,
      way: { kind: 'ball', ...ball },
      write: (to) => {
        const next = joinTurns(findTurn(direction, toUnit(subtract(to, position))), turn)
        return { position: [...position], rotation: toTurnValue(next) }
      },
    }
  })
  return {
    grips: [{ ...free, write: (to) => ({ position: free.write(to), rotation: [...rotation] }) }, ...ends],
    lines: ends.map(
      ({ at, axis }): PlaceLine => ({ through: [position, at], ...(axis !== undefined && { axis }) }),
    ),
  }
}

/** Returns what moves a point freely, whose value is the point alone. */
function toFree(row: Row, space: ResultSpace, grip: Pick<PlaceGrip, 'key' | 'name' | 'at'>): PlaceGrip {
  const isOnSurface = row.place?.isOnSurface ?? false
  return { ...grip, way: { kind: 'free', isOnSurface }, write: (to) => toPointValue(row, to, space) }
}

/** Returns the value of a point that is nearest to a place: rounded, and where the row takes it. */
export function toPointValue(row: Row, place: Vector3, space: ResultSpace): Json {
  return [...clampPlace(row, roundPlace(place, toUnitLength(space.size)), space)]
}

/** Returns the value of the direction from one place to another. */
export function toDirectionValue(from: Vector3, to: Vector3): Json {
  return [...roundPlace(toUnit(subtract(to, from)), directionUnit)]
}

/** Returns the value of a turn. */
export function toTurnValue(turn: Rotation): Json {
  return turn.map((part) => roundTo(part, turnUnit))
}

/** Returns a point or a direction; null for another value. */
export function readPoint(value: Json | undefined): Vector3 | null {
  if (!isJsonArray(value) || value.length !== 3) return null
  const [x, y, z] = value
  const isPoint = typeof x === 'number' && typeof y === 'number' && typeof z === 'number'
  return isPoint ? [x, y, z] : null
}

function readMember(value: Json, name: string): Vector3 | null {
  return isJsonObject(value) ? readPoint(value[name]) : null
}

/** Returns a quaternion; null for another value. */
export function readTurn(value: Json | undefined): Rotation | null {
  if (!isJsonArray(value) || value.length !== 4) return null
  const [x, y, z, w] = value
  const isTurn =
    typeof x === 'number' && typeof y === 'number' && typeof z === 'number' && typeof w === 'number'
  return isTurn ? [x, y, z, w] : null
}
