import { findLengthUnit } from '../../contract/text/length-units.ts'

/** Returns the metres of a unit of lengths, such as `mm` or `× 1000 km`; null for one that is not known. */
export function toMetres(unit: string): number | null {
  const [, count = '1', of = unit] = /^×?\s*(\d+)\s+(\S.*)$/.exec(unit) ?? []
  const known = findLengthUnit(of.trim())
  return known ? known.metres * Number(count) : null
}

/** Returns a scale in words, as on maps and drawings: `20 : 1` for 20, `1 : 1000` for 0.001. */
export function sayScale(factor: number): string {
  const toText = (number: number): string =>
    Number(number.toPrecision(2)).toLocaleString('en').replaceAll(',', ' ')
  return factor >= 1 ? `${toText(factor)} : 1` : `1 : ${toText(1 / factor)}`
}
