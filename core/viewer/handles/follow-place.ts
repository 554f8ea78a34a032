/**
 * A place that a pointer or a key moves, in the coordinates of a result: freely in the plane of the view or
 * on the surface, along an axis, or round a ball.
 */
import type { Vector3 } from '../../contract/look/display.ts'
import { add, along, dot, scale, subtract, toVector } from '../../contract/look/vectors.ts'
import type { Spot } from '../specimen/over/free-place.ts'
import type { ProjectedPlace } from '../stage/stage.ts'
import { followAxis } from './follow-axis.ts'

/** The picture of a result, in its coordinates and CSS pixels. */
export interface PlaceSight {
  project(place: Vector3): ProjectedPlace
  /** Returns the place at a spot, at a distance before the eye. */
  unproject(spot: Spot, depth: number): Vector3
  /** Returns the place that is seen at a spot; null beside the specimen. */
  pick(spot: Spot): Vector3 | null
}

/** The ball round which a place is moved. */
export interface Ball {
  readonly centre: Vector3
  readonly radius: number
}

/** The ways that a place can be moved. */
export type Way =
  | { readonly kind: 'free'; readonly isOnSurface: boolean }
  | { readonly kind: 'axis'; readonly axis: 0 | 1 | 2; readonly reach: readonly [low: number, high: number] }
  | ({ readonly kind: 'ball' } & Ball)

/** A place with its way. */
export interface MovedPlace {
  readonly at: Vector3
  readonly way: Way
}

/** Returns the place for each spot of the pointer that drags it; on the surface where that is wanted. */
export type FollowPlace = (spot: Spot, wantsSurface: boolean) => Vector3

/** Returns what follows a pointer from the place on. */
export function startDrag(sight: PlaceSight, { at, way }: MovedPlace): FollowPlace {
  const { depth } = sight.project(at)
  let last = at
  const free: FollowPlace = (spot, wantsSurface) =>
    wantsSurface ? (sight.pick(spot) ?? last) : sight.unproject(spot, depth)
  const keep = (next: Vector3): Vector3 => {
    last = next
    return next
  }
  if (way.kind === 'free') return (spot, wants) => keep(free(spot, wants || way.isOnSurface))
  if (way.kind === 'axis') return (spot) => keep(followLine(sight, { at: last, way }, spot))
  let isBehind = depth > sight.project(way.centre).depth
  let isBeside = false
  return (spot) => {
    const met = meetBall(sight, way, { spot, isBehind: isBehind !== isBeside })
    // Over the edge of the ball, and back to its other side.
    if (!met.isBeside && isBeside) isBehind = !isBehind
    isBeside = met.isBeside
    return keep(met.place)
  }
}

/** Returns the place on an axis that is nearest to a spot. */
function followLine(
  sight: PlaceSight,
  { at, way }: { readonly at: Vector3; readonly way: Extract<Way, { kind: 'axis' }> },
  spot: Spot,
): Vector3 {
  const { axis, reach } = way
  const [low, high] = reach
  const toPlace = (fraction: number): Vector3 =>
    toVector((other) => (other === axis ? low + fraction * (high - low) : at[other]))
  const project = (fraction: number): Spot => {
    const { x, y } = sight.project(toPlace(fraction))
    return [x, y]
  }
  return toPlace(followAxis(project, (at[axis] - low) / (high - low), spot))
}

/** The spot of a pointer over a ball, and the half that it is to be on. */
interface BallSpot {
  readonly spot: Spot
  readonly isBehind: boolean
}

/** Returns the place of a ball at a spot; beside the ball that of its edge which is nearest. */
export function meetBall(
  sight: PlaceSight,
  { centre, radius }: Ball,
  { spot, isBehind }: BallSpot,
): { readonly place: Vector3; readonly isBeside: boolean } {
  const { depth } = sight.project(centre)
  const near = sight.unproject(spot, depth / 2)
  const ahead = toUnit(subtract(sight.unproject(spot, depth), near))
  const nearest = add(near, scale(ahead, dot(subtract(centre, near), ahead)))
  const across = subtract(nearest, centre)
  const half = radius * radius - dot(across, across)
  if (half < 0) return { place: add(centre, scale(toUnit(across), radius)), isBeside: true }
  return { place: add(nearest, scale(ahead, (isBehind ? 1 : -1) * Math.sqrt(half))), isBeside: false }
}

