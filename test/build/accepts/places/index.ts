import type { Box, Closed, Color, Direction, Mesh, Plane, Point, Polyline, Pose, Volume } from 'specimen-host/plugin'

type Seed = Point
const origin = [0, 0, 0] as const

/**
 * @param scan - A volume. @default {"specimen": "head"}
 * @param at - A point. @unit mm @on surface @within scan @step 0.5
 * @param seeds - Many points. @unit mm @on grid
 */
export function places(
  scan: Volume,
  at: Seed = origin,
  towards: Direction = [0, 0, 2],
  cut: Plane = { point: [0, 0, 0], normal: [0, 0, 1] },
  region: Readonly<Box> = { min: [0, 0, 0], max: [1, 1, 1] },
  path: Polyline = [[0, 0, 0], [1, 0, 0]],
  ring?: Polyline & Closed,
  pose: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
  color: Color = '#cc3333',
  seeds: readonly Point[] = [],
  maybe: Point | null = null,
  inside: { /** @within bounds */ a: Point; b?: Color } = { a: [1, 2, 3] },
  pair: [Point, Direction] = [[0, 0, 0], [1, 0, 0]],
  part: Pick<Plane, 'normal'> = { normal: [0, 1, 0] },
): Mesh {
  const numbers = [at, towards, cut.normal, region.min, path[0], ring?.[0], pose.position, maybe, inside.a, pair[0]]
  const all = [...numbers, ...seeds, part.normal].flatMap((place) => [...(place ?? [])])
  return { vertices: new Float32Array([...all, scan.shape[0], color.length]), indices: new Uint32Array() }
}
