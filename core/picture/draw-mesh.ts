/** Draws a mesh: z-buffer, interpolated normals, and the light of the studio. */
import type { Display, Vector3 } from '../look/display.ts'
import { solidColors } from '../look/solid-colors.ts'
import { innerTint } from '../look/studio.ts'
import { add, along, dot, readVector, scale, subtract, toVector } from '../look/vectors.ts'
import type { PreparedMesh } from '../viewer/data/prepared.ts'
import { type Camera, createCamera, type Frame } from './camera.ts'
import { type HalfSpace, isKept, listKept } from './clip.ts'
import { lightSurface, toUnit } from './light-surface.ts'
import { toLinear, toParts, toSrgb } from './srgb.ts'

/** Surfaces that are seen through each other. */
const mostLayers = 4

interface Raster {
  readonly size: number
  readonly depth: Float32Array
  /** The triangle seen at each pixel, by its first index; -1 for none. */
  readonly triangle: Int32Array
  /** Weights of its second and third corner. */
  readonly weights: Float32Array
}

/** A mesh with what its pixels are made of. */
interface Subject {
  readonly mesh: PreparedMesh
  readonly display: Display
  readonly camera: Camera
  readonly kept: readonly HalfSpace[]
}

/** Returns sRGB with opacity, multiplied by it, of `size`² pixels. */
export function drawMesh(mesh: PreparedMesh, display: Display, frame: Frame): Float32Array {
  const { size } = frame
  const { bounds } = mesh
  const camera = createCamera(bounds, display, frame)
  const subject = { mesh, display, camera, kept: listKept(display, bounds) }
  const pixels = new Float32Array(size * size * 4)
  let raster: Raster | null = null
  for (let layer = 0; layer < (display.meshOpacity < 1 ? mostLayers : 1); layer++) {
    raster = rasterize(subject, size, raster)
    for (let p = 0; p < size * size; p++) {
      const color = shade(subject, raster, p)
      const opacity = display.meshOpacity * (1 - (pixels[4 * p + 3] ?? 0))
      if (!color) continue
      for (const [i, part] of [...color, 1].entries())
        pixels[4 * p + i] = (pixels[4 * p + i] ?? 0) + part * opacity
    }
  }
  return pixels
}

/** Returns the nearest surface at each pixel, or the next one behind that of another raster. */
function rasterize(subject: Subject, size: number, before: Raster | null): Raster {
  const { positions, centre, indices } = subject.mesh
  const raster = {
    size,
    depth: new Float32Array(size * size).fill(Number.POSITIVE_INFINITY),
    triangle: new Int32Array(size * size).fill(-1),
    weights: new Float32Array(size * size * 2),
  }
  const screen = new Float32Array(positions.length)
  for (let i = 0; i < positions.length; i += 3)
    screen.set(subject.camera.project(add(readVector(positions, i), centre)), i)
  for (let t = 0; t + 2 < indices.length; t += 3) {
    const [a, b, c] = readVector(indices, t)
    const corners = [readVector(screen, 3 * a), readVector(screen, 3 * b), readVector(screen, 3 * c)] as const
    fillTriangle(corners, t, {
      raster,
      takes: (p, u, v, z) =>
        z < (raster.depth[p] ?? 0) &&
        z > (before?.depth[p] ?? 0) * 1.0001 &&
        (subject.kept.length === 0 ||
          isKept(subject.kept, add(mix(positions, locate(subject.mesh, t, [u, v])), centre))),
    })
  }
  return raster
}

/** Weights are those in space: parts of the picture count by their distance. */
function fillTriangle(
  [[ax, ay, az], [bx, by, bz], [cx, cy, cz]]: readonly [Vector3, Vector3, Vector3],
  t: number,
  { raster, takes }: { raster: Raster; takes: (p: number, u: number, v: number, z: number) => boolean },
): void {
  const { size, depth, triangle, weights } = raster
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (!(Math.abs(area) > 1e-9) || Math.min(az, bz, cz) <= 0) return
  const toPixel = (value: number): number => Math.min(Math.max(Math.floor(value), 0), size - 1)
  const [left, right] = [toPixel(Math.min(ax, bx, cx)), toPixel(Math.max(ax, bx, cx))]
  const [top, bottom] = [toPixel(Math.min(ay, by, cy)), toPixel(Math.max(ay, by, cy))]
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5]
      const u = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
      const v = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
      if (u < 0 || v < 0 || u + v > 1) continue
      const z = 1 / ((1 - u - v) / az + u / bz + v / cz)
      const p = y * size + x
      const [second, third] = [(u * z) / bz, (v * z) / cz]
      if (!takes(p, second, third, z)) continue
      depth[p] = z
      triangle[p] = t
      weights[2 * p] = second
      weights[2 * p + 1] = third
    }
  }
}

/** Returns the sRGB colour at a pixel; null where no surface is. */
function shade({ mesh, display, camera }: Subject, raster: Raster, p: number): Vector3 | null {
  const t = raster.triangle[p] ?? -1
  if (t < 0) return null
  const at = locate(mesh, t, [raster.weights[2 * p] ?? 0, raster.weights[2 * p + 1] ?? 0])
  const place = add(mix(mesh.positions, at), mesh.centre)
  const smooth = mix(mesh.normals, at)
  const face = toFaceNormal(mesh, t)
  const outward = dot(face, smooth) < 0 ? scale(face, -1) : face
  const towards = toUnit(subtract(camera.eye, place))
  const isOuter = dot(outward, towards) >= 0
  const normal = toUnit(scale(display.shading === 'flat' ? outward : smooth, isOuter ? 1 : -1))
  const own = display.colorBy === 'own' && mesh.colors
  const base = own ? mix(own, at, (byte) => toLinear(byte / 255)) : plainOf(display)
  const tinted: Vector3 = [base[0] * innerTint[0], base[1] * innerTint[1], base[2] * innerTint[2]]
  const turn = (v: Vector3): Vector3 => [dot(v, camera.right), dot(v, camera.up), dot(v, camera.back)]
  const directions = {
    normal: turn(normal),
    eye: turn(towards),
    sky: turn(along(display.up === 'y' ? 1 : 2, 1)),
  }
  const [red, green, blue] = lightSurface(isOuter ? base : tinted, directions, display.roughness)
  return [toSrgb(red), toSrgb(green), toSrgb(blue)]
}

function plainOf({ solidColor }: Display): Vector3 {
  const [red, green, blue] = toParts(solidColors[solidColor])
  return [toLinear(red), toLinear(green), toLinear(blue)]
}

/** A place of a mesh: three vertices with their weights. */
type Corners = readonly (readonly [vertex: number, weight: number])[]

function locate({ indices }: PreparedMesh, t: number, [u, v]: readonly [number, number]): Corners {
  const [a, b, c] = readVector(indices, t)
  return [
    [a, 1 - u - v],
    [b, u],
    [c, v],
  ]
}

function mix(
  array: Float32Array | Uint8Array,
  corners: Corners,
  convert: (value: number) => number = (value) => value,
): Vector3 {
  return toVector((axis) =>
    corners.reduce((sum, [vertex, weight]) => sum + weight * convert(array[3 * vertex + axis] ?? 0), 0),
  )
}

function toFaceNormal({ positions, indices }: PreparedMesh, t: number): Vector3 {
  const [a, b, c] = readVector(indices, t)
  const origin = readVector(positions, 3 * a)
  const [ux, uy, uz] = subtract(readVector(positions, 3 * b), origin)
  const [vx, vy, vz] = subtract(readVector(positions, 3 * c), origin)
  return toUnit([uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx])
}
