/**
 * Draws a mesh: a z-buffer, interpolated normals, and the light of the studio. Loops over pixels work on
 * numbers alone, without arrays that are made for each.
 */
import { type HalfSpace, listKept } from '../../contract/look/clip.ts'
import { chooseColormap, colormapSize, sampleColormap } from '../../contract/look/colormaps.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { toLinear } from '../../contract/look/linear-light.ts'
import { solidColors } from '../../contract/look/solid-colors.ts'
import { innerTint } from '../../contract/look/studio.ts'
import { dot, subtract } from '../../contract/look/vectors.ts'
import type { PreparedMesh } from '../prepared/prepared.ts'
import { type Camera, createCamera, type Frame, type PlacedContent } from './camera.ts'
import { createLighting, type SurfaceSpot } from './light-surface.ts'
import { Raster, rasterize, type Shape } from './rasterize.ts'
import { toParts, toSrgb } from './srgb.ts'

/** Surfaces that are seen through each other. */
const mostLayers = 4

/** A mesh in the camera's directions. */
export interface SeenMesh extends Shape {
  /** Vertices from the eye on. */
  readonly places: Float32Array
  readonly normals: Float32Array
}

/** A place of a triangle: its vertices with their weights. */
export type Corners = Record<'a' | 'b' | 'c' | 'wa' | 'wb' | 'wc', number>

/** Returns sRGB with opacity, multiplied by it, of (size / factor)² pixels. */
export function drawMesh(mesh: PreparedMesh & PlacedContent, display: Display, frame: Frame): Float32Array {
  const { size, factor } = frame
  const camera = createCamera(mesh, display, frame)
  const seen = toSeen(mesh, camera, listKept(display, mesh.bounds))
  const shine = createShine(seen, createPaint(mesh, display), { display, camera })
  const spot = { red: 0, green: 0, blue: 0 }
  const edge = size / factor
  const pixels = new Float32Array(edge * edge * 4)
  let raster: Raster | null = null
  for (let layer = 0; layer < (display.meshOpacity < 1 ? mostLayers : 1); layer++) {
    raster = new Raster(size, raster)
    rasterize(seen, raster)
    const part = (display.meshOpacity * (1 - display.meshOpacity) ** layer) / factor ** 2
    for (let i = 0; i < edge * edge; i++) {
      const first = factor * (Math.floor(i / edge) * size + (i % edge))
      let lit = -1 // the triangle that the spot is of: those of a pixel's samples are often one
      for (let row = first; row < first + factor * size; row += size) {
        for (let p = row; p < row + factor; p++) {
          const triangle = raster.triangle[p] ?? -1
          if (triangle < 0) continue
          if (triangle !== lit) {
            const { red, green, blue } = shine(
              triangle,
              raster.weights[2 * p] ?? 0,
              raster.weights[2 * p + 1] ?? 0,
            )
            spot.red = toSrgb(red)
            spot.green = toSrgb(green)
            spot.blue = toSrgb(blue)
          }
          lit = triangle
          pixels[4 * i] = (pixels[4 * i] ?? 0) + spot.red * part
          pixels[4 * i + 1] = (pixels[4 * i + 1] ?? 0) + spot.green * part
          pixels[4 * i + 2] = (pixels[4 * i + 2] ?? 0) + spot.blue * part
          pixels[4 * i + 3] = (pixels[4 * i + 3] ?? 0) + part
        }
      }
    }
  }
  return pixels
}

/** The way in which a mesh is seen. */
interface MeshView {
  readonly display: Pick<Display, 'shading' | 'roughness'>
  readonly camera: Camera
}

/** Returns the function from a place of a triangle to its linear colour in the light, always one object. */
export function createShine(
  seen: SeenMesh,
  paint: MeshPaint,
  { display, camera }: MeshView,
): (triangle: number, second: number, third: number) => SurfaceSpot {
  const spot: SurfaceSpot = { nx: 0, ny: 0, nz: 0, ex: 0, ey: 0, ez: 0, red: 0, green: 0, blue: 0 }
  const shade = createShading(seen, display, paint)
  const isUnlit = display.shading === 'none'
  const light = createLighting(turn(camera, camera.sky), display.roughness)
  return (triangle, second, third) => {
    shade(triangle, second, third, spot)
    if (!isUnlit) light(spot)
    return spot
  }
}

function turn({ right, up, back }: Camera, vector: Vector3): Vector3 {
  return [dot(vector, right), dot(vector, up), dot(vector, back)]
}

/** Returns a mesh in the camera's directions, without what half-spaces of its coordinates do not keep. */
export function toSeen(mesh: PreparedMesh, camera: Camera, kept: readonly HalfSpace[]): SeenMesh {
  const { positions, indices, centre } = mesh
  const from = turn(camera, subtract(centre, camera.eye))
  const places = turnAll(positions, camera, from)
  const screen = new Float32Array(places.length)
  for (let i = 0; i < places.length; i += 3) {
    const near = -1 / (places[i + 2] ?? 0)
    const pixels = camera.unitPixels * near
    screen[i] = camera.middle + (places[i] ?? 0) * pixels
    screen[i + 1] = camera.middle - (places[i + 1] ?? 0) * pixels
    screen[i + 2] = Math.max(near, 0)
  }
  const heights = kept.map(({ normal: [x, y, z], constant }) => {
    const own = constant + dot([x, y, z], centre)
    return Float32Array.from({ length: positions.length / 3 }, (_, i) => {
      const [px = 0, py = 0, pz = 0] = positions.subarray(3 * i, 3 * i + 3)
      return own + x * px + y * py + z * pz
    })
  })
  return { indices, places, screen, heights, normals: turnAll(mesh.normals, camera, [0, 0, 0]) }
}

