/** The permissions that a bundle may need, in alphabetical order; an operator grants each, or not. */
export const needs = ['child', 'fs', 'native', 'net', 'worker'] as const

/**
 * A permission: to start programs, to use files of the machine, packages with native code, the network,
 * threads.
 */
export type Need = (typeof needs)[number]

/** Returns true for the name of a need. */
export function isNeed(word: unknown): word is Need {
  return needs.some((need) => need === word)
}
