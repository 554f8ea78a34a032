const metres: { readonly [unit: string]: number } = {
  pm: 1e-12,
  Å: 1e-10,
  nm: 1e-9,
  µm: 1e-6,
  mm: 1e-3,
  cm: 1e-2,
  dm: 1e-1,
  m: 1,
  km: 1e3,
  in: 0.0254,
  ft: 0.3048,
}
/** Other spellings: the Greek letter beside the sign, the sign of Kelvin's neighbour, words. */
const spellings: { readonly [unit: string]: string } = {
  μm: 'µm',
  um: 'µm',
  micron: 'µm',
  microns: 'µm',
  micrometre: 'µm',
  micrometer: 'µm',
  angstrom: 'Å',
  '\u212b': 'Å',
  nanometre: 'nm',
  nanometer: 'nm',
  millimetre: 'mm',
  millimeter: 'mm',
  metre: 'm',
  meter: 'm',
}

/** Returns the metres of a unit of lengths, such as `mm` or `× 1000 km`; null for one that is not known. */
export function toMetres(unit: string): number | null {
  const [, count, of] = /^×?\s*(\d+)\s+(\S.*)$/.exec(unit) ?? []
  const name = (of ?? unit).trim()
  const known = spellings[name.toLowerCase()] ?? spellings[name] ?? name
  return Object.hasOwn(metres, known) ? (metres[known] ?? 0) * Number(count ?? 1) : null
}

/** Returns a scale in words, as on maps and drawings: `20 : 1` for 20, `1 : 1000` for 0.001. */
export function sayScale(factor: number): string {
  const toText = (number: number): string =>
    Number(number.toPrecision(2)).toLocaleString('en').replaceAll(',', ' ')
  return factor >= 1 ? `${toText(factor)} : 1` : `1 : ${toText(1 / factor)}`
}
