/** Writes one row of pixels out of a row of each component. */
export type WriteColors = (rows: readonly Uint8Array[], target: Uint8Array, at: number) => void

/** The meaning of the components, and the channels of what is written. */
export interface ColorRule {
  readonly channels: number
  readonly write: WriteColors
}

function toByte(value: number): number {
  return value < 0 ? 0 : Math.min(value, 255)
}

const copyGrey: WriteColors = ([grey = new Uint8Array()], target, at) => target.set(grey, at)

const copyColors: WriteColors = (rows, target, start) => {
  const count = rows.length
  rows.forEach((row, channel) => {
    for (let x = 0, at = start + channel; x < row.length; x++, at += count) target[at] = row[x] ?? 0
  })
}

const empty = new Uint8Array()

/**
 * The factors of ITU-R BT.601 in 16 bits, rounded once for each channel, as in libjpeg. Neighbours often
 * have the same chroma, whose products are then kept, and a clamped row is faster than a comparison.
 */
const writeRgb: WriteColors = ([luma = empty, blue = empty, red = empty], target, start) => {
  const { length } = luma
  const row = new Uint8ClampedArray(3 * length)
  let lastCb = -1
  let lastCr = -1
  let toRed = 0
  let toGreen = 0
  let toBlue = 0
  for (let x = 0, at = 0; x < length; x++, at += 3) {
    const y = luma[x] ?? 0
    const cb = blue[x] ?? 0
    const cr = red[x] ?? 0
    if (cb !== lastCb || cr !== lastCr) {
      lastCb = cb
      lastCr = cr
      toRed = (Math.imul(cr - 128, 91_881) + 32_768) >> 16
      toGreen = (32_768 - Math.imul(cb - 128, 22_554) - Math.imul(cr - 128, 46_802)) >> 16
      toBlue = (Math.imul(cb - 128, 116_130) + 32_768) >> 16
    }
    row[at] = y + toRed
    row[at + 1] = y + toGreen
    row[at + 2] = y + toBlue
  }
  target.set(row, start)
}

/**
 * Returns what is left of light behind two inks: `255 - (ink + black - ink * black / 255)`, as Pillow
 * rounds it. The amounts are from 0 (none) to 255.
 */
export function mixInks(ink: number, black: number): number {
  const left = 255 - black
  const product = ink * left + 128
  return toByte(left - (((product >> 8) + product) >> 8))
}

/** Stored is the rest that each ink leaves, as all programs write it, with the marker of Adobe or without. */
const writeInks: WriteColors = (
  [cyan = empty, magenta = empty, yellow = empty, black = empty],
  target,
  start,
) => {
  for (let x = 0, at = start; x < cyan.length; x++, at += 3) {
    const k = 255 - (black[x] ?? 0)
    target[at] = mixInks(255 - (cyan[x] ?? 0), k)
    target[at + 1] = mixInks(255 - (magenta[x] ?? 0), k)
    target[at + 2] = mixInks(255 - (yellow[x] ?? 0), k)
  }
}

/** YCCK: the first three are those of RGB, which is what the inks leave. */
const writeMixedInks: WriteColors = (
  [luma = empty, blue = empty, red = empty, black = empty],
  target,
  start,
) => {
  const pixels = new Uint8Array(3 * luma.length)
  writeRgb([luma, blue, red], pixels, 0)
  // libjpeg has the inks as 255 - RGB, and Adobe stores the rest of these.
  const left = [0, 1, 2].map((channel) => luma.map((_, x) => 255 - (pixels[3 * x + channel] ?? 0)))
  writeInks([...left, black], target, start)
}

/** The kinds of components that there are. */
export const colorRules = {
  grey: { channels: 1, write: copyGrey },
  rgb: { channels: 3, write: copyColors },
  yCbCr: { channels: 3, write: writeRgb },
  inks: { channels: 3, write: writeInks },
  mixedInks: { channels: 3, write: writeMixedInks },
  /** Components as they are, for a TIFF that says what they are. */
  plain: { channels: 4, write: copyColors },
} as const satisfies { readonly [name: string]: ColorRule }