/** Radians of one press of a key round a ball. */
const turn = Math.PI / 36

/** A pressed key: the way of a step, and whether it goes ten of them. */
export interface StepKey {
  readonly key: string
  readonly step: number
  readonly isLarge: boolean
}

/**
 * Returns the place after the press of a key: one step along the axis that leads most to that side of the
 * picture, and for the page keys along the remaining one. Null for a key that moves nothing.
 */
export function stepPlace(sight: PlaceSight, { at, way }: MovedPlace, pressed: StepKey): Vector3 | null {
  const wanted = keyWays.get(pressed.key)
  if (!wanted) return null
  const factor = pressed.isLarge ? 10 : 1
  if (way.kind === 'ball')
    return turnPlace(sight, at, { ball: way, wanted, angle: turn * (factor > 1 ? 3 : 1) })
  const axes = sortAxes(sight, at, pressed.step)
  if (way.kind === 'free') {
    const { axis, sign } = axes[wanted.way]
    return add(at, along(axis, sign * wanted.sign * factor * pressed.step))
  }
  const found = axes[wanted.way]
  const own = found.axis === way.axis ? found.sign : 1
  return add(at, along(way.axis, own * wanted.sign * factor * pressed.step))
}

const keyWays: ReadonlyMap<string, SideStep> = new Map([
  ['ArrowRight', { way: 'right', sign: 1 }],
  ['ArrowLeft', { way: 'right', sign: -1 }],
  ['ArrowUp', { way: 'up', sign: 1 }],
  ['ArrowDown', { way: 'up', sign: -1 }],
  ['PageUp', { way: 'away', sign: 1 }],
  ['PageDown', { way: 'away', sign: -1 }],
])

/** A step to a side of the picture, or back from it. */
interface SideStep {
  readonly way: 'right' | 'up' | 'away'
  readonly sign: number
}

/** An axis of the result, and the sign by which it leads to a side of the picture. */
interface SidedAxis {
  readonly axis: 0 | 1 | 2
  readonly sign: number
}

/** Returns the axis that leads most to the right, of the others the one that leads most up, and the last. */
function sortAxes(sight: PlaceSight, at: Vector3, step: number): Record<'right' | 'up' | 'away', SidedAxis> {
  const from = sight.project(at)
  const seen = ([0, 1, 2] as const).map((axis) => {
    const to = sight.project(add(at, along(axis, step)))
    return { axis, right: to.x - from.x, up: from.y - to.y, away: to.depth - from.depth }
  })
  const take = (side: 'right' | 'up' | 'away'): SidedAxis => {
    const [best] = seen.toSorted((one, other) => Math.abs(other[side]) - Math.abs(one[side]))
    if (!best) return { axis: 0, sign: 1 }
    seen.splice(seen.indexOf(best), 1)
    return { axis: best.axis, sign: best[side] < 0 ? -1 : 1 }
  }
  return { right: take('right'), up: take('up'), away: take('away') }
}

/** A turn round a ball by a key. */
interface KeyTurn {
  readonly ball: Ball
  readonly wanted: SideStep
  readonly angle: number
}

/** Turns a place to a side of the picture; away from the eye, and to it, by the page keys. */
function turnPlace(sight: PlaceSight, at: Vector3, { ball, wanted, angle }: KeyTurn): Vector3 | null {
  const { centre, radius } = ball
  const { x, y, depth } = sight.project(centre)
  const [sideX, sideY] = wanted.way === 'right' ? [1, 0] : wanted.way === 'up' ? [0, -1] : [0, 0]
  const to = sight.unproject([x + sideX, y + sideY], wanted.way === 'away' ? depth * 1.01 : depth)
  const side = toUnit(subtract(to, centre))
  const out = toUnit(subtract(at, centre))
  const across = subtract(side, scale(out, dot(side, out)))
  if (Math.hypot(...across) < 1e-6) return null
  const turned = add(scale(out, Math.cos(angle)), scale(toUnit(across), wanted.sign * Math.sin(angle)))
  return add(centre, scale(turned, radius))
}

/** Returns a vector of length 1; x for none. */
export function toUnit(vector: Vector3): Vector3 {
  const length = Math.hypot(...vector)
  return length > 0 && Number.isFinite(length) ? scale(vector, 1 / length) : [1, 0, 0]
}
