/** Numbers of few digits for places, so that links stay short. */
import type { Vector3 } from '../../contract/look/display.ts'

/** To which the members of a direction of length 1 are rounded. */
export const directionUnit = 0.001

/** Returns the power of ten that is at most a thousandth of a size. */
export function toUnitLength(size: number): number {
  const exponent = Math.floor(Math.log10(size / 1000))
  return size > 0 && Number.isFinite(exponent) ? Number(`1e${exponent}`) : 0.001
}

/** Returns the usual step of a key: about a hundredth of a size, with one digit. */
export function toUsualStep(size: number): number {
  return size > 0 && Number.isFinite(size) ? Number((size / 100).toPrecision(1)) : 0.01
}

/** Returns the nearest multiple of a unit, without what binary fractions add. */
export function roundTo(value: number, unit: number): number {
  const [, fraction = '', exponent = '0'] = /^\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(unit)) ?? []
  const decimals = Math.min(100, Math.max(0, fraction.length - Number(exponent)))
  return Number((Math.round(value / unit) * unit).toFixed(decimals)) + 0
}

/** Returns a place or a direction, rounded. */
export function roundPlace([x, y, z]: Vector3, unit: number): Vector3 {
  return [roundTo(x, unit), roundTo(y, unit), roundTo(z, unit)]
}
