/** A unit of lengths. */
export interface LengthUnit {
  readonly sign: string
  readonly metres: number
}

/** Units by their names in UDUNITS-2 and their usual signs. */
const units = new Map<string, LengthUnit>(
  [
    { sign: 'Å', metres: 1e-10, names: ['angstrom', '\u212b'] }, // the letter and the sign of the unit
    { sign: 'pm', metres: 1e-12, names: ['picometer', 'picometre'] },
    { sign: 'nm', metres: 1e-9, names: ['nanometer', 'nanometre'] },
    { sign: 'µm', metres: 1e-6, names: ['um', 'μm', 'micron', 'microns', 'micrometer', 'micrometre'] }, // mu
    { sign: 'mm', metres: 1e-3, names: ['millimeter', 'millimetre'] },
    { sign: 'cm', metres: 1e-2, names: ['centimeter', 'centimetre'] },
    { sign: 'dm', metres: 0.1, names: ['decimeter', 'decimetre'] },
    { sign: 'm', metres: 1, names: ['meter', 'metre'] },
    { sign: 'km', metres: 1000, names: ['kilometer', 'kilometre'] },
    { sign: 'in', metres: 0.0254, names: ['inch'] },
    { sign: 'ft', metres: 0.3048, names: ['foot'] },
    { sign: 'yd', metres: 0.9144, names: ['yard'] },
  ].flatMap(({ names, ...unit }) => [unit.sign, ...names].map((name) => [name, unit] as const)),
)

/**
 * Returns the unit of lengths with a name or sign; undefined for others. Case counts in signs, as Mm are no
 * mm, and not in names.
 */
export function findLengthUnit(name: string): LengthUnit | undefined {
  return units.get(name) ?? (name.length > 3 ? units.get(name.toLowerCase()) : undefined)
}
