/**
 * The relief of an island: fractal noise over an irregular net of triangles, the same for the same seed
 * everywhere.
 */
import Delaunator from 'delaunator'
import { createNoise2D } from 'simplex-noise'
import { createRandom } from '../shared/random.ts'

/** What the ground is made of. */
interface Ground {
  readonly noise: (x: number, y: number) => number
  readonly roughness: number
  readonly ridges: number
}

/** What an island is made of; see its parameters. */
export interface Relief {
  readonly seed: number
  readonly points: number
  readonly height: number
  readonly roughness: number
  readonly ridges: number
  readonly sea: number
}

/** A net of triangles: x to the east, y to the north, z up, in km. */
export interface Net {
  readonly vertices: Float32Array
  readonly indices: Uint32Array
}

/** Returns the net of an island; the sea, which is flat, is at 0. */
export function makeRelief({ seed, points, height, roughness, ridges, sea }: Relief): Net {
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
  return { vertices, indices }
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
function toGround({ noise, roughness, ridges }: Ground, x: number, z: number): number {
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
