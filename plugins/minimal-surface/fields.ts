/**
 * Level-set forms of triply periodic minimal surfaces: trigonometric fields whose zero set lies close to the
 * surface (von Schnering and Nesper, "Nodal surfaces of Fourier series", Z. Phys. B 83, 1991). One period is
 * one cell.
 */
import type { Grid } from '../shared/isosurface.ts'
import { type Around, step } from './curvature.ts'

/** Names of the surfaces. */
export type Surface = 'gyroid' | 'schwarz-p' | 'diamond' | 'neovius' | 'i-wp'

/**
 * How fast each field swings across its surface, in radians a cell: on a minimal surface it changes like sin
 * kd with the distance d, where k² is the field's own eigenvalue of the Laplacian (for the last two, which
 * mix two, in between).
 */
export const waveNumbers: { readonly [name in Surface]: number } = {
  gyroid: 2 * Math.PI * Math.sqrt(2),
  'schwarz-p': 2 * Math.PI,
  diamond: 2 * Math.PI * Math.sqrt(3),
  neovius: 2 * Math.PI * Math.sqrt(2),
  'i-wp': 2 * Math.PI * Math.sqrt(2.5),
}

/**
 * A field as a function of the sines and cosines of x, y and z: numbers, for it is called for each sample.
 */
type Field = (sx: number, sy: number, sz: number, cx: number, cy: number, cz: number) => number

const fields: { readonly [name in Surface]: Field } = {
  gyroid: (sx, sy, sz, cx, cy, cz) => sx * cy + sy * cz + sz * cx,
  'schwarz-p': (_sx, _sy, _sz, cx, cy, cz) => cx + cy + cz,
  diamond: (sx, sy, sz, cx, cy, cz) => sx * sy * sz + sx * cy * cz + cx * sy * cz + cx * cy * sz,
  neovius: (_sx, _sy, _sz, cx, cy, cz) => (3 * (cx + cy + cz) + 4 * cx * cy * cz) / 4,
  'i-wp': (_sx, _sy, _sz, cx, cy, cz) => {
    const doubled = 2 * (cx * cx + cy * cy + cz * cz) - 3 // cos 2x + cos 2y + cos 2z
    return (2 * (cx * cy + cy * cz + cz * cx) - doubled) / 2
  },
}

/**
 * Returns what gives a field's values around a place, until it is asked for the next place. The unit is one
 * cell. Sines one step away come from the addition formulas: all 19 values that a curvature needs take six
 * sines and cosines.
 */
export function toLookAround(surface: Surface): (x: number, y: number, z: number) => Around {
  const field = fields[surface]
  const [sinStep, cosStep] = [Math.sin(2 * Math.PI * step), Math.cos(2 * Math.PI * step)]
  const sin = new Float64Array(9) // one back, here and one further along x, then y, then z
  const cos = new Float64Array(9)
  const fill = (middle: number, place: number): void => {
    const [s, c] = [Math.sin(2 * Math.PI * place), Math.cos(2 * Math.PI * place)]
    for (let i = -1; i <= 1; i++) {
      sin[middle + i] = i === 0 ? s : s * cosStep + i * c * sinStep
      cos[middle + i] = i === 0 ? c : c * cosStep - i * s * sinStep
    }
  }
  const at: Around = (x, y, z) =>
    field(
      sin[1 + x] ?? 0,
      sin[4 + y] ?? 0,
      sin[7 + z] ?? 0,
      cos[1 + x] ?? 0,
      cos[4 + y] ?? 0,
      cos[7 + z] ?? 0,
    )
  return (x, y, z) => {
    fill(1, x)
    fill(4, y)
    fill(7, z)
    return at
  }
}

/** A cube around the origin on which a field is sampled. */
export interface Block {
  /** Cells along each edge. */
  readonly cells: number
  /** Samples along one cell. */
  readonly resolution: number
  /** Samples more on every side. */
  readonly border: number
}

/** Returns a field on a cube. The unit is one cell. */
export function sampleField(surface: Surface, { cells, resolution, border }: Block): Grid {
  const count = cells * resolution + 1 + 2 * border
  const spacing = 1 / resolution
  const origin = -cells / 2 - border * spacing
  const angles = Float64Array.from({ length: count }, (_, i) => 2 * Math.PI * (origin + i * spacing))
  const sin = angles.map(Math.sin)
  const cos = angles.map(Math.cos)
  const field = fields[surface]
  const data = new Float32Array(count ** 3)
  let i = 0
  for (let z = 0; z < count; z++) {
    for (let y = 0; y < count; y++) {
      for (let x = 0; x < count; x++) {
        data[i++] = field(sin[x] ?? 0, sin[y] ?? 0, sin[z] ?? 0, cos[x] ?? 0, cos[y] ?? 0, cos[z] ?? 0)
      }
    }
  }
  return {
    shape: [count, count, count],
    data,
    spacing: [spacing, spacing, spacing],
    origin: [origin, origin, origin],
  }
}
