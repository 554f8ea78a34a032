/** The steady temperature of a plate that is heated at one place, by its double Fourier series. */
import type { Mesh, Point, Range } from 'specimen-host/plugin'

/** Edges of the plate in mm, along x and y; its middle is at 0, 0, 0. */
const [length, width] = [200, 120]
/** Squares of the net along x and y. */
const [across, along] = [160, 96]
/** Terms of the series along x and y: the finest wave is a third as wide as the smallest source. */
const [columns, rows] = [160, 96]
/** Heat conduction in W/(m·K) at room temperature. */
const conductivity = { copper: 401, aluminium: 237, steel: 50, glass: 1 } as const

/**
 * The steady temperature of a plate with edges at 20 °C and a heater on it. In millimetres, its middle at 0.
 *
 * @displayName Heated plate
 * @tags physics, heat, simulation, mesh
 * @axes mm
 * @value temperature, °C
 * @view camera=0.3,-0.8,1.1 colormap=inferno shading=none
 * @story Take the dot and pull it over the plate. In the middle the heat has the longest way out, and the
 * plate is hottest; close to an edge the same heater warms it by a few degrees.
 * @story Joseph Fourier found the series that is summed here for just this question, how heat spreads in a
 * plate. The Academy gave him its prize in 1812, and did not print it: Lagrange did not believe such sums.
 * @preset Near a corner {"heater":[75,40,0]}
 * @preset Glass {"material":"glass","power":2}
 * @preset A candle below copper {"material":"copper","power":80,"size":6}
 * @param heater - Its middle, on the plate.
 * @unit mm
 * @on surface
 * @param power - Of the heater.
 * @unit W
 * @param size - Standard deviation of the spot that it heats.
 * @unit mm
 * @param thickness - Of the plate.
 * @unit mm
 * @param material - What the plate is made of.
 */
export function heatedPlate(
  heater: Point = [-30, 15, 0],
  power: Range<0, 100, 1> = 40,
  size: Range<4, 20, 1> = 8,
  thickness: Range<0.5, 10, 0.1> = 2,
  material: keyof typeof conductivity = 'aluminium',
): Mesh {
  const x0 = Math.min(length, Math.max(0, heater[0] + length / 2))
  const y0 = Math.min(width, Math.max(0, heater[1] + width / 2))
  const isMoved = x0 !== heater[0] + length / 2 || y0 !== heater[1] + width / 2
  // In kelvin: lengths cancel but for that of the thickness, which is in metres for the conductivity.
  const strength = (4 * power) / (conductivity[material] * (thickness / 1000) * length * width)
  const waves = sumAlong(y0, size)
  const vertices = new Float32Array(3 * (across + 1) * (along + 1))
  const scalars = new Float32Array((across + 1) * (along + 1))
  for (let column = 0; column <= across; column++) {
    const x = (length * column) / across
    const shares = toShares(x, x0, { size, edge: length, count: columns })
    for (let row = 0; row <= along; row++) {
      let warmth = 0
      for (let m = 0; m < columns; m++) warmth += (shares[m] ?? 0) * (waves[row]?.[m] ?? 0)
      const vertex = column * (along + 1) + row
      vertices.set([x - length / 2, (width * row) / along - width / 2, 0], 3 * vertex)
      scalars[vertex] = 20 + Math.max(0, strength * warmth) // no cold by the rounding of the sum
    }
  }
  const notes = isMoved
    ? ['The heater was beside the plate, and was moved to its edge, which stays at 20 °C.']
    : []
  return { vertices, indices: createNet(), scalars, notes }
}

/** The waves along an edge of the plate, for a source of a size. */
interface Waves {
  readonly size: number
  readonly edge: number
  readonly count: number
}

/** Returns what each wave has of a source at `from`, at a place. */
function toShares(place: number, from: number, { size, edge, count }: Waves): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => {
    const wave = ((i + 1) * Math.PI) / edge
    return Math.sin(wave * place) * Math.sin(wave * from) * Math.exp(-((wave * size) ** 2) / 2)
  })
}

/** Returns for each row of the net, and each wave along x, the sum of all waves along y. */
function sumAlong(y0: number, size: number): readonly Float64Array[] {
  const ys = Array.from({ length: along + 1 }, (_, row) => (width * row) / along)
  return ys.map((y) => {
    const parts = toShares(y, y0, { size, edge: width, count: rows })
    return Float64Array.from({ length: columns }, (_, m) => {
      const wave = ((m + 1) * Math.PI) / length
      return parts.reduce((sum, part, n) => sum + part / (wave ** 2 + (((n + 1) * Math.PI) / width) ** 2), 0)
    })
  })
}

/** Returns two triangles for each square of the net, seen from above. */
function createNet(): Uint32Array {
  const indices = new Uint32Array(6 * across * along)
  for (let column = 0, i = 0; column < across; column++)
    for (let row = 0; row < along; row++, i += 6) {
      const a = column * (along + 1) + row
      const b = a + along + 1
      indices.set([a, b, b + 1, a, b + 1, a + 1], i)
    }
  return indices
}
