/**
 * Numbers that carry their derivatives: forward-mode automatic differentiation in two variables u and v. A
 * surface that is written with them once gives its points and its exact tangents, to rounding.
 */

/** A value with its derivatives by u and v. */
export interface Dual {
  readonly value: number
  readonly u: number
  readonly v: number
}

/** Returns the variable u (or v) itself at a value. */
export function toVariable(value: number, name: 'u' | 'v'): Dual {
  return { value, u: name === 'u' ? 1 : 0, v: name === 'v' ? 1 : 0 }
}

/** Returns the sum of numbers and constants. */
export function add(...terms: readonly (Dual | number)[]): Dual {
  return terms.map(toDual).reduce((a, b) => ({ value: a.value + b.value, u: a.u + b.u, v: a.v + b.v }))
}

/** Returns the product of numbers and constants. */
export function multiply(...factors: readonly (Dual | number)[]): Dual {
  return factors.map(toDual).reduce((a, b) => ({
    value: a.value * b.value,
    u: a.u * b.value + a.value * b.u,
    v: a.v * b.value + a.value * b.v,
  }))
}

/** Returns a / b. */
export function divide(a: Dual | number, b: Dual | number): Dual {
  const divisor = toDual(b)
  return multiply(a, chain(divisor, 1 / divisor.value, -1 / divisor.value ** 2))
}

/** Returns sin a. */
export function sin(a: Dual): Dual {
  return chain(a, Math.sin(a.value), Math.cos(a.value))
}

/** Returns cos a. */
export function cos(a: Dual): Dual {
  return chain(a, Math.cos(a.value), -Math.sin(a.value))
}

/** Returns e to the power of a. */
export function exp(a: Dual): Dual {
  return chain(a, Math.exp(a.value), Math.exp(a.value))
}

function chain(a: Dual, value: number, slope: number): Dual {
  return { value, u: slope * a.u, v: slope * a.v }
}

function toDual(a: Dual | number): Dual {
  return typeof a === 'number' ? { value: a, u: 0, v: 0 } : a
}
