/** The difference of two colours as CIE 1976 has it: the distance in L*a*b* under D65, from sRGB bytes. */

const linear = Float64Array.from({ length: 256 }, (_, byte) => {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

type Lab = readonly [lightness: number, a: number, b: number]

function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [red, green, blue].map((byte) => {
    const low = Math.floor(byte)
    const below = linear[low] ?? 0
    return below + (byte - low) * ((linear[low + 1] ?? below) - below)
  })
  const [x, y, z] = [
    [0.4124, 0.3576, 0.1805, 0.95047],
    [0.2126, 0.7152, 0.0722, 1],
    [0.0193, 0.1192, 0.9505, 1.08883],
  ].map(([fr = 0, fg = 0, fb = 0, white = 1]) => {
    const part = (fr * (r ?? 0) + fg * (g ?? 0) + fb * (b ?? 0)) / white
    return part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116
  })
  return [116 * (y ?? 0) - 16, 500 * ((x ?? 0) - (y ?? 0)), 200 * ((y ?? 0) - (z ?? 0))]
}

/** Returns the difference of each pixel of two pictures of three numbers from 0 to 255 a pixel. */
export function compareColors(one: ArrayLike<number>, other: ArrayLike<number>): Float64Array {
  const pick = (from: ArrayLike<number>, i: number): Lab =>
    toLab(from[3 * i] ?? 0, from[3 * i + 1] ?? 0, from[3 * i + 2] ?? 0)
  return Float64Array.from({ length: one.length / 3 }, (_, i) => {
    const [own, beside] = [pick(one, i), pick(other, i)]
    return Math.hypot(own[0] - beside[0], own[1] - beside[1], own[2] - beside[2])
  })
}
