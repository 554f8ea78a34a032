/** Converts parts of colours to bytes, each times `factor`; what lies outside becomes 0 or 255. */
export function toColorBytes(values: ArrayLike<number>, factor: number): Uint8Array {
  const bytes = new Uint8Array(values.length)
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Math.round(Math.min(255, Math.max(0, (values[i] ?? 0) * factor)))
  return bytes
}

/** Returns the largest of some numbers, and 0 for none or for negative ones alone. */
export function findLargest(values: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i] ?? 0)
  return largest
}
