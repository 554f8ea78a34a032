/** The note on a colour profile that is not applied. */
export const profileNote = 'Its colors are as they are stored: its color profile (ICC) is not applied.'

const headBytes = 4096

/** Returns whether an ICC profile is that of sRGB, in whose colours pictures are shown in any case. */
export function isStandardProfile(profile: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(profile.subarray(0, headBytes)).replaceAll('\0', '')
  return /sRGB/.test(text)
}

/** The white of sRGB: x and y (IEC 61966-2-1). */
export const standardWhite: readonly number[] = [0.3127, 0.329]
/** Its red, green and blue: x and y of each. */
export const standardPrimaries: readonly number[] = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06]

/** Returns whether places of colours are those of another list, within 0.01 as libpng takes them. */
export function areNear(places: ArrayLike<number>, wanted: readonly number[]): boolean {
  const isNear = (place: number, i: number): boolean => Math.abs((places[i] ?? Number.NaN) - place) <= 0.01
  return places.length === wanted.length && wanted.every(isNear)
}
