/**
 * Returns about `count` round numbers from `low` to `high`: multiples of 1, 2 or 5 times a power of ten, at
 * least one where the two differ. One number when they are equal; none when they are not finite.
 */
export function listTicks(low: number, high: number, count: number): readonly number[] {
  if (!Number.isFinite(high - low) || high < low) return []
  if (low === high) return [low]
  const step = chooseStep(high - low, count)
  // Tolerance, in steps: an end that is round except for binary rounding is a tick.
  const slack = 1e-9 + (4 * Number.EPSILON * Math.max(Math.abs(low), Math.abs(high))) / step
  const ticks: number[] = []
  for (let i = Math.ceil(low / step - slack); i <= Math.floor(high / step + slack); i++)
    ticks.push(toMultiple(i, step))
  return ticks.length > 0 ? ticks : [low]
}

/**
 * Returns about `count` powers of ten from `low` to `high`, which are above 0. Where there are fewer than
 * two: 1, 2 and 5 times a power, and of these fewer than two, the ticks of a linear scale.
 */
export function listPowers(low: number, high: number, count: number): readonly number[] {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)]
  const step = Math.max(1, Math.round((last - first) / count))
  if (last > first)
    return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) =>
      Number(`1e${first + i * step}`),
    )
  const near = [last - 1, last, last + 1].flatMap((power) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${power}`)),
  )
  const within = near.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
  return within.length > 1 ? within : listTicks(low, high, count)
}

/** Rounds both ends of a range outward to about a ten-thousandth of it: -1 for -0.9999902248382568. */
export function roundOutward(low: number, high: number): readonly [low: number, high: number] {
  const step = 10 ** Math.floor(Math.log10((high - low) / 10_000))
  if (!(step > 0 && Number.isFinite(step)) || (Number.isInteger(low) && Number.isInteger(high)))
    return [low, high]
  return [toMultiple(Math.floor(low / step), step), toMultiple(Math.ceil(high / step), step)]
}

/** Rounds both ends of a range of positive numbers outward to three digits: 3.1e-7 for 3.108e-7. */
export function roundDigitsOutward(low: number, high: number): readonly [low: number, high: number] {
  const round = (value: number, towards: (steps: number) => number): number => {
    const step = 10 ** (Math.floor(Math.log10(value)) - 2)
    const steps = value / step
    // An end that has three digits except for binary rounding stays.
    const isRound = Math.abs(steps - Math.round(steps)) < 1e-6
    return step > 0 ? toMultiple(isRound ? Math.round(steps) : towards(steps), step) : value
  }
  return [round(low, Math.floor), round(high, Math.ceil)]
}

function chooseStep(extent: number, count: number): number {
  const wanted = extent / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const digit = wanted / power
  if (digit < Math.SQRT2) return power
  if (digit < Math.sqrt(10)) return 2 * power
  return digit < Math.sqrt(50) ? 5 * power : 10 * power
}

/** Returns `i` steps without binary rounding: 0.3 for 0.30000000000000004. */
function toMultiple(i: number, step: number): number {
  return Number((i * step).toPrecision(14))
}

/**
 * Returns a number as text for a label: integers in full up to a billion, others with five digits, extreme
 * ones with an exponent. `step` is the smallest difference that must be visible.
 */
export function formatNumber(value: number, step?: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '-∞' : '∞'
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (size >= 1e9 || size < 1e-4) return shortenExponent(value.toExponential(digitsOf(size, step) - 1))
  if (Number.isInteger(value)) return String(value)
  return String(Number(value.toPrecision(Math.max(digitsOf(size, step), Math.ceil(Math.log10(size))))))
}

/**
 * Returns a coordinate in a box of this extent: 0 for what is rounding there, and digits enough to tell
 * places of a box that is far from the origin.
 */
export function formatPlace(value: number, extent: number): string {
  const step = extent / 1e4
  if (Math.abs(value) < step / 100) return '0'
  return formatNumber(value, Math.abs(value) > farExtents * extent ? step : undefined)
}

const farExtents = 10

function digitsOf(size: number, step: number | undefined): number {
  if (step === undefined || !(step > 0)) return 5
  const digits = Math.floor(Math.log10(size) + 1e-9) - Math.floor(Math.log10(step) + 1e-9) + 1
  return Math.min(15, Math.max(1, digits))
}

/**
 * Returns numbers that stand beside each other with exponents, where one of them has one: 3.1e-7, 1e-5 and
 * 3.11e-4, not 0.000311. Zero has none.
 */
export function inOneNotation(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => text.includes('e'))) return texts
  return texts.map((text) => {
    const value = Number(text)
    return value === 0 || text.includes('e') || !Number.isFinite(value)
      ? text
      : shortenExponent(value.toExponential())
  })
}

/** Returns `1.2e6` for `1.2000e+6`. */
function shortenExponent(text: string): string {
  const [digits, exponent] = text.split('e')
  return `${Number(digits)}e${Number(exponent)}`
}
