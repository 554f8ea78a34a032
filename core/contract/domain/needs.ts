import { suggestName } from '../text/suggest.ts'

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

/** Permissions by the folder of a bundle, as `--allow` has them. */
export type Grants = ReadonlyMap<string, readonly Need[]>

/** Returns a sentence for each grant to a bundle that is not among `bundles`, which are names of folders. */
export function listLostGrants(grants: Grants, bundles: readonly string[]): string[] {
  const lost = [...grants.keys()].filter((name) => !bundles.includes(name))
  return lost.map((name) => {
    const nearest = suggestName(name, bundles)
    const otherwise = nearest === null ? '.' : `; did you mean "${nearest}"?`
    return `--allow names "${name}", and there is no bundle of that name here${otherwise}`
  })
}

/** Returns a sentence on what a bundle is granted without asking for it; undefined where it asks for all. */
export function describeUnasked(
  bundle: string,
  granted: readonly Need[],
  asked: readonly Need[],
): string | undefined {
  const unasked = granted.filter((need) => !asked.includes(need))
  if (unasked.length === 0) return undefined
  return (
    `--allow gives "${bundle}" ${unasked.join(', ')}, for which it does not ask; ` +
    'take that out unless you know that it needs it.'
  )
}
