/**
 * Triply periodic minimal surfaces: soap films that repeat in three directions and part space into two
 * labyrinths. The bare surface for looking, and a wall of even thickness for printing. One unit is one cell.
 */
import type { Integer, Mesh, Range } from 'specimen-host/plugin'
import { extractIsosurface, type Grid } from '../shared/isosurface.ts'
import { measureCurvature, paintCurvature } from './curvature.ts'
import { type Surface, sampleField, toLookAround, waveNumbers } from './fields.ts'

/**
 * A soap film that repeats in three directions: a block of cells of a triply periodic minimal surface, as a
 * bare surface with open borders, coloured from flat (dark) to strongly curved (bright). The unit is one
 * cell. Marching cubes on the nodal approximation of von Schnering and Nesper (1991).
 *
 * @displayName Minimal surface
 * @tags mathematics, geometry, minimal surface, mesh
 * @thumbnail minimal-surface.png
 * @view camera=0.6,-1,0.5 colormap=viridis
 * @legend flat … strongly curved
 * @story Every point of this surface is a saddle: it curves up in one direction exactly as much as it curves
 * down in the other, as a soap film does. Alan Schoen found the gyroid in 1970 while looking for light and
 * stiff structures for spacecraft.
 * @story The two labyrinths it parts never touch. Butterfly wings get their green from gyroids of chitin, and
 * block copolymers build them by themselves. Move "level" away from zero and
 * [one labyrinth](?level=0.8&~camera=0,0,0,3,-4.2,3) grows at the cost of the other.
 * @preset Gyroid {}
 * @preset Schwarz P {"surface":"schwarz-p"}
 * @preset Schwarz D {"surface":"diamond"}
 * @preset Neovius' surface {"surface":"neovius"}
 * @preset Schoen I-WP {"surface":"i-wp"}
 * @preset Islands {"surface":"schwarz-p","cells":3,"level":0.9}
 * @param surface - Which surface: Schoen's gyroid and I-WP, Schwarz' P and diamond (D), or Neovius' surface.
 * @param cells - Cells along each edge of the block.
 * @param resolution - Samples along one cell.
 * @preview 16
 * @param level - Value of the field on the surface. Zero is the minimal surface itself.
 */
export function minimalSurface(
  surface: Surface = 'gyroid',
  cells: Integer & Range<1, 4> = 2,
  resolution: Integer & Range<8, 48> = 32,
  level: Range<-0.9, 0.9, 0.05> = 0,
): Mesh {
  const mesh = extractIsosurface(sampleField(surface, { cells, resolution, border: 0 }), level)
  return { ...mesh, colors: paintCurvature(measureCurvature(toLookAround(surface), mesh.vertices)) }
}

/**
 * A triply periodic minimal surface as a printable body: a closed wall of even thickness, cut to a cube or a
 * ball. The unit is one cell. The distance d to the surface follows from the field f across it, a sine: tan
 * kd = k |f| / |∇f|.
 *
 * @displayName Minimal surface, solid
 * @tags mathematics, geometry, minimal surface, 3D printing, mesh
 * @thumbnail minimal-solid.png
 * @view solid=sage roughness=0.4
 * @story Thicken a minimal surface and it becomes one of the stiffest light materials that can be made: no
 * edges where stress gathers, and both labyrinths open to flow. Heat exchangers and bone implants are printed
 * this way.
 * @preset Gyroid ball {}
 * @preset Gyroid cube {"outline":"cube"}
 * @preset Schwarz P ball {"surface":"schwarz-p","wall":0.2}
 * @preset Diamond cube {"surface":"diamond","outline":"cube","cells":2}
 * @param surface - Which surface: Schoen's gyroid and I-WP, Schwarz' P and diamond (D), or Neovius' surface.
 * @param cells - Cells along the edge of the cube, or along the diameter of the ball.
 * @param resolution - Samples along one cell.
 * @preview 16
 * @param wall - Thickness of the wall, in cells.
 * @param outline - What the wall is cut to.
 */
export function minimalSolid(
  surface: Surface = 'gyroid',
  cells: Integer & Range<1, 4> = 3,
  resolution: Integer & Range<16, 40> = 28,
  wall: Range<0.06, 0.24, 0.01> = 0.14,
  outline: 'ball' | 'cube' = 'ball',
): Mesh {
  const grid = sampleField(surface, { cells, resolution, border: 2 })
  const shape = { wave: waveNumbers[surface], halfWall: wall / 2, radius: cells / 2, outline }
  return extractIsosurface({ ...grid, data: toWall(grid, shape) }, 0)
}

/** A wall, in cells. */
interface Wall {
  /** Wave number of the field across the surface. */
  readonly wave: number
  readonly halfWall: number
  /** Of the ball, or half the edge of the cube. */
  readonly radius: number
  readonly outline: 'ball' | 'cube'
}

/**
 * Returns how deep each sample lies inside the wall (negative: outside), cut to the outline around the
 * origin.
 */
function toWall(
  { shape: [count], data, spacing, origin }: Grid,
  { wave, halfWall, radius, outline }: Wall,
): Float32Array {
  const depth = new Float32Array(data.length)
  const at = (i: number): number => data[i] ?? 0
  const steps = [1, count, count * count]
  const inner = count - 1
  for (let i = 0; i < depth.length; i++) {
    const [x, y, z] = [i % count, Math.floor(i / count) % count, Math.floor(i / (count * count))]
    const [px, py, pz] = [origin[2] + x * spacing[2], origin[1] + y * spacing[1], origin[0] + z * spacing[0]]
    const outside =
      outline === 'ball' ? Math.hypot(px, py, pz) : Math.max(Math.abs(px), Math.abs(py), Math.abs(pz))
    let slope = 0
    for (const [axis, position] of [x, y, z].entries()) {
      const step = steps[axis] ?? 1
      const [low, high] = [position > 0 ? i - step : i, position < inner ? i + step : i]
      slope += ((at(high) - at(low)) / ((high - low) / step)) ** 2
    }
    const distance = Math.atan2(wave * Math.abs(at(i)), Math.sqrt(slope) / spacing[2]) / wave
    depth[i] = roundOff(halfWall - distance, radius - outside, 2 * spacing[2])
  }
  return depth
}

/**
 * Returns the smaller of two depths, rounded off over `width` where they meet: a grid has no room for sharp
 * edges.
 */
function roundOff(a: number, b: number, width: number): number {
  const overlap = Math.max(width - Math.abs(a - b), 0) / width
  return Math.min(a, b) - (overlap * overlap * width) / 4
}
