/** Returns optional numbers if all are finite, else undefined: the file is then shown without them. */
export function toFiniteOrNone(values: Float32Array | undefined): Float32Array | undefined {
  return values?.every(Number.isFinite) ? values : undefined
}
