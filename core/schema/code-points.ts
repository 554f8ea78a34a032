/**
 * Sets of Unicode code points, as a pattern's classes and escapes mean them: flat lists of inclusive ranges,
 * sorted and apart (`[lo, hi, lo, hi, …]`).
 */

export type CodePoints = readonly number[]

const highest = 0x10ffff

/** Returns the set that these ranges make together; they may overlap and come in any order. */
export function joinRanges(ranges: CodePoints): CodePoints {
  const pairs: [number, number][] = []
  // In range.
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] as number, ranges[i + 1] as number])
  pairs.sort(([a], [b]) => a - b)
  const joined: number[] = []
  for (const [low, high] of pairs) {
    const last = joined.at(-1)
    if (last !== undefined && low <= last + 1) joined[joined.length - 1] = Math.max(last, high)
    else joined.push(low, high)
  }
  return joined
}

/** Returns every code point that is not in the set. */
export function invert(set: CodePoints): CodePoints {
  const inverted: number[] = []
  let next = 0
  for (let i = 0; i < set.length; i += 2) {
    const [low, high] = [set[i] as number, set[i + 1] as number] // in range
    if (low > next) inverted.push(next, low - 1)
    next = high + 1
  }
  if (next <= highest) inverted.push(next, highest)
  return inverted
}

/** Returns whether a code point is in the set. */
export function includes(set: CodePoints, code: number): boolean {
  let [low, high] = [0, set.length / 2 - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (code < (set[2 * middle] as number)) high = middle - 1
    else if (code > (set[2 * middle + 1] as number)) low = middle + 1
    else return true
  }
  return false
}

/** Returns the set's part below 128 as a table of 0 and 1, which answers for most texts. */
export function toAscii(set: CodePoints): Uint8Array {
  const table = new Uint8Array(128)
  // In range; ends at 128.
  for (let i = 0; i < set.length; i += 2) table.fill(1, set[i], (set[i + 1] as number) + 1)
  return table
}

/** `.`: everything but line terminators. */
export const notLineEnds = invert([0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029])

const digits = [0x30, 0x39]
const wordCharacters = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]
// ECMA-262: white space and line terminators.
const spaces = [
  ...[0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029],
  ...[0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff],
]

/** What the class escapes mean, by their letter. */
export const classEscapes: ReadonlyMap<string, CodePoints> = new Map([
  ['d', digits],
  ['D', invert(digits)],
  ['w', wordCharacters],
  ['W', invert(wordCharacters)],
  ['s', spaces],
  ['S', invert(spaces)],
])
