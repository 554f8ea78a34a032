/**
 * Random numbers that are the same for the same seed on every machine, so that all peers of a room see one
 * result.
 */

/**
 * Returns a function that gives numbers from 0 (included) to 1 (excluded): the mulberry32 generator, 32 bits
 * of state.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
