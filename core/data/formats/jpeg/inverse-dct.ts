/**
 * The inverse cosine transform of libjpeg ("slow but accurate", 13 bits, after Loeffler, Ligtenberg and
 * Moschytz 1989), whose results are those of Pillow, browsers and libtiff, bit for bit.
 */
const columns = new Int32Array(64)

/** Places of coefficients in the order of a file. */
export const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
])

/** A plane of samples and a place in it. */
export interface PlanePlace {
  readonly plane: Uint8Array
  readonly at: number
  /** Samples from one row to the next. */
  readonly stride: number
}

/** Writes the 8×8 samples of the block of coefficients that begins at `from`; `steps` are its quantizers. */
export function writeBlock(
  coefficients: Int16Array,
  from: number,
  steps: Int32Array,
  place: PlanePlace,
): void {
  let last = 63
  while (last > 0 && coefficients[from + last] === 0) last--
  if (last === 0) {
    // The whole block has one level: most blocks of smooth pictures.
    const level = ((Math.imul(coefficients[from] ?? 0, steps[0] ?? 0) << 2) + 16) >> 5
    fillBlock(place, Math.max(0, Math.min(255, level + 128)))
    return
  }
  transformColumns(coefficients, from, steps, columns)
  transformRows(columns, place)
}

function fillBlock({ plane, at, stride }: PlanePlace, value: number): void {
  for (let row = at; row < at + 8 * stride; row += stride)
    for (let i = row; i < row + 8; i++) plane[i] = value
}

function transformColumns(input: Int16Array, from: number, steps: Int32Array, columns: Int32Array): void {
  for (let i = 0, at = from; i < 8; i++, at++) {
    const c0 = Math.imul(input[at] ?? 0, steps[i] ?? 0)
    const c1 = Math.imul(input[at + 8] ?? 0, steps[i + 8] ?? 0)
    const c2 = Math.imul(input[at + 16] ?? 0, steps[i + 16] ?? 0)
    const c3 = Math.imul(input[at + 24] ?? 0, steps[i + 24] ?? 0)
    const c4 = Math.imul(input[at + 32] ?? 0, steps[i + 32] ?? 0)
    const c5 = Math.imul(input[at + 40] ?? 0, steps[i + 40] ?? 0)
    const c6 = Math.imul(input[at + 48] ?? 0, steps[i + 48] ?? 0)
    const c7 = Math.imul(input[at + 56] ?? 0, steps[i + 56] ?? 0)
    if ((c1 | c2 | c3 | c4 | c5 | c6 | c7) === 0) {
      for (let row = i; row < 64; row += 8) columns[row] = c0 << 2
      continue
    }
    const e1 = Math.imul(c2 + c6, 4433)
    const e2 = e1 - Math.imul(c6, 15137)
    const e3 = e1 + Math.imul(c2, 6270)
    const sum = Math.imul(c0 + c4, 8192)
    const difference = (c0 - c4) << 13
    const o5 = Math.imul(c7 + c3 + c5 + c1, 9633)
    const o1 = Math.imul(c7 + c1, -7373)
    const o2 = Math.imul(c5 + c3, -20995)
    const o3 = Math.imul(c7 + c3, -16069) + o5
    const o4 = Math.imul(c5 + c1, -3196) + o5
    const t0 = Math.imul(c7, 2446) + o1 + o3
    const t1 = Math.imul(c5, 16819) + o2 + o4
    const t2 = Math.imul(c3, 25172) + o2 + o3
    const t3 = Math.imul(c1, 12299) + o1 + o4
    columns[i] = (sum + e3 + t3 + 1024) >> 11
    columns[i + 56] = (sum + e3 - t3 + 1024) >> 11
    columns[i + 8] = (difference + e2 + t2 + 1024) >> 11
    columns[i + 48] = (difference + e2 - t2 + 1024) >> 11
    columns[i + 16] = (difference - e2 + t1 + 1024) >> 11
    columns[i + 40] = (difference - e2 - t1 + 1024) >> 11
    columns[i + 24] = (sum - e3 + t0 + 1024) >> 11
    columns[i + 32] = (sum - e3 - t0 + 1024) >> 11
  }
}

function transformRows(columns: Int32Array, { plane, at: start, stride }: PlanePlace): void {
  // Half a unit for rounding, and the level 128 of which samples are differences.
  const bias = (1 << 17) + (128 << 18)
  for (let from = 0, at = start; from < 64; from += 8, at += stride) {
    const c0 = columns[from] ?? 0
    const c1 = columns[from + 1] ?? 0
    const c2 = columns[from + 2] ?? 0
    const c3 = columns[from + 3] ?? 0
    const c4 = columns[from + 4] ?? 0
    const c5 = columns[from + 5] ?? 0
    const c6 = columns[from + 6] ?? 0
    const c7 = columns[from + 7] ?? 0
    if ((c1 | c2 | c3 | c4 | c5 | c6 | c7) === 0) {
      const value = toByte(Math.imul(c0, 8192) + bias)
      for (let x = at; x < at + 8; x++) plane[x] = value
      continue
    }
    const e1 = Math.imul(c2 + c6, 4433)
    const e2 = e1 - Math.imul(c6, 15137)
    const e3 = e1 + Math.imul(c2, 6270)
    const sum = Math.imul(c0 + c4, 8192) + bias
    const difference = ((c0 - c4) << 13) + bias
    const o5 = Math.imul(c7 + c3 + c5 + c1, 9633)
    const o1 = Math.imul(c7 + c1, -7373)
    const o2 = Math.imul(c5 + c3, -20995)
    const o3 = Math.imul(c7 + c3, -16069) + o5
    const o4 = Math.imul(c5 + c1, -3196) + o5
    const t0 = Math.imul(c7, 2446) + o1 + o3
    const t1 = Math.imul(c5, 16819) + o2 + o4
    const t2 = Math.imul(c3, 25172) + o2 + o3
    const t3 = Math.imul(c1, 12299) + o1 + o4
    plane[at] = toByte(sum + e3 + t3)
    plane[at + 7] = toByte(sum + e3 - t3)
    plane[at + 1] = toByte(difference + e2 + t2)
    plane[at + 6] = toByte(difference + e2 - t2)
    plane[at + 2] = toByte(difference - e2 + t1)
    plane[at + 5] = toByte(difference - e2 - t1)
    plane[at + 3] = toByte(sum - e3 + t0)
    plane[at + 4] = toByte(sum - e3 - t0)
  }
}

function toByte(scaled: number): number {
  const value = scaled >> 18
  return value < 0 ? 0 : Math.min(value, 255)
}
