/**
 * Real wave functions of hydrogen, in atomic units (lengths in Bohr radii a0): the radial function after D.
 * Griffiths, Introduction to Quantum Mechanics, eq. 4.89, times a real spherical harmonic without the
 * Condon–Shortley phase.
 */

/** Which orbital. 0 ≤ l < n and |m| ≤ l. A negative m stands for sin |m|φ, a positive one for cos mφ. */
export interface QuantumNumbers {
  readonly n: number
  readonly l: number
  readonly m: number
}

/** Returns the radial function R(r), normalised so that the integral of R² r² dr is 1. */
export function toRadial({ n, l }: QuantumNumbers, r: number): number {
  const rho = (2 * r) / n
  const norm = Math.sqrt(((2 / n) ** 3 * factorial(n - l - 1)) / (2 * n * factorial(n + l)))
  return norm * Math.exp(-rho / 2) * rho ** l * toLaguerre(n - l - 1, 2 * l + 1, rho)
}

/**
 * Returns the generalised Laguerre polynomial of degree k and parameter a at x, by its three-term recurrence.
 */
export function toLaguerre(k: number, a: number, x: number): number {
  let [previous, current] = [0, 1]
  for (let i = 1; i <= k; i++)
    [previous, current] = [current, ((2 * i - 1 + a - x) * current - (i - 1 + a) * previous) / i]
  return current
}

/**
 * Returns the associated Legendre function of degree l and order m ≥ 0 at x from -1 to 1, without the sign
 * (-1)^m.
 */
export function toLegendre(l: number, m: number, x: number): number {
  let current = 1
  for (let i = 1; i <= m; i++) current *= (2 * i - 1) * Math.sqrt(1 - x * x)
  let previous = 0
  for (let i = m + 1; i <= l; i++)
    [previous, current] = [current, ((2 * i - 1) * x * current - (i + m - 1) * previous) / (i - m)]
  return current
}

/** Returns the real spherical harmonic in the direction (x, y, z), normalised over the sphere. */
export function toHarmonic({ l, m }: QuantumNumbers, x: number, y: number, z: number): number {
  const order = Math.abs(m)
  const r = Math.hypot(x, y, z)
  const azimuth = Math.atan2(y, x)
  const norm = Math.sqrt((((2 * l + 1) / (4 * Math.PI)) * factorial(l - order)) / factorial(l + order))
  const polar = norm * toLegendre(l, order, r > 0 ? Math.min(Math.max(z / r, -1), 1) : 1)
  if (m === 0) return polar
  return Math.SQRT2 * polar * (m > 0 ? Math.cos(order * azimuth) : Math.sin(order * azimuth))
}

/** Returns the radius in a0 of the sphere that holds all but 0.3 % of the electron, to a twentieth of a0. */
export function toReach(numbers: QuantumNumbers): number {
  const step = 0.05
  let [r, held] = [0, 0]
  while (held < 0.997) {
    r += step
    held += (toRadial(numbers, r - step / 2) * (r - step / 2)) ** 2 * step
  }
  return r
}

function factorial(k: number): number {
  let product = 1
  for (let i = 2; i <= k; i++) product *= i
  return product
}
