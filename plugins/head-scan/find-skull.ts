/**
 * The outer surface of the skull above its base. Bone holds hardly any water, so it is as dark in a
 * T1-weighted scan as air. It shows all the same: on the way outwards from the brain the scan is dark in bone
 * and then bright in the fat of the scalp (as betsurf finds it: M. Jenkinson and others, "BET2", Human Brain
 * Mapping 2005).
 */
import type { Mesh } from 'specimen-host/plugin'
import { toVertexNormals } from '../shared/vertex-normals.ts'

/** A scan on a cubic grid and the brain in it, slowest axis first. */
export interface BrainInScan {
  readonly shape: readonly [depth: number, height: number, width: number]
  /** Distance between samples in mm, along each axis. */
  readonly spacing: number
  /** Position of the first sample along z, y, x. */
  readonly origin: readonly [z: number, y: number, x: number]
  readonly scan: Uint8Array
  /** Above 0 in the brain. */
  readonly brain: Uint8Array
}

/** Rays go out in rings around the top, from straight up to this angle (in radians) below the horizon. */
const [rings, sides, lowest] = [48, 128, 0.12]
/** The fat of the scalp, the brightest on the way, is within this many mm of the brain. */
const reach = 20
/** Steps along a ray in mm. */
const step = 0.5
/** Longer than any way through a head, in mm. */
const longest = 120

type Vector = readonly [x: number, y: number, z: number]

/** Returns an open cap around the top of the head, seen from outside. Vertices are xyz in mm. */
export function findSkull(head: BrainInScan): Mesh {
  const middle = findMiddle(head)
  const found = Float64Array.from({ length: (rings + 1) * sides }, (_, i) =>
    findRadius(head, middle, toDirection(i)),
  )
  const radii = replace(replace(found, takeMedian), takeMean)
  // All rays of the first ring are one.
  radii.fill(radii.subarray(0, sides).reduce((sum, radius) => sum + radius, 0) / sides, 0, sides)
  const vertices = new Float32Array(3 * radii.length)
  for (const [i, radius] of radii.entries()) vertices.set(moveOut(middle, radius, toDirection(i)), 3 * i)
  const indices = joinRings()
  return { vertices, indices, normals: toVertexNormals(vertices, indices) }
}

function toDirection(ray: number): Vector {
  const [down, around] = [
    ((Math.PI / 2 + lowest) * Math.floor(ray / sides)) / rings,
    (2 * Math.PI * (ray % sides)) / sides,
  ]
  return [Math.sin(down) * Math.cos(around), Math.sin(down) * Math.sin(around), Math.cos(down)]
}

function moveOut(middle: Vector, radius: number, [x, y, z]: Vector): Vector {
  return [middle[0] + radius * x, middle[1] + radius * y, middle[2] + radius * z]
}

/** Returns the middle of the box around the brain. */
function findMiddle({ shape: [, height, width], spacing, origin, brain }: BrainInScan): Vector {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const [i, value] of brain.entries()) {
    if (value === 0) continue
    const place = [i % width, Math.floor(i / width) % height, Math.floor(i / (width * height))]
    for (const [axis, at] of place.entries()) {
      low[axis] = Math.min(low[axis] ?? 0, at)
      high[axis] = Math.max(high[axis] ?? 0, at)
    }
  }
  const [x = 0, y = 0, z = 0] = low.map((at, axis) => ((at + (high[axis] ?? 0)) / 2) * spacing)
  return [x + origin[2], y + origin[1], z + origin[0]]
}

/** Returns how far from the middle dark ends and bright begins. */
function findRadius(head: BrainInScan, middle: Vector, direction: Vector): number {
  const sample = (values: Uint8Array, radius: number): number =>
    sampleAt(head, values, moveOut(middle, radius, direction))
  let edge = longest
  while (edge > 0 && sample(head.brain, edge) === 0) edge -= step
  const brightest = findLargest(edge, edge + reach, (radius) => sample(head.scan, radius))
  const darkest = findLargest(edge, brightest, (radius) => -sample(head.scan, radius))
  // A third of the way up: muscle, which lies on bone at the temples, is less bright than fat.
  const [low, high] = [sample(head.scan, darkest), sample(head.scan, brightest)]
  let radius = darkest
  while (sample(head.scan, radius) < low + (high - low) / 3) radius += step
  return radius
}

/** Returns the radius from one to another at which a value is largest. */
function findLargest(from: number, to: number, toValue: (radius: number) => number): number {
  let [best, largest] = [from, -Infinity]
  for (let radius = from; radius <= to; radius += step) {
    const value = toValue(radius)
    if (value > largest) [best, largest] = [radius, value]
  }
  return best
}

/** Returns the value at a place in mm, linearly between samples; 0 outside. */
function sampleAt({ shape, spacing, origin }: BrainInScan, values: Uint8Array, [x, y, z]: Vector): number {
  const [depth, height, width] = shape
  const at = [(z - origin[0]) / spacing, (y - origin[1]) / spacing, (x - origin[2]) / spacing] as const
  const [k, j, i] = [Math.floor(at[0]), Math.floor(at[1]), Math.floor(at[2])]
  if (k < 0 || j < 0 || i < 0 || k >= depth - 1 || j >= height - 1 || i >= width - 1) return 0
  const [u, v, w] = [at[2] - i, at[1] - j, at[0] - k]
  const read = (offset: number): number => values[(k * height + j) * width + i + offset] ?? 0
  const row = (offset: number): number => read(offset) * (1 - u) + read(offset + 1) * u
  const plane = (offset: number): number => row(offset) * (1 - v) + row(offset + width) * v
  return plane(0) * (1 - w) + plane(width * height) * w
}

/** Returns the radii, each replaced by a value of the rays around it. */
function replace(radii: Float64Array, toValue: (around: readonly number[]) => number): Float64Array {
  return radii.map((_, i) => {
    const [ring, side] = [Math.floor(i / sides), i % sides]
    const around: number[] = []
    for (let down = -2; down <= 2; down++)
      for (let on = -2; on <= 2; on++) {
        const row = Math.min(rings, Math.abs(ring + down))
        around.push(radii[row * sides + ((side + on + sides) % sides)] ?? 0)
      }
    return toValue(around)
  })
}

/** A ray that misses the scalp differs from those around it, and has no say. */
function takeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function takeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns two triangles between each two rays and those of the next ring, counter-clockwise from outside. */
function joinRings(): Uint32Array {
  const indices: number[] = []
  for (let ring = 0; ring < rings; ring++)
    for (let side = 0; side < sides; side++) {
      const [here, beside] = [ring * sides + side, ring * sides + ((side + 1) % sides)]
      if (ring > 0) indices.push(here, beside + sides, beside)
      indices.push(here, here + sides, beside + sides)
    }
  return Uint32Array.from(indices)
}