/** Returns vectors in the camera's directions, each moved by one of these. */
function turnAll(vectors: Float32Array, { right, up, back }: Camera, [fx, fy, fz]: Vector3): Float32Array {
  const turned = new Float32Array(vectors.length)
  for (let i = 0; i < vectors.length; i += 3) {
    const x = vectors[i] ?? 0
    const y = vectors[i + 1] ?? 0
    const z = vectors[i + 2] ?? 0
    turned[i] = fx + x * right[0] + y * right[1] + z * right[2]
    turned[i + 1] = fy + x * up[0] + y * up[1] + z * up[2]
    turned[i + 2] = fz + x * back[0] + y * back[1] + z * back[2]
  }
  return turned
}

/** Gives a spot the linear colour of its matter. */
export type MeshPaint = (at: Corners, spot: SurfaceSpot) => void

/** Returns the function that makes a spot of a pixel, with the colour of its matter. */
function createShading(
  { indices, places, normals }: SeenMesh,
  { shading }: Pick<Display, 'shading'>,
  paint: MeshPaint,
): (triangle: number, second: number, third: number, spot: SurfaceSpot) => void {
  const at: Corners = { a: 0, b: 0, c: 0, wa: 0, wb: 0, wc: 0 }
  return (t, second, third, spot) => {
    const a = indices[t] ?? 0
    const b = indices[t + 1] ?? 0
    const c = indices[t + 2] ?? 0
    at.a = a
    at.b = b
    at.c = c
    at.wb = second
    at.wc = third
    at.wa = 1 - at.wb - at.wc
    const x = mix(places, at, 0)
    const y = mix(places, at, 1)
    const z = mix(places, at, 2)
    const far = -1 / (Math.sqrt(x * x + y * y + z * z) || 1)
    spot.ex = x * far
    spot.ey = y * far
    spot.ez = z * far
    const ax = places[3 * a] ?? 0
    const ay = places[3 * a + 1] ?? 0
    const az = places[3 * a + 2] ?? 0
    const ux = (places[3 * b] ?? 0) - ax
    const uy = (places[3 * b + 1] ?? 0) - ay
    const uz = (places[3 * b + 2] ?? 0) - az
    const vx = (places[3 * c] ?? 0) - ax
    const vy = (places[3 * c + 1] ?? 0) - ay
    const vz = (places[3 * c + 2] ?? 0) - az
    const faceX = uy * vz - uz * vy
    const faceY = uz * vx - ux * vz
    const faceZ = ux * vy - uy * vx
    const side = faceX * spot.ex + faceY * spot.ey + faceZ * spot.ez < 0 ? -1 : 1
    const sx = mix(normals, at, 0)
    const sy = mix(normals, at, 1)
    const sz = mix(normals, at, 2)
    // Normals point outward, whatever the winding: a face that shows the eye its other side is an inner one.
    const isOuter = (sx * faceX + sy * faceY + sz * faceZ) * side >= 0
    const [nx, ny, nz] = shading === 'flat' ? [faceX, faceY, faceZ] : [sx, sy, sz]
    const turned = shading === 'flat' ? side : isOuter ? 1 : -1
    const length = turned / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
    spot.nx = nx * length
    spot.ny = ny * length
    spot.nz = nz * length
    paint(at, spot)
    if (!isOuter && shading !== 'none') {
      spot.red *= innerTint[0]
      spot.green *= innerTint[1]
      spot.blue *= innerTint[2]
    }
  }
}

/** Returns the function that gives a spot its colour: the mesh's own, that of its scalars, or one for all. */
export function createPaint({ result, colors, scalars, range }: PreparedMesh, display: Display): MeshPaint {
  const { colorBy, solidColor, colormap, isInverted, window } = display
  if (colorBy === 'own' && colors)
    return createColoring(Float32Array.from(colors, (byte) => linearBytes[byte] ?? 0))
  if (colorBy !== 'plain' && scalars) {
    const map = sampleColormap(chooseColormap(colormap, result), isInverted)
    const linear = Float32Array.from(map, (byte) => linearBytes[byte] ?? 0)
    const [low, high] = window ?? range ?? [0, 1]
    return ({ a, b, c, wa, wb, wc }: Corners, spot: SurfaceSpot): void => {
      const value = (scalars[a] ?? 0) * wa + (scalars[b] ?? 0) * wb + (scalars[c] ?? 0) * wc
      const part = Math.max(0, Math.min(1, (value - low) / Math.max(high - low, 1e-30)))
      const entry = 4 * Math.round(part * (colormapSize - 1))
      spot.red = linear[entry] ?? 0
      spot.green = linear[entry + 1] ?? 0
      spot.blue = linear[entry + 2] ?? 0
    }
  }
  const [red, green, blue] = toParts(solidColors[solidColor])
  const plain = [toLinear(red), toLinear(green), toLinear(blue)] as const
  return (_: Corners, spot: SurfaceSpot): void => {
    spot.red = plain[0]
    spot.green = plain[1]
    spot.blue = plain[2]
  }
}

const linearBytes = Float64Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255))

function createColoring(colors: Float32Array) {
  return (at: Corners, spot: SurfaceSpot): void => {
    spot.red = mix(colors, at, 0)
    spot.green = mix(colors, at, 1)
    spot.blue = mix(colors, at, 2)
  }
}

function mix(array: Float32Array, { a, b, c, wa, wb, wc }: Corners, axis: 0 | 1 | 2): number {
  return (array[3 * a + axis] ?? 0) * wa + (array[3 * b + axis] ?? 0) * wb + (array[3 * c + axis] ?? 0) * wc
}
