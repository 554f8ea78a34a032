/**
 * Numbers of typed arrays as JSON text in bytes, for results of millions of numbers: `JSON.stringify` takes
 * longer and makes twice the bytes.
 */

/** Most bytes of one number: the longest double (`-1.2345678901234567e-308`). */
export const maxNumberBytes = 25

const powers = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`)) // exact up to 1e22
const point = 0x2e
const minus = 0x2d
const zero = 0x30
const smallest = 1e-6
const largest = 1e9
const mostDigits = 9
const fewestDigits = 7

/** Writes a whole number from 0 to 2^32 - 1 at `at`; returns the end of its text. */
export function writeInteger(value: number, target: Uint8Array, at: number): number {
  const end = at + countDigits(value)
  writeDigits(value, target, at, end)
  return end
}

/**
 * Writes a double at `at`, `null` for NaN; returns the end of its text. The digits are those of JavaScript,
 * the fewest that give the same double again; minus zero becomes 0, as in `JSON.stringify`.
 */
export function writeDouble(value: number, target: Uint8Array, at: number): number {
  const text = Number.isNaN(value) ? 'null' : String(value)
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
  return at + text.length
}

/**
 * Writes a finite float32 at `at`; returns the end of its text. Parsing and rounding the short text gives
 * exactly `value`, because each candidate is tried: a parser divides a whole number of up to nine digits by a
 * power of ten up to 1e22, both exact. Minus zero becomes 0, as in `JSON.stringify`.
 */
export function writeFloat(value: number, target: Uint8Array, at: number): number {
  const size = Math.abs(value)
  let to = at
  if (value < 0) target[to++] = minus
  if (size < largest && Math.floor(size) === size) return writeInteger(size, target, to)
  if (size >= smallest && size < largest) {
    // An error of one where a power of ten is inexact costs a digit, never the value.
    const whole = size < 1 ? countZeros(size) : countDigits(size)
    for (let digits = Math.max(fewestDigits, whole + 1); digits <= mostDigits; digits++) {
      const decimals = digits - whole
      const scale = powers[decimals] ?? 1 // 1 to 14 decimals, so never 1
      const mantissa = Math.round(size * scale)
      if (Math.fround(mantissa / scale) === size) return writeDecimal(mantissa, decimals, target, to)
    }
  }
  return writeText(String(size), target, to)
}

/** Writes mantissa / 10^decimals without trailing zeros; the value must not be a whole number. */
function writeDecimal(mantissa: number, decimals: number, target: Uint8Array, at: number): number {
  let rest = mantissa >>> 0
  let places = decimals
  while (places > 1) {
    const next = (rest / 10) >>> 0
    if (next * 10 !== rest) break
    rest = next
    places--
  }
  const digits = Math.max(countDigits(rest), places + 1)
  const split = at + digits - places
  const end = at + digits + 1
  const whole = writeDigits(rest, target, split + 1, end)
  target[split] = point
  writeDigits(whole, target, at, split)
  return end
}

/** Fills `target` from `at` to `end` with the last digits of `value`; returns the rest. */
function writeDigits(value: number, target: Uint8Array, at: number, end: number): number {
  let rest = value >>> 0 // unsigned throughout, which lets the division be a multiplication
  for (let i = end - 1; i >= at; i--) {
    const next = (rest / 10) >>> 0
    target[i] = zero + rest - next * 10
    rest = next
  }
  return rest
}

function writeText(text: string, target: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
  return at + text.length
}

function countDigits(value: number): number {
  if (value < 1e5) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : value < 1e4 ? 4 : 5
  if (value < 1e8) return value < 1e6 ? 6 : value < 1e7 ? 7 : 8
  return value < 1e9 ? 9 : 10
}

/** Returns 0 for 0.1 to 1, -1 for 0.01 to 0.1, and so on down to {@link smallest}. */
function countZeros(size: number): number {
  if (size >= 0.001) return size >= 0.1 ? 0 : size >= 0.01 ? -1 : -2
  return size >= 1e-4 ? -3 : size >= 1e-5 ? -4 : -5
}
