/** Sets of Unicode code points, as the classes and escapes of a pattern mean them. */

/** Code points from the first to the second, both included. */
export type CodeRange = readonly [low: number, high: number]

/** A set of code points: ranges, sorted and with gaps between them. */
export type CodePoints = readonly CodeRange[]

/**
 * A set of code points, or what the language's own engine says of one character: a class with `\p{…}`, for
 * which the tables are there.
 */
export type CharacterSet = CodePoints | RegExp

const highest = 0x10ffff

/** Returns the set that these ranges make together; they may overlap and come in any order. */
export function joinRanges(ranges: readonly CodeRange[]): CodePoints {
  const joined: [low: number, high: number][] = []
  for (const [low, high] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high)
    else joined.push([low, high])
  }
  return joined
}

/** Returns every code point that is not in the set. */
export function invert(set: CodePoints): CodePoints {
  const inverted: CodeRange[] = []
  let next = 0
  for (const [low, high] of set) {
    if (low > next) inverted.push([next, low - 1])
    next = high + 1
  }
  if (next <= highest) inverted.push([next, highest])
  return inverted
}

/** Returns whether a code point is in the set. */
export function includes(set: CharacterSet, code: number): boolean {
  if (set instanceof RegExp) return set.test(String.fromCodePoint(code))
  let [from, to] = [0, set.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const [low, high] = set[middle] ?? [0, highest]
    if (code < low) to = middle
    else if (code > high) from = middle + 1
    else return true
  }
  return false
}

/** Returns the set's part below 128 as a table of 0 and 1, which answers for most texts. */
export function toAscii(set: CharacterSet): Uint8Array {
  if (set instanceof RegExp) return Uint8Array.from({ length: 128 }, (_, code) => Number(includes(set, code)))
  const table = new Uint8Array(128)
  for (const [low, high] of set) table.fill(1, low, high + 1) // which ends at 128
  return table
}

/** `.`: everything but line terminators. */
export const notLineEnds = invert([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
])

const digits: CodePoints = [[0x30, 0x39]]
const wordCharacters: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
// ECMA-262: white space and line terminators.
const spaces: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

/** The meaning of class escapes, by their letter. */
export const classEscapes: ReadonlyMap<string, CodePoints> = new Map<string, CodePoints>([
  ['d', digits],
  ['D', invert(digits)],
  ['w', wordCharacters],
  ['W', invert(wordCharacters)],
  ['s', spaces],
  ['S', invert(spaces)],
])
