/** Draws a mesh: z-buffer, interpolated normals, three lights, and hollows shaded by depth. */
import type { MeshResult } from '../domain/result/result.ts'
import { type Camera, type CameraView, createCamera, eyeDistance } from './camera.ts'
import { add, blend, dot, readVector, scale, toLinear, toUnit, type Vector } from './vector.ts'

/** The options of drawing a mesh. */
export interface MeshOptions extends CameraView {
  /** Returns the linear colour of a place; by default that of the vertices, else one for each side. */
  readonly color?: (place: Vector, normal: Vector, isFront: boolean) => Vector
  readonly gloss?: number
  readonly occlusion?: number
}

const lights = [
  { from: toUnit([-0.55, 0.7, 0.65]), color: [1.0, 0.96, 0.9], strength: 0.78 },
  { from: toUnit([0.9, 0.1, 0.35]), color: [0.55, 0.7, 1.0], strength: 0.3 },
  { from: toUnit([0.1, -0.5, -0.9]), color: [1.0, 0.6, 0.45], strength: 0.35 },
] as const

const frontColor: Vector = [0.62, 0.36, 0.2]
const backColor: Vector = [0.1, 0.28, 0.42]

interface Raster {
  readonly size: number
  readonly depth: Float32Array
  /** The triangle seen at each pixel, by its first index; -1 for none. */
  readonly triangle: Int32Array
  /** Weights of its second and third corner. */
  readonly weights: Float32Array
}

/** Returns linear RGBA of `size`² pixels, with the coverage 0 or 1 as alpha. */
export function drawMesh(mesh: MeshResult, options: MeshOptions): Float32Array {
  const { size, gloss = 0.35, occlusion = 1 } = options
  const camera = createCamera(mesh.vertices, options)
  const raster = rasterize(mesh, camera, size)
  const measureShade = createShade(raster, occlusion)
  const pixels = new Float32Array(size * size * 4)
  const choose = options.color ?? ((_place, _normal, isFront) => (isFront ? frontColor : backColor))
  for (let p = 0; p < size * size; p++) {
    const point = readPoint(mesh, raster, p)
    if (!point) continue
    const { place, normal, color } = point
    const view = camera.toView(place)
    const eye = toUnit([-view[0], -view[1], eyeDistance - view[2]])
    const turned = toUnit(camera.turn(normal))
    const isFront = dot(turned, eye) >= 0
    const base = (options.color ? null : color) ?? choose(place, normal, isFront)
    const facing = isFront ? turned : scale(turned, -1)
    pixels.set([...light(base, facing, { eye, gloss, shade: measureShade(p) }), 1], 4 * p)
  }
  return pixels
}

function rasterize({ vertices, indices }: MeshResult, camera: Camera, size: number): Raster {
  const raster = {
    size,
    depth: new Float32Array(size * size).fill(Number.POSITIVE_INFINITY),
    triangle: new Int32Array(size * size).fill(-1),
    weights: new Float32Array(size * size * 2),
  }
  const screen = new Float32Array(vertices.length)
  for (let i = 0; i < vertices.length; i += 3)
    screen.set(camera.toScreen(camera.toView(readVector(vertices, i))), i)
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = readVector(indices, t)
    fillTriangle([readVector(screen, 3 * a), readVector(screen, 3 * b), readVector(screen, 3 * c)], t, raster)
  }
  return raster
}

function fillTriangle(
  [[ax, ay, az], [bx, by, bz], [cx, cy, cz]]: readonly [Vector, Vector, Vector],
  t: number,
  { size, depth, triangle, weights }: Raster,
): void {
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (Math.abs(area) < 1e-9) return
  const toPixel = (value: number): number => Math.min(Math.max(Math.floor(value), 0), size - 1)
  const [left, right] = [toPixel(Math.min(ax, bx, cx)), toPixel(Math.max(ax, bx, cx))]
  const [top, bottom] = [toPixel(Math.min(ay, by, cy)), toPixel(Math.max(ay, by, cy))]
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5]
      const u = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
      const v = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
      if (u < 0 || v < 0 || u + v > 1) continue
      const z = az * (1 - u - v) + bz * u + cz * v
      const p = y * size + x
      if (z >= (depth[p] ?? 0)) continue
      depth[p] = z
      triangle[p] = t
      weights[2 * p] = u
      weights[2 * p + 1] = v
    }
  }
}

