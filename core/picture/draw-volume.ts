/** Draws a volume: rays gather light and lose it on their way. */
import type { VolumeResult } from '../domain/result/result.ts'
import { type CameraView, createCamera, eyeDistance } from './camera.ts'
import { dot, scale, type Vector } from './vector.ts'

/** Linear colour and opacity of a unit of length, where 2 is the diameter of the volume. */
export type Matter = readonly [red: number, green: number, blue: number, opacity: number]

/** The options of drawing a volume. */
export interface VolumeOptions extends CameraView {
  /** Maps a sample to matter. `slope` returns the value's change towards the light; `isCut` marks a cut. */
  readonly transfer: (value: number, slope: () => number, isCut: boolean) => Matter
  readonly steps?: number
  /** Removes samples, by their distance from the middle in the unit of the spacing. */
  readonly isAway?: (x: number, y: number, z: number) => boolean
}

/** Returns linear RGBA of `size`² pixels, for a volume with three axes of at least two samples. */
export function drawVolume(volume: VolumeResult, options: VolumeOptions): Float32Array {
  const { size } = options
  const field = toField(volume)
  const camera = createCamera(listCorners(field.extent), options)
  const radius = Math.hypot(...field.extent)
  // Rows of the turn are the view's axes in the volume's own directions.
  const columns = [camera.turn([1, 0, 0]), camera.turn([0, 1, 0]), camera.turn([0, 0, 1])] as const
  const back = (v: Vector): Vector =>
    scale([dot(columns[0], v), dot(columns[1], v), dot(columns[2], v)], radius)
  const eye = back([0, 0, eyeDistance])
  const toLight = scale(back([-0.5, 0.65, 0.6]), 0.02)
  const pixels = new Float32Array(size * size * 4)
  for (let p = 0; p < size * size; p++) {
    const dx = ((p % size) + 0.5 - size / 2) / camera.scale
    const dy = (size / 2 - Math.floor(p / size) - 0.5) / camera.scale
    // Spreads the rings of equal depth into fine noise.
    const jitter = (p * 0.618 + Math.floor(p / size) * 0.414) % 1
    pixels.set(castRay(field, [eye, back([dx, dy, -1]), toLight], jitter, options), 4 * p)
  }
  return pixels
}

/**
 * The direction leads from the eye to distance 1 of it; the jitter is the start of the ray in its first step,
 * from 0 to 1. Plain numbers in place of vectors: this loop takes nearly all of the time.
 */
function castRay(
  field: SampleField,
  [[ex, ey, ez], [vx, vy, vz], [lx, ly, lz]]: readonly [eye: Vector, direction: Vector, toLight: Vector],
  jitter: number,
  { transfer, steps = 260, isAway = () => false }: VolumeOptions,
): [number, number, number, number] {
  let red = 0
  let green = 0
  let blue = 0
  let through = 1
  let isCut = false
  const start = eyeDistance - 1
  const [near, far] = findStay(field.extent, [ex, ey, ez], [vx, vy, vz])
  const first = Math.max(0, Math.floor(((near - start) * steps) / 2) - 1)
  const last = Math.min(steps, Math.ceil(((far - start) * steps) / 2) + 1)
  for (let s = first; s < last && through > 0.01; s++) {
    const depth = start + (2 * (s + jitter)) / steps
    const x = ex + vx * depth
    const y = ey + vy * depth
    const z = ez + vz * depth
    const value = sample(field, x, y, z)
    if (value === null || isAway(x, y, z)) {
      isCut = value !== null
      continue
    }
    const slope = (): number =>
      (sample(field, x - lx, y - ly, z - lz) ?? 0) - (sample(field, x + lx, y + ly, z + lz) ?? 0)
    const [r, g, b, opacity] = transfer(value, slope, isCut)
    isCut = false
    if (opacity === 0) continue
    const stop = 1 - Math.exp((-opacity * 2) / steps)
    red += r * stop * through
    green += g * stop * through
    blue += b * stop * through
    through *= 1 - stop
  }
  return [red, green, blue, 1 - through]
}

/** Returns the ends of a ray inside the volume's box; four samples of five would lie outside. */
function findStay(extent: Vector, eye: Vector, direction: Vector): [near: number, far: number] {
  let [near, far] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let axis = 0; axis < 3; axis++) {
    const [half, from, way] = [extent[axis] ?? 0, eye[axis] ?? 0, direction[axis] ?? 0]
    if (way === 0) continue // parallel rays: the samples decide
    const [one, other] = [(-half - from) / way, (half - from) / way]
    near = Math.max(near, Math.min(one, other))
    far = Math.min(far, Math.max(one, other))
  }
  return [near, far]
}

interface SampleField {
  readonly counts: Vector
  readonly spacing: Vector
  /** From the middle to the last sample, along x, y, z. */
  readonly extent: Vector
  readonly data: VolumeResult['data']
}

function toField({ shape, data, spacing = [1, 1, 1] }: VolumeResult): SampleField {
  const [depth = 0, height = 0, width = 0] = shape
  const [sz = 1, sy = 1, sx = 1] = spacing
  const extent: Vector = [((width - 1) * sx) / 2, ((height - 1) * sy) / 2, ((depth - 1) * sz) / 2]
  return { counts: [width, height, depth], spacing: [sx, sy, sz], extent, data }
}

function listCorners(extent: Vector): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
    extent.map((half, axis) => ((corner >> axis) & 1 ? half : -half)),
  )
}

/** Returns the interpolated value at a place; null outside, and where a neighbour is NaN. */
function sample(
  { counts, spacing, extent, data }: SampleField,
  x: number,
  y: number,
  z: number,
): number | null {
  const [width, height, depth] = counts
  const fx = (x + extent[0]) / spacing[0]
  const fy = (y + extent[1]) / spacing[1]
  const fz = (z + extent[2]) / spacing[2]
  if (!(fx >= 0 && fy >= 0 && fz >= 0 && fx < width - 1 && fy < height - 1 && fz < depth - 1)) return null
  const ix = Math.floor(fx)
  const iy = Math.floor(fy)
  const iz = Math.floor(fz)
  const tx = fx - ix
  const ty = fy - iy
  const i = (iz * height + iy) * width + ix
  const j = i + width * height
  const near = mix(mixRow(data, i, tx), mixRow(data, i + width, tx), ty)
  const value = mix(near, mix(mixRow(data, j, tx), mixRow(data, j + width, tx), ty), fz - iz)
  return Number.isNaN(value) ? null : value
}

function mixRow(data: VolumeResult['data'], i: number, t: number): number {
  return mix(data[i] ?? 0, data[i + 1] ?? 0, t)
}

function mix(a: number, b: number, t: number): number {
  return a * (1 - t) + b * t
}
