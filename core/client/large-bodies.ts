/** Bytes from which a body says how fast its line is. */
const leastBytes = 2 ** 20
/**
 * Bytes a second of compressed bodies, counted plain, at which plain ones are tried. On a line below 120
 * Mbit/s a mesh, which is compressed to a third, comes more slowly; there plain bodies are never faster.
 */
const fastRate = 50e6
/** After so many compressed bodies in a row plain ones are tried again. */
const trialInterval = 16

/**
 * Chooses whether large bodies come compressed. A host takes 7 ms to compress a MB and a browser some to undo
 * it, which pays on slow lines and not on fast ones; which it is, only whoever receives can tell. So they
 * come in the form that was faster, compressed at first.
 */
export interface LargeBodies {
  /** Whether the next one should come plain. */
  readonly arePlain: boolean
  /** Takes a body into account: the bytes that it has when it is plain, and the time in which they came. */
  add(byteLength: number, seconds: number, isPlain: boolean): void
}

/** Returns what has seen no body yet. */
export function createLargeBodies(): LargeBodies {
  let compressedRate = 0
  /** The better of the last two: one may have come while the machine was busy. Undefined before a trial. */
  let plainRate: number | undefined
  let lastPlainRate = 0
  /** Compressed bodies since the last plain one. */
  let compressedCount = 0
  return {
    get arePlain() {
      return plainRate === undefined ? compressedRate >= fastRate : plainRate >= compressedRate
    },
    add: (byteLength, seconds, isPlain) => {
      if (byteLength < leastBytes || !(seconds > 0)) return
      const rate = byteLength / seconds
      if (isPlain) {
        plainRate = Math.max(rate, lastPlainRate)
        lastPlainRate = rate
        compressedCount = 0
      } else {
        compressedRate = rate
        lastPlainRate = 0
        if (++compressedCount >= trialInterval) plainRate = undefined
      }
    },
  }
}
