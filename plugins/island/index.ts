/**
 * An island that never was: fractal noise over an irregular net of triangles, the same for the same seed
 * everywhere.
 */
import Delaunator from 'delaunator'
import { createNoise2D } from 'simplex-noise'
import type { Integer, Mesh, Range } from 'specimen-host/plugin'
import { createRandom } from '../shared/random.ts'
import { toVertexNormals } from '../shared/vertex-normals.ts'
import { paintLand } from './paint-land.ts'

/** What the ground is made of. */
interface Relief {
  readonly noise: (x: number, y: number) => number
  readonly roughness: number
  readonly ridges: number
}

/**
 * A mountainous island in the sea. Heights are ridged multifractal noise (Musgrave 1994) on simplex noise;
 * the net is a Delaunay triangulation of evenly scattered points. One unit is a kilometre, z is up, the sea
 * is at 0.
 *
 * @displayName Island
 * @tags terrain, noise, procedural, mesh
 * @thumbnail island.png
 * @view camera=0.5,-1,0.7 roughness=0.9
 * @axes km
 * @story Noise of one scale makes hills like blankets. Add the same noise again and again, twice as fine and
 * half as high each time, fold it where it crosses zero, and ridges appear where there were none: no rule
 * says "mountain".
 * @preset Alpine {"seed":7,"height":3.2,"ridges":1,"roughness":0.5}
 * @preset Rolling hills {"height":0.7,"ridges":0,"roughness":0.3}
 * @preset Archipelago {"seed":3,"sea":0.62}
 * @preset Rough crater land {"seed":42,"ridges":0.3,"roughness":0.7,"sea":0.1}
 * @param seed - Another number, another island.
 * @param points - Points of the net. More of them show finer ridges.
 * @param height - Height of the tallest possible peak in kilometres.
 * @unit km
 * @param roughness - How much of its height each finer layer keeps.
 * @param ridges - From 0 (rolling hills) to 1 (sharp ridges).
 * @param sea - How much of the land the sea covers.
 */
export function island(
  seed: Integer & Range<0, 9999> = 11,
  points: Integer & Range<1000, 120_000> = 40_000,
  height: Range<0.2, 4> = 1.2,
  roughness: Range<0.2, 0.7> = 0.44,
  ridges: Range<0, 1> = 0.8,
  sea: Range<0, 0.9> = 0.3,
): Mesh {
  const random = createRandom(seed)
  const noise = createNoise2D(random)
  const plane = scatter(points, random)
  const vertices = new Float32Array((plane.length / 2) * 3)
  for (let i = 0; i < plane.length / 2; i++) {
    const [x, south] = [plane[2 * i] ?? 0, plane[2 * i + 1] ?? 0]
    const inland = Math.max(0, 1 - Math.hypot(x, south) / 5) ** 0.8
    const ground = toGround({ noise, roughness, ridges }, x, south) * inland
    // The sea floor is left out: water is flat.
    vertices.set([x, -south, Math.max(0, ((ground - sea * 0.5) / (1 - sea * 0.5)) * height)], 3 * i)
  }
  // Counter-clockwise from above: Delaunator has its second axis downwards, as the plane has south.
  const indices = Uint32Array.from(new Delaunator(plane).triangles)
  const normals = toVertexNormals(vertices, indices)
  return { vertices, indices, normals, colors: paintLand(vertices, normals) }
}

/** Returns points in a disc of radius 5 km: a sunflower spiral, each moved a little, so that no rows show. */
function scatter(count: number, random: () => number): Float64Array {
  const points = new Float64Array(2 * count)
  const reach = (5 * 0.9) / Math.sqrt(count)
  for (let i = 0; i < count; i++) {
    const radius = 5 * Math.sqrt((i + 0.5) / count)
    const angle = i * Math.PI * (3 - Math.sqrt(5))
    const isBorder = radius > 4.97
    points[2 * i] = radius * Math.cos(angle) + (isBorder ? 0 : (random() - 0.5) * reach)
    points[2 * i + 1] = radius * Math.sin(angle) + (isBorder ? 0 : (random() - 0.5) * reach)
  }
  return points
}

/**
 * Returns the height of the ground from about 0 to 1: eight layers of noise, each folded by `ridges` and
 * weighted by the last.
 */
function toGround({ noise, roughness, ridges }: Relief, x: number, z: number): number {
  const bend = 0.35 * noise(x * 0.35 + 40, z * 0.35 - 17)
  let [total, weights, amplitude, frequency, carried] = [0, 0, 1, 0.28, 1]
  for (let layer = 0; layer < 8; layer++) {
    const wave = noise((x + bend) * frequency + 13 * layer, (z - bend) * frequency - 7 * layer)
    const ridge = (1 - Math.abs(wave)) ** 2
    const signal = ridges * ridge + (1 - ridges) * (0.5 + 0.5 * wave)
    total += signal * amplitude * carried
    weights += amplitude
    carried = Math.min(1, signal * 1.6)
    amplitude *= roughness
    frequency *= 2.03
  }
  return (1.55 * total) / weights
}
