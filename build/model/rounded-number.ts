/** Digits that every double keeps. */
const safeDigits = 15

/**
 * Returns the number that a program gets for a written one where that is another: a whole number beyond 2^53
 * that lies between two doubles, or one so small that it becomes 0. Null where it is what was written, as
 * far as a reader can tell: fractions are rounded as everywhere.
 */
export function findRounded(text: string): number | null {
  const plain = text.replaceAll('_', '')
  const value = Number(plain)
  if (/^[+-]?0[xob]/i.test(plain))
    return BigInt(plain.replace(/^[+-]/, '')) === BigInt(Math.abs(value)) ? null : value
  const [, whole = '', fraction = '', exponent = '0'] =
    /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(plain) ?? []
  const digits = toDigits(whole + fraction)
  if (value === 0) return digits === '' ? null : 0
  if (digits.length <= safeDigits || !Number.isFinite(value)) return null
  const isWhole = Number(exponent) >= fraction.length || Math.abs(value) >= 2 ** 53
  const kept = toDigits(String(Math.abs(value)).replace(/e.*$/, '').replace('.', ''))
  return isWhole && digits !== kept ? value : null
}

/** Returns digits without zeros at the ends, which say nothing of how many are exact. */
function toDigits(text: string): string {
  return text.replace(/^0+/, '').replace(/(?<!0)0+$/, '')
}
