/** The eye on a sphere around a target. Angles are in radians, places in the specimen's coordinates. */

import { type Bounds, cornerOf, middle } from './box.ts'
import type { CameraPose } from './camera-pose.ts'
import type { Display, Vector3 } from './display.ts'
import { add, at, dot, scale, subtract, toVector } from './vectors.ts'

/** An eye on a sphere around a target. */
export interface Orbit {
  readonly target: Vector3
  /** Angle counterclockwise around the axis that points up; 0 on the positive x axis. */
  readonly azimuth: number
  /** Angle above the plane through the target; a right angle at the pole. */
  readonly elevation: number
  readonly distance: number
}

/** The projection of a picture. */
export type ProjectionKind = Display['projection'] | 'flat'

/** Angles of an eye around its target. */
export type Angles = Pick<Orbit, 'azimuth' | 'elevation'>

/** The conversion of an orbit to directions: by the axis that points up, or straight on. */
export interface Attitude {
  readonly up: Display['up']
  readonly projection: ProjectionKind
}

/** The picture's height as an angle. Long lenses distort less; this is one of about 70 mm. */
export const fieldOfView = (30 * Math.PI) / 180

/** Half the visible height at the distance 1. */
export const halfHeight = Math.tan(fieldOfView / 2)

/** The initial view: from the front, a little from the right and from above. */
export const firstAngles = { azimuth: (-60 * Math.PI) / 180, elevation: (22 * Math.PI) / 180 }

/** The unit vectors of a picture: to the right, up, and from the target to the eye. */
export interface Basis {
  readonly right: Vector3
  readonly up: Vector3
  readonly back: Vector3
}

const flatBasis: Basis = {
  right: [1, 0, 0],
  up: [0, -1, 0],
  back: [0, 0, -1],
}
/** The part of the picture that a fitted box leaves free, as a factor of its size. */
export const fitMargin = 1.06

/** Returns the unit vectors of the picture: to the right, up, and from the target to the eye. */
export function toBasis({ azimuth, elevation }: Orbit, { up, projection }: Attitude): Basis {
  if (projection === 'flat') return flatBasis
  const [sinA, cosA] = [Math.sin(azimuth), Math.cos(azimuth)]
  const [sinE, cosE] = [Math.sin(elevation), Math.cos(elevation)]
  return {
    right: stand([-sinA, cosA, 0], up),
    up: stand([-sinE * cosA, -sinE * sinA, cosE], up),
    back: stand([cosE * cosA, cosE * sinA, sinE], up),
  }
}

/** Returns the pose for a link. */
export function toPose(orbit: Orbit, attitude: Attitude): CameraPose {
  return { target: orbit.target, offset: scale(toBasis(orbit, attitude).back, orbit.distance) }
}

/** Returns the orbit of a pose; the inverse of {@link toPose}. */
export function toOrbit({ target, offset }: CameraPose, { up }: Attitude): Orbit {
  const [x, y, z] = up === 'z' ? offset : lie(offset)
  const distance = Math.hypot(x, y, z)
  const flat = Math.hypot(x, y)
  return {
    target,
    azimuth: flat > 0 ? Math.atan2(y, x) : -Math.PI / 2,
    elevation: Math.atan2(z, flat),
    distance: distance > 0 ? distance : 1,
  }
}

/** A link keeps from here which side is up; at the pole itself the front is always below. */
const pole = (88 * Math.PI) / 180

/** Moves the eye to the right and up, almost to the poles. */
export function turn(orbit: Orbit, right: number, up: number): Orbit {
  return {
    ...orbit,
    azimuth: orbit.azimuth + right,
    elevation: Math.max(-pole, Math.min(pole, orbit.elevation + up)),
  }
}

/** Moves eye and target so that the specimen moves right and down, by parts of the picture's height. */
export function shift(orbit: Orbit, attitude: Attitude, [right, down]: readonly [number, number]): Orbit {
  const basis = toBasis(orbit, attitude)
  const height = 2 * halfHeight * orbit.distance
  return {
    ...orbit,
    target: add(add(orbit.target, scale(basis.right, -right * height)), scale(basis.up, down * height)),
  }
}

/**
 * Moves the eye to `factor` of its distance; `place` stays: to the right of the middle and below it, in parts
 * of the picture's height.
 */
export function approach(
  orbit: Orbit,
  attitude: Attitude,
  factor: number,
  place: readonly [number, number],
): Orbit {
  const [right, down] = place
  const moved = shift(orbit, attitude, [right * (factor - 1), down * (factor - 1)])
  return { ...moved, distance: orbit.distance * factor }
}

/** The orbit from which a box fills the picture. */
export interface FittedOrbit {
  readonly target: Vector3
  readonly distance: number
  /** Angle counterclockwise around the axis that points up; 0 on the positive x axis. */
  readonly azimuth: number
  /** Angle above the plane through the target; a right angle at the pole. */
  readonly elevation: number
}

/** Returns an orbit at these angles that shows all of a box. `aspect` is width to height. */
export function fitBox(bounds: Bounds, angles: Angles, attitude: Attitude, aspect: number): FittedOrbit {
  const target = middle(bounds)
  const { right, up, back } = toBasis({ ...angles, target, distance: 1 }, attitude)
  let distance = 0
  for (let corner = 0; corner < 8; corner++) {
    const place = subtract(cornerOf(bounds, corner), target)
    const half = Math.max(Math.abs(dot(place, up)), Math.abs(dot(place, right)) / aspect)
    const nearer = attitude.projection === 'perspective' ? dot(place, back) : 0
    distance = Math.max(distance, nearer + (half * fitMargin) / halfHeight)
  }
  return { ...angles, target, distance: distance > 0 ? distance : 1 }
}

/** Returns an orbit between two; 0 is the first. */
export function blend(from: Orbit, to: Orbit, part: number): Orbit {
  const mix = (a: number, b: number) => a + (b - a) * part
  return {
    target: toVector((axis) => mix(at(from.target, axis), at(to.target, axis))),
    azimuth: mix(from.azimuth, to.azimuth),
    elevation: mix(from.elevation, to.elevation),
    distance: from.distance * (to.distance / from.distance) ** part,
  }
}

/** Returns whether the difference is invisible. */
export function isClose(a: Orbit, b: Orbit): boolean {
  const tolerance = 2e-4
  const moved = Math.hypot(...subtract(a.target, b.target))
  return (
    Math.abs(a.azimuth - b.azimuth) < tolerance &&
    Math.abs(a.elevation - b.elevation) < tolerance &&
    Math.abs(a.distance / b.distance - 1) < tolerance &&
    moved < tolerance * b.distance
  )
}

/** Returns whether two poses are equal except for rounding. */
export function isSamePose(a: CameraPose, b: CameraPose): boolean {
  const tolerance = 1e-5 * Math.hypot(...a.offset)
  const places = Math.hypot(...subtract(a.target, b.target))
  return places <= tolerance && Math.hypot(...subtract(a.offset, b.offset)) <= tolerance
}

/** Turns a vector of a world with z up so that y is up: right stays right, and the front comes along z. */
function stand([x, y, z]: Vector3, up: Display['up']): Vector3 {
  return up === 'z' ? [x, y, z] : [x, z, -y]
}

function lie([x, y, z]: Vector3): Vector3 {
  return [x, -z, y]
}
