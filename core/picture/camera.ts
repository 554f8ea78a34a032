import { readVector, type Vector } from './vector.ts'

/** The view of a picture. */
export interface CameraView {
  readonly size: number
  readonly azimuth?: number
  readonly elevation?: number
  readonly up?: 'y' | 'z'
  /** 1 fits the sphere around all points into the picture. */
  readonly zoom?: number
  /** Moves the picture, in radii of that sphere: right and up. */
  readonly shift?: readonly [right: number, up: number]
}

/**
 * A perspective camera that looks at the middle of a set of points. In view coordinates x is right, y up, z
 * towards the eye, and the sphere around the points is the unit sphere.
 */
export interface Camera {
  /** Pixels from the left, pixels from the top, distance from the eye. */
  readonly toScreen: (view: Vector) => Vector
  readonly toView: (place: Vector) => Vector
  readonly turn: (direction: Vector) => Vector
  /** Pixels of a unit of length at distance 1. */
  readonly scale: number
}

/** Distance of the eye from the middle, in radii of the sphere. */
export const eyeDistance = 4.2

/** Returns a camera that fits points (xyz interleaved) into a picture. */
export function createCamera(points: Float32Array | readonly number[], view: CameraView): Camera {
  const { size, azimuth = 35, elevation = 20, up = 'z', zoom = 1, shift = [0, 0] } = view
  const { centre, radius } = findSphere(points)
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
  const [ca, sa, ce, se] = [Math.cos(a), Math.sin(a), Math.cos(e), Math.sin(e)]
  const turn = ([x, y, z]: Vector): Vector => {
    const [px, py, pz] = up === 'z' ? [x, z, -y] : [x, y, z]
    const [rx, rz] = [px * ca - pz * sa, px * sa + pz * ca]
    return [rx, py * ce - rz * se, py * se + rz * ce]
  }
  const scale = (size / 2) * zoom * eyeDistance * 0.98
  return {
    turn,
    scale,
    toView: ([x, y, z]) =>
      turn([(x - centre[0]) / radius, (y - centre[1]) / radius, (z - centre[2]) / radius]),
    toScreen: ([x, y, z]) => [
      size / 2 + ((x + shift[0]) * scale) / (eyeDistance - z),
      size / 2 - ((y + shift[1]) * scale) / (eyeDistance - z),
      eyeDistance - z,
    ],
  }
}

/** Returns the middle of the bounding box and the largest distance from it; a unit sphere for none. */
function findSphere(points: Float32Array | readonly number[]): { centre: Vector; radius: number } {
  if (points.length === 0) return { centre: [0, 0, 0], radius: 1 }
  let [low, high] = [readVector(points, 0), readVector(points, 0)]
  for (let i = 3; i < points.length; i += 3) {
    const [x, y, z] = readVector(points, i)
    low = [Math.min(low[0], x), Math.min(low[1], y), Math.min(low[2], z)]
    high = [Math.max(high[0], x), Math.max(high[1], y), Math.max(high[2], z)]
  }
  const centre: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2]
  let radius = 0
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = readVector(points, i)
    radius = Math.max(radius, Math.hypot(x - centre[0], y - centre[1], z - centre[2]))
  }
  return { centre, radius: radius || 1 }
}
