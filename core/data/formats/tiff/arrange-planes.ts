import type { PlaneAxis } from './stack.ts'

/** Axes along which planes are stacked, the first that is longer than 1; else the fastest of the others. */
const stackedFirst = ['Z', 'T', 'C']

/**
 * Returns planes as volumes: stacked along one axis, and counted along the others. `axes` are those of the
 * planes, the fastest first.
 */
export function arrangePlanes<Plane>(planes: readonly Plane[], axes: readonly PlaneAxis[]): Plane[][] {
  const long = axes.filter(([, size]) => size > 1)
  const name = stackedFirst.find((axis) => long.some(([other]) => other === axis)) ?? long[0]?.[0]
  const place = axes.findIndex(([axis, size]) => axis === name && size > 1)
  if (place < 0) return [[...planes]]
  const step = axes.slice(0, place).reduce((total, [, size]) => total * size, 1)
  const size = axes[place]?.[1] ?? 1
  const volumes: Plane[][] = []
  for (let start = 0; start < planes.length; start += step * size) {
    for (let first = start; first < start + step; first++)
      volumes.push(Array.from({ length: size }, (_, i) => planes[first + i * step]).filter(isThere))
  }
  return volumes
}

function isThere<Plane>(plane: Plane | undefined): plane is Plane {
  return plane !== undefined
}

/** Returns the number of planes that axes make. */
export function countPlanes(axes: readonly PlaneAxis[]): number {
  return axes.reduce((total, [, size]) => total * size, 1)
}

/** Returns lengths without the rounding of a quotient: 1000000 / 7692308 is 0.13. Undefined for others. */
export function toSpacing(lengths: readonly number[]): readonly number[] | undefined {
  if (!lengths.every((length) => Number.isFinite(length) && length > 0)) return undefined
  return lengths.map((length) => Number(length.toPrecision(6)))
}

/** Returns a unit as it is written; undefined for what is none. */
export function toUnit(word: string): string | undefined {
  const unit = word.replace(/^(microns?|micrometers?|um|μm|\\u00B5m)$/i, 'µm')
  return /^[\p{L}µ]{1,20}$/u.test(unit) && !/^(pixels?|null|inch)$/i.test(unit) ? unit : undefined
}
