/** sRGB bytes (IEC 61966-2-1) from linear light: colours are mixed in linear light and stored as sRGB. */

/** Returns the sRGB byte of a linear brightness from 0 to 1, which is cut to that. */
export function toSrgbByte(linear: number): number {
  const value = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
}

/** Returns the linear brightness from 0 to 1 of an sRGB byte. */
export function toLinear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
