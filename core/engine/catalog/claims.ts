/**
 * Assigns names that several folders claim. The holder of a name keeps it until its folder goes, or a new
 * version in that folder no longer claims it, whichever folders come later or sort earlier. A folder that is
 * broken at the moment, because files are being copied into it, keeps its names.
 */
import { SpecimenError } from '../../contract/domain/errors.ts'

/** A folder and the names it claims, each with its kind before it, such as `function name wave`. */
export interface Claimant {
  readonly source: string
  readonly names: readonly string[]
  readonly title: string
}

/** The folder that holds each name. */
export type Holders = ReadonlyMap<string, string>

/** Returns the former holders of names that are still held. */
export function keepHolders(
  before: Holders,
  claimants: readonly Claimant[],
  broken: ReadonlySet<string>,
): Map<string, string> {
  const claimed = new Map(claimants.map(({ source, names }) => [source, new Set(names)]))
  return new Map([...before].filter(([name, source]) => claimed.get(source)?.has(name) ?? broken.has(source)))
}

/** Returns the claimants in the order of claiming: holders of a name first, then the others. */
export function sortClaimants<T extends Claimant>(claimants: readonly T[], holders: Holders): T[] {
  const holding = new Set(holders.values())
  return [...claimants].sort((a, b) => Number(holding.has(b.source)) - Number(holding.has(a.source)))
}

/**
 * Gives a claimant all of its names, or none.
 * @throws `name.taken` when another has one of them, or has held it before
 */
export function claimNames(claimant: Claimant, claimed: Map<string, string>, holders: Holders): void {
  const { source, names, title } = claimant
  for (const name of names) {
    const holder = holders.get(name)
    const owner =
      claimed.get(name) ?? (holder === undefined || holder === source ? undefined : `the folder ${holder}`)
    if (owner === undefined) continue
    const remedy = 'Rename it in one of them, or remove one.'
    throw new SpecimenError('name.taken', `The ${name} of ${title} belongs to ${owner} already. ${remedy}`)
  }
  for (const name of names) claimed.set(name, title)
}
