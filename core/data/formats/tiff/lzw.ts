import { refuse } from '../refusal.ts'

const [clearCode, endCode, codeCount] = [256, 257, 4096]
const codes = Uint8Array.from({ length: codeCount }, (_, code) => code)

/**
 * LZW of TIFF 6.0: codes of 9 to 12 bits, highest bit first, one code earlier wider than in GIF. Writers
 * before 1990 put the lowest bit first and widened as GIF does: their strips begin with the bytes 0 and 1.
 * Fills the target as far as the codes go, and returns the number of bytes.
 */
export function unpackLzw(packed: Uint8Array, target: Uint8Array): number {
  const isOld = packed[0] === 0 && ((packed[1] ?? 0) & 1) === 1
  const widerBy = isOld ? 0 : 1
  const [before, lengths] = [new Uint16Array(codeCount), new Uint16Array(codeCount).fill(1)]
  const [first, last] = [codes.slice(), codes.slice()]
  let [next, width, previous] = [endCode + 1, 9, -1]
  let [bits, bitCount, length] = [0, 0, 0]
  for (let at = 0; length < target.length; ) {
    while (bitCount < width && at < packed.length) {
      const byte = packed[at++] ?? 0
      bits = isOld ? bits | (byte << bitCount) : ((bits << 8) | byte) & 0xff_ffff
      bitCount += 8
    }
    if (bitCount < width) return length
    bitCount -= width
    const code = (isOld ? bits : bits >> bitCount) & ((1 << width) - 1)
    if (isOld) bits >>>= width
    if (code === endCode) return length
    if (code === clearCode) {
      ;[next, width, previous] = [endCode + 1, 9, -1]
      continue
    }
    if (previous !== -1 && next < codeCount) {
      before[next] = previous
      first[next] = first[previous] ?? 0
      lengths[next] = (lengths[previous] ?? 0) + 1
      last[next] = first[code === next ? previous : code] ?? 0
      next++
      if (next === (1 << width) - widerBy && width < 12) width++
    }
    if (code >= next || (previous === -1 && code > clearCode))
      throw refuse(`The LZW code ${code} stands for nothing yet.`)
    const end = length + (lengths[code] ?? 0)
    for (let to = end - 1, part = code; to >= length; to--, part = before[part] ?? 0) {
      if (to < target.length) target[to] = last[part] ?? 0
    }
    length = Math.min(end, target.length)
    previous = code
  }
  return length
}
