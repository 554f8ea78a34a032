/** A tube along a curve that is drawn by hand. */
import type { Integer, Mesh, Polyline, Range } from 'specimen-host/plugin'
import { carryFrames } from './frames.ts'
import { drawSpline } from './spline.ts'

/** The most rings of a tube, so that a curve of a thousand points stays light. */
const mostRings = 4096

/**
 * A round tube along a spline through points.
 *
 * @displayName Tube
 * @tags geometry, curve, sweep, mesh
 * @view camera=0.5,-1,0.6 solid=terracotta roughness=0.35
 * @story Each dot is a point of the curve. A click between two adds one, and Delete takes one away.
 * @story A round section that is carried along a curve may turn about it. How it turns least was found by
 * Richard Bishop in 1975: there is more than one way to frame a curve.
 * @preset Ring {"path":[[1,0,0.3],[0,1,-0.3],[-1,0,0.3],[0,-1,-0.3]],"closed":true}
 * @preset Straight {"path":[[-1,0,0],[1,0,0]],"radius":0.1}
 * @param path - The points that the curve goes through.
 * @param radius - Of the tube.
 * @param closed - Whether the last point leads to the first.
 * @param sides - Corners of the section.
 */
export function tube(
  path: Polyline = [
    [-1.6, -0.4, 0],
    [-0.9, 0.7, 0.5],
    [-0.1, -0.5, 0.9],
    [0.6, 0.5, 0.1],
    [1.2, -0.3, -0.4],
    [1.7, 0.5, 0.2],
  ],
  radius: Range<0.01, 1, 0.01> = 0.16,
  closed = false,
  sides: Integer & Range<3, 64> = 32,
): Mesh {
  const points = path.filter((point, i) => point.some((value, axis) => value !== path[i - 1]?.[axis]))
  if (points.length < 2) throw new Error('All points of the path are at one place: pull one of them away.')
  const steps = Math.max(2, Math.min(24, Math.floor(mostRings / points.length)))
  const line = drawSpline(points, steps, closed)
  const frames = carryFrames(line, closed)
  const rings = line.length
  const vertices = new Float32Array(3 * (rings * sides + (closed ? 0 : 2)))
  for (const [ring, place] of line.entries()) {
    const { across, up } = frames[ring] ?? { across: [1, 0, 0], up: [0, 1, 0] }
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides
      const [cos, sin] = [radius * Math.cos(angle), radius * Math.sin(angle)]
      const at = [0, 1, 2].map((k) => (place[k] ?? 0) + cos * (across[k] ?? 0) + sin * (up[k] ?? 0))
      vertices.set(at, 3 * (ring * sides + side))
    }
  }
  const indices: number[] = []
  for (let ring = 0; ring < rings - (closed ? 0 : 1); ring++)
    for (let side = 0; side < sides; side++) {
      const [here, next] = [ring * sides, ((ring + 1) % rings) * sides]
      const after = (side + 1) % sides
      indices.push(here + side, here + after, next + after, here + side, next + after, next + side)
    }
  if (!closed) {
    const [first, last] = [rings * sides, rings * sides + 1]
    vertices.set(line[0] ?? [], 3 * first)
    vertices.set(line.at(-1) ?? [], 3 * last)
    for (let side = 0; side < sides; side++) {
      const after = (side + 1) % sides
      indices.push(first, after, side, last, (rings - 1) * sides + side, (rings - 1) * sides + after)
    }
  }
  return { vertices, indices: Uint32Array.from(indices) }
}
