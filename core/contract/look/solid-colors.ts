/** Plain colours of meshes and points, sRGB; the first is the usual one. */
export const solidColors = {
  clay: 0xb6bdc9,
  white: 0xf1efea,
  graphite: 0x5d656f,
  terracotta: 0xc8704f,
  sand: 0xd8b98a,
  sage: 0x8fae8b,
  blue: 0x6f9fc8,
  plum: 0x9c7fae,
} as const

/** The name of a plain colour. */
export type SolidColor = keyof typeof solidColors
