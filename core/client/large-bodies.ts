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
export class LargeBodies {
  #compressedRate = 0
  /** The better of the last two: one may have come while the machine was busy. Undefined before a trial. */
  #plainRate: number | undefined
  #lastPlainRate = 0
  /** Compressed bodies since the last plain one. */
  #compressedCount = 0

  /** Whether the next one should come plain. */
  get arePlain(): boolean {
    return this.#plainRate === undefined
      ? this.#compressedRate >= fastRate
      : this.#plainRate >= this.#compressedRate
  }

  /** Takes a body into account: the bytes that it has when it is plain, and the time in which they came. */
  add(byteLength: number, seconds: number, isPlain: boolean): void {
    if (byteLength < leastBytes || !(seconds > 0)) return
    const rate = byteLength / seconds
    if (isPlain) {
      this.#plainRate = Math.max(rate, this.#lastPlainRate)
      this.#lastPlainRate = rate
      this.#compressedCount = 0
    } else {
      this.#compressedRate = rate
      this.#lastPlainRate = 0
      if (++this.#compressedCount >= trialInterval) this.#plainRate = undefined
    }
  }
}
