/** Smallest body, in bytes, from which the speed of the line is measured. */
const leastBytes = 2 ** 20
/**
 * Plain bytes per second of compressed bodies from which plain ones are tried. Below 120 Mbit/s plain bodies
 * are never faster for meshes, which compress to a third.
 */
const fastRate = 50e6
/** Number of consecutive compressed bodies after which plain ones are tried again. */
const trialInterval = 16

/**
 * Chooses compression for large bodies by measured speed. Compressing costs a host 7 ms a MB and pays only on
 * slow lines; starts compressed.
 */
export interface LargeBodies {
  /** True when the next body should be plain. */
  readonly arePlain: boolean
  /** Records a body: its uncompressed byte length and its transfer time. */
  add(byteLength: number, seconds: number, isPlain: boolean): void
}

/** Returns a chooser without history. */
export function createLargeBodies(): LargeBodies {
  let compressedRate = 0
  /** The better of the last two: one may have come while the machine was busy. Undefined before a trial. */
  let plainRate: number | undefined
  let lastPlainRate = 0
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
