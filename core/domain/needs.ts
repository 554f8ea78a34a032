/** What a bundle may need beyond computing, in alphabetical order: an operator opens each for it, or not. */
export const needs = ['child', 'fs', 'net', 'worker'] as const

/** One of {@link needs}: to start programs, to use files of the machine, the network, or threads. */
export type Need = (typeof needs)[number]

/** Returns whether a word names a need. */
export function isNeed(word: unknown): word is Need {
  return needs.some((need) => need === word)
}