/** Returns the visible point at a pixel, in the mesh's own coordinates; null for none. */
function readPoint(
  { vertices, indices, normals, colors }: MeshResult,
  { triangle, weights }: Raster,
  p: number,
): { place: Vector; normal: Vector; color: Vector | null } | null {
  const t = triangle[p] ?? -1
  if (t < 0) return null
  const [a, b, c] = readVector(indices, t)
  const [u = 0, v = 0] = weights.subarray(2 * p, 2 * p + 2)
  const mix = (array: Float32Array | Uint8Array): Vector => {
    const pair = add(scale(readVector(array, 3 * a), 1 - u - v), scale(readVector(array, 3 * b), u))
    return add(pair, scale(readVector(array, 3 * c), v))
  }
  const normal = normals ? mix(normals) : toFaceNormal(vertices, [a, b, c])
  return { place: mix(vertices), normal: toUnit(normal), color: colors ? toLinear(mix(colors)) : null }
}

/** Returns the shade of a pixel: 1 in the open, less where its neighbourhood rises towards the eye. */
function createShade({ size, depth }: Raster, occlusion: number): (p: number) => number {
  if (occlusion <= 0) return () => 1
  const neighbours = Array.from({ length: 32 }, (_, i) => {
    const [ring, spoke] = [1 + (i >> 3), i & 7]
    const reach = (size * ring * ring) / 190
    const angle = (spoke + ring * 0.37) * (Math.PI / 4)
    const [dx, dy] = [Math.round(reach * Math.cos(angle)), Math.round(reach * Math.sin(angle))]
    return { dx, dy, far: (2.2 * reach) / size }
  })
  return (p) => {
    const [x, y, own] = [p % size, Math.floor(p / size), depth[p] ?? 0]
    let blocked = 0
    for (const { dx, dy, far } of neighbours) {
      const [sx, sy] = [x + dx, y + dy]
      if (sx < 0 || sy < 0 || sx >= size || sy >= size) continue
      const rise = own - (depth[sy * size + sx] ?? 0)
      if (rise > 0.004) blocked += Math.min(rise / far, 1) * Math.max(0, 1 - Math.max(0, rise - 3 * far) * 4)
    }
    return Math.max(0.12, 1 - (1.15 * occlusion * blocked) / neighbours.length)
  }
}

function light(
  base: Vector,
  normal: Vector,
  { eye, gloss, shade }: { readonly eye: Vector; readonly gloss: number; readonly shade: number },
): Vector {
  const sky = (0.24 + 0.14 * normal[1]) * shade
  let result: Vector = [base[0] * sky * 0.8, base[1] * sky * 0.95, base[2] * sky * 1.2]
  for (const { from, color, strength } of lights) {
    const diffuse = Math.max(0, dot(normal, from) * 0.85 + 0.15) * strength * (0.35 + 0.65 * shade)
    const shine = gloss * strength * Math.max(0, dot(normal, toUnit(add(from, eye)))) ** 42 * shade
    const [red, green, blue] = add(scale(base, diffuse), [shine, shine, shine])
    result = add(result, [color[0] * red, color[1] * green, color[2] * blue])
  }
  const rim = (1 - Math.max(0, dot(normal, eye))) ** 4 * 0.16 * shade
  return add(result, blend([0, 0, 0], [0.6, 0.8, 1], rim))
}

function toFaceNormal(vertices: Float32Array, [a, b, c]: Vector): Vector {
  const origin = scale(readVector(vertices, 3 * a), -1)
  const [u, v] = [add(readVector(vertices, 3 * b), origin), add(readVector(vertices, 3 * c), origin)]
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
