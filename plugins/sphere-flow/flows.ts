/**
 * Two flows past a sphere of radius 1 at rest, far away along +x at speed 1, both in closed form (G. K.
 * Batchelor, An Introduction to Fluid Dynamics, 1967, sections 4.9 and 6.8). With r from the middle, θ from
 * +x and ρ = r sin θ from the axis, Stokes' stream function is ψ = shape(r) ρ² / 2: it is constant along a
 * streamline, and 2πψ flows through the circle of radius ρ.
 */

/** `creeping` is Stokes' (viscosity alone, Re → 0), `ideal` has none at all. */
export type FlowName = 'creeping' | 'ideal'

/** x along the flow, and the distance from the axis. */
export type MeridianPoint = readonly [x: number, rho: number]

/** A flow with symmetry about the x axis. */
export interface Flow {
  /** 2ψ/ρ²: 1 far away, and what makes r = 1 a streamline. */
  shape(r: number): number
  /** Returns the velocity along x and away from the axis. */
  velocity(point: MeridianPoint): MeridianPoint
  /** Returns the pressure on the sphere above that far away, in the unit of `pressureUnit`. */
  pressure(theta: number): number
  readonly pressureUnit: string
}

/** The flows by their names. */
export const flows: { readonly [name in FlowName]: Flow } = {
  creeping: {
    shape: (r) => 1 - 1.5 / r + 0.5 / r ** 3,
    velocity: (point) => toVelocity(point, (r) => [1 - 1.5 / r + 0.5 / r ** 3, 1 - 0.75 / r - 0.25 / r ** 3]),
    pressure: (theta) => -1.5 * Math.cos(theta),
    pressureUnit: 'μU/a',
  },
  ideal: {
    shape: (r) => 1 - 1 / r ** 3,
    velocity: (point) => toVelocity(point, (r) => [1 - 1 / r ** 3, 1 + 0.5 / r ** 3]),
    pressure: (theta) => 1 - 2.25 * Math.sin(theta) ** 2,
    pressureUnit: 'ρU²/2',
  },
}

/** Returns u = radial(r) cos θ along r and −polar(r) sin θ along θ, in the axes of the meridian. */
function toVelocity(
  [x, rho]: MeridianPoint,
  factors: (r: number) => readonly [radial: number, polar: number],
): MeridianPoint {
  const r = Math.hypot(x, rho)
  const [cos, sin] = [x / r, rho / r]
  const [radial, polar] = factors(r)
  return [radial * cos * cos + polar * sin * sin, (radial - polar) * cos * sin]
}

/**
 * Returns the distance from the axis at which the streamline passes x that comes in at `far` from the axis.
 */
export function findStreamline({ shape }: Flow, far: number, x: number): number {
  // ψ grows with ρ outside of the sphere, so halving an interval finds it.
  let [low, high] = [Math.sqrt(Math.max(0, 1 - x * x)), far + 2]
  for (let i = 0; i < 52; i++) {
    const rho = (low + high) / 2
    if (shape(Math.hypot(x, rho)) * rho * rho < far * far) low = rho
    else high = rho
  }
  return (low + high) / 2
}
