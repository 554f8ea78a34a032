/** A unit of lengths. */
export interface LengthUnit {
  readonly sign: string
  readonly metres: number
}

/** Units by their names in UDUNITS-2 and their usual signs. */
const units = new Map<string, LengthUnit>(
  [
    { sign: 'Å', metres: 1e-10, names: ['angstrom'] },
    { sign: 'pm', metres: 1e-12, names: ['picometer'] },
    { sign: 'nm', metres: 1e-9, names: ['nanometer'] },
    { sign: 'µm', metres: 1e-6, names: ['micrometer', 'micron', 'um', 'μm'] }, // micro and mu
    { sign: 'mm', metres: 1e-3, names: ['millimeter'] },
    { sign: 'cm', metres: 1e-2, names: ['centimeter'] },
    { sign: 'dm', metres: 0.1, names: ['decimeter'] },
    { sign: 'm', metres: 1, names: ['meter'] },
    { sign: 'km', metres: 1000, names: ['kilometer'] },
    { sign: 'in', metres: 0.0254, names: ['inch'] },
    { sign: 'ft', metres: 0.3048, names: ['foot'] },
    { sign: 'yd', metres: 0.9144, names: ['yard'] },
  ].flatMap(({ names, ...unit }) => [unit.sign, ...names].map((name) => [name, unit] as const)),
)

/** Returns the unit of lengths with a name or sign; case counts, as Mm are no mm. Undefined for others. */
export function findLengthUnit(name: string): LengthUnit | undefined {
  return units.get(name)
}
