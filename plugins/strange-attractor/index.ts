/** Paths that never end and never repeat: one point followed through a chaotic flow, as a cloud. */
import type { Integer, PointCloud, Range } from 'specimen-host/plugin'
import { type ColormapName, createColorTable, toColorOffset } from '../shared/colormap.ts'
import { fitPoints } from '../shared/fit-points.ts'
import { type AttractorName, flows, follow } from './flows.ts'

/** Steps left out at the beginning, while the path still finds its attractor. */
const transient = 2000

/**
 * A strange attractor: where a chaotic flow settles, as a cloud of points along one path. Coloured by speed;
 * the scalars are the speeds themselves, in units of the flow. Fourth-order Runge–Kutta; the cloud fits a
 * cube of edge 2.
 *
 * @displayName Strange attractor
 * @tags mathematics, chaos, dynamics, point cloud
 * @thumbnail strange-attractor.png
 * @view camera=0.5,-1,0.4 points=0.7
 * @legend slow … fast
 * @story In 1961 Edward Lorenz restarted a weather model from a printout, with 0.506 in place of 0.506127.
 * Two months of weather later nothing was the same. His three equations draw two wings, and nobody can tell
 * on which one the point will be.
 * @preset Lorenz' butterfly {"attractor":"lorenz"}
 * @preset Aizawa {"attractor":"aizawa"}
 * @preset Thomas {"attractor":"thomas","colors":"viridis"}
 * @preset Halvorsen {"attractor":"halvorsen","colors":"ember"}
 * @preset Rössler {"attractor":"roessler","colors":"ice"}
 * @param attractor - Which flow.
 * @param points - Points along the path.
 * @preview 20000
 * @param pace - Time between points, as a multiple of the flow's own step: small for threads, large for dust.
 * @param colors - Colours from slow to fast.
 */
export function strangeAttractor(
  attractor: AttractorName = 'aizawa',
  points: Integer & Range<1000, 500_000> = 90_000,
  pace: Range<0.1, 2> = 1,
  colors: ColormapName = 'magma',
): PointCloud {
  const flow = flows[attractor]
  const step = flow.step * pace
  let place = flow.start
  for (let i = 0; i < transient; i++) place = follow(flow, place, flow.step)
  const cloud = new Float32Array(points * 3)
  const speeds = new Float32Array(points)
  for (let i = 0; i < points; i++) {
    place = follow(flow, place, step)
    cloud.set(place, 3 * i)
    speeds[i] = Math.hypot(...flow.toVelocity(...place))
  }
  fitPoints(cloud, 1)
  return { points: cloud, colors: paint(speeds, colors), scalars: speeds }
}

/**
 * Returns RGB by rank of speed, so that every colour is used equally often. The darkest eighth of the map is
 * left out.
 */
function paint(speeds: Float32Array, colors: ColormapName): Uint8Array {
  const table = createColorTable(colors)
  const order = Uint32Array.from(speeds.keys()).sort((a, b) => (speeds[a] ?? 0) - (speeds[b] ?? 0))
  const pixels = new Uint8Array(speeds.length * 3)
  for (const [rank, i] of order.entries()) {
    const offset = toColorOffset(0.15 + (0.85 * rank) / speeds.length)
    for (let channel = 0; channel < 3; channel++) pixels[3 * i + channel] = table[offset + channel] ?? 0
  }
  return pixels
}
