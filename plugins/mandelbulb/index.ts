/**
 * The slow one: a fractal that takes from under a second to minutes, by one slider, and says how far it is.
 */
import { setImmediate } from 'node:timers/promises'
import type { Integer, Mesh, ProgressReporter, Range } from 'specimen-host/plugin'
import { extractIsosurface } from '../shared/isosurface.ts'
import { createDistance } from './distance.ts'

/**
 * The Mandelbulb, a three-dimensional relative of the Mandelbrot set, as a closed mesh. The time grows with
 * the cube of the resolution, from under a second to minutes: start it as a job, watch its progress, cancel
 * it. The unit is the set's own.
 *
 * @displayName Mandelbulb
 * @tags mathematics, fractal, slow, mesh
 * @thumbnail mandelbulb.png
 * @view camera=0.5,-1,0.45 solid=sand roughness=0.7
 * @story There is no perfect three-dimensional Mandelbrot set, because there is no way to multiply triples
 * that keeps all the rules. Daniel White and Paul Nylander multiplied the angles instead, raised to the
 * eighth power, and in 2009 this came out.
 * @story Every bud carries buds. Raise the resolution to see the next generation of them; the iterations
 * decide how many generations there are to see.
 * @preset Classic {"power":8}
 * @preset Power 3 {"power":3}
 * @preset Power 16 {"power":16}
 * @preset Smooth {"iterations":2}
 * @param power - The power of z; 8 is the classic.
 * @param resolution - Samples along each edge. Doubling it takes eight times as long.
 * @preview 40
 * @param iterations - How often the rule is applied: more of them, finer buds.
 */
export async function mandelbulb(
  power: Integer & Range<3, 16> = 8,
  resolution: Integer & Range<32, 384> = 96,
  iterations: Integer & Range<2, 16> = 5,
  progress?: ProgressReporter,
): Promise<Mesh> {
  const reach = power < 5 ? 1.45 : 1.2 // half the edge of a cube that holds the bulb: the low powers spread
  const spacing = (2 * reach) / (resolution - 1)
  const data = new Float32Array(resolution ** 3)
  const toDistance = createDistance(power, iterations)
  let i = 0
  for (let layer = 0; layer < resolution; layer++) {
    const z = -reach + layer * spacing
    for (let row = 0; row < resolution; row++) {
      const y = -reach + row * spacing
      for (let column = 0; column < resolution; column++) {
        data[i++] = -toDistance(-reach + column * spacing, y, z)
      }
    }
    if ((layer + 1) % Math.ceil(resolution / 50) === 0) {
      const fraction = (layer + 1) / resolution
      progress?.report(`distance field: ${Math.round(100 * fraction)} %`, fraction)
      await setImmediate() // lets the report out, and a cancel in
    }
  }
  progress?.report('extracting the surface')
  const edge = [-reach, -reach, -reach] as const
  // A shell half a sample away from the set: the set itself is too thin in places for any grid.
  return extractIsosurface(
    { shape: [resolution, resolution, resolution], data, spacing: [spacing, spacing, spacing], origin: edge },
    -0.5 * spacing,
  )
}
