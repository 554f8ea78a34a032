/** Returns the linear light of an sRGB part from 0 to 1 (IEC 61966-2-1). */
export function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Returns the sRGB level from 0 to 255 of linear light, which is cut to 0 to 1 (IEC 61966-2-1). */
export function toLevel(light: number): number {
  const cut = Math.min(1, Math.max(0, light))
  return Math.round(255 * (cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055))
}
