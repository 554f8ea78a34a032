/** The note on a colour profile that is not applied. */
export const profileNote = 'Its colors are as they are stored: its color profile (ICC) is not applied.'

const headBytes = 4096

/** Returns whether an ICC profile is that of sRGB, in whose colours pictures are shown in any case. */
export function isStandardProfile(profile: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(profile.subarray(0, headBytes)).replaceAll('\0', '')
  return /sRGB/.test(text)
}
