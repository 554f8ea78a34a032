/** Chaotic flows dx/dt = f(x), each with the constants of its usual picture, and how to follow them. */

/** Names of the attractors. */
export type AttractorName = 'lorenz' | 'aizawa' | 'thomas' | 'halvorsen' | 'dadras' | 'roessler'

type Vector = readonly [x: number, y: number, z: number]

/** A flow and where its picture begins. */
export interface Flow {
  /** Returns the velocity at a point. */
  readonly toVelocity: (x: number, y: number, z: number) => Vector
  readonly start: Vector
  /** Time between two points of the cloud: small where the flow is fast. */
  readonly step: number
}

/** The flows by name. */
export const flows: { readonly [name in AttractorName]: Flow } = {
  // E. Lorenz, "Deterministic nonperiodic flow", 1963
  lorenz: {
    toVelocity: (x, y, z) => [10 * (y - x), x * (28 - z) - y, x * y - (8 / 3) * z],
    start: [1, 1, 20],
    step: 0.006,
  },
  // after Y. Aizawa, 1982
  aizawa: {
    toVelocity: (x, y, z) => [
      (z - 0.7) * x - 3.5 * y,
      3.5 * x + (z - 0.7) * y,
      0.6 + 0.95 * z - z ** 3 / 3 - (x * x + y * y) * (1 + 0.25 * z) + 0.1 * z * x ** 3,
    ],
    start: [0.1, 0, 0],
    step: 0.012,
  },
  // R. Thomas, "Deterministic chaos seen in terms of feedback circuits", 1999
  thomas: {
    toVelocity: (x, y, z) => [Math.sin(y) - 0.19 * x, Math.sin(z) - 0.19 * y, Math.sin(x) - 0.19 * z],
    start: [0.1, 1.1, -0.1],
    step: 0.06,
  },
  // A. Halvorsen's cyclically symmetric attractor; J. Sprott, "Chaos and Time-Series Analysis", 2003
  halvorsen: {
    toVelocity: (x, y, z) => [
      -1.4 * x - 4 * y - 4 * z - y * y,
      -1.4 * y - 4 * z - 4 * x - z * z,
      -1.4 * z - 4 * x - 4 * y - x * x,
    ],
    start: [-5, 0, 0],
    step: 0.006,
  },
  // S. Dadras and H. Momeni, 2009
  dadras: {
    toVelocity: (x, y, z) => [y - 3 * x + 2.7 * y * z, 1.7 * y - x * z + z, 2 * x * y - 9 * z],
    start: [1, 1, 0],
    step: 0.008,
  },
  // O. Rössler, "An equation for continuous chaos", 1976
  roessler: {
    toVelocity: (x, y, z) => [-y - z, x + 0.2 * y, 0.2 + z * (x - 5.7)],
    start: [1, 1, 0],
    step: 0.02,
  },
}

/** Returns where a point is after `step`, by one step of the classic fourth-order Runge–Kutta method. */
export function follow({ toVelocity }: Flow, [x, y, z]: Vector, step: number): Vector {
  const a = toVelocity(x, y, z)
  const b = toVelocity(x + (step / 2) * a[0], y + (step / 2) * a[1], z + (step / 2) * a[2])
  const c = toVelocity(x + (step / 2) * b[0], y + (step / 2) * b[1], z + (step / 2) * b[2])
  const d = toVelocity(x + step * c[0], y + step * c[1], z + step * c[2])
  return [
    x + (step / 6) * (a[0] + 2 * b[0] + 2 * c[0] + d[0]),
    y + (step / 6) * (a[1] + 2 * b[1] + 2 * c[1] + d[1]),
    z + (step / 6) * (a[2] + 2 * b[2] + 2 * c[2] + d[2]),
  ]
}
