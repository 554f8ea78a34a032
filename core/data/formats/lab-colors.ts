/** The white D50 of the profile connection space (ICC.1), and from there to linear sRGB (Bradford). */
const white = [0.964_22, 1, 0.825_21] as const
const toLinear = [
  [3.133_856_1, -1.616_866_7, -0.490_614_6],
  [-0.978_768_4, 1.916_141_5, 0.033_454],
  [0.071_945_3, -0.228_991_4, 1.405_242_7],
] as const

/** Returns CIE L*a*b* (L* from 0 to 100) under D50 as sRGB from 0 to 1; beyond for what sRGB cannot show. */
export function convertLabColor(
  lightness: number,
  first: number,
  second: number,
): readonly [red: number, green: number, blue: number] {
  const y = (lightness + 16) / 116
  const xyz = [y + first / 500, y, y - second / 200].map((part, i) => {
    const linear = part > 6 / 29 ? part ** 3 : 3 * (6 / 29) ** 2 * (part - 4 / 29)
    return linear * (white[i] ?? 1)
  })
  const [red = 0, green = 0, blue = 0] = toLinear.map((row) => {
    const light = row.reduce((sum, factor, i) => sum + factor * (xyz[i] ?? 0), 0)
    return light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  })
  return [red, green, blue]
}
