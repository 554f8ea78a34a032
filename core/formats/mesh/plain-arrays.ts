/**
 * Returns numbers that a result can be without, if all of them are finite; undefined if one is not, because a
 * file is better shown without them than not at all.
 */
export function toFiniteOrNone(values: Float32Array | undefined): Float32Array | undefined {
  return values?.every(Number.isFinite) ? values : undefined
}
