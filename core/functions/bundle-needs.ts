import type { Log } from '../domain/log.ts'
import { needs as knownNeeds, type Need } from '../domain/needs.ts'
import type { VerifiedBundle } from './load-bundles.ts'

/** What a bundle asks for, and what of it an operator has allowed. */
export interface BundleAllowance {
  /** As its manifest has them. */
  readonly needs: readonly Need[]
  readonly allowed: readonly Need[]
  /** The part of `--allow` with which it has all; null when it has. */
  readonly allow: string | null
}

/** What {@link BundleNeeds} knows of the host. */
export interface BundleNeedsOptions {
  /** By names of folders: a bundle is called what its author says, which must not open another's. */
  readonly allowed: ReadonlyMap<string, readonly Need[]>
  /** Whether plugins are held in walls, of which something can be opened. */
  readonly isHeld: boolean
  readonly log: Log
}

type Asking = Pick<VerifiedBundle, 'source' | 'manifest'>

/**
 * What bundles ask for beside what the operator allows, whose word decides. What is asked for and not allowed
 * stays closed, and the bundle is served all the same. What is allowed is open, asked for or not: for bundles
 * built before there was a way to ask, and for authors who forgot. Either is logged once.
 */
export class BundleNeeds {
  readonly #options: BundleNeedsOptions
  /** What was asked for at the last report, with the bundle's folder before it. */
  #reported: ReadonlySet<string> = new Set()

  constructor(options: BundleNeedsOptions) {
    this.#options = options
  }

  /** Returns what a bundle asks for and has. */
  compare({ source, manifest }: Asking): BundleAllowance {
    const { allowed: all, isHeld } = this.#options
    const { needs = [] } = manifest
    const allowed = all.get(source) ?? []
    const isOpen = !isHeld || needs.every((need) => allowed.includes(need))
    const wanted = knownNeeds.filter((need) => needs.includes(need) || allowed.includes(need))
    return { needs, allowed, allow: isOpen ? null : `${source}:${wanted.join(',')}` }
  }

  /** Logs what bundles ask for in vain and have unasked, of those that did not ask for the same before. */
  report(bundles: readonly Asking[]): void {
    const before = this.#reported
    this.#reported = new Set(bundles.map(toWish))
    if (!this.#options.isHeld) return
    for (const bundle of bundles.filter((each) => !before.has(toWish(each)))) this.#report(bundle)
  }

  #report(bundle: Asking): void {
    const { source } = bundle
    const { needs, allowed, allow } = this.compare(bundle)
    const fields = { bundle: source, needs, allowed }
    if (allow !== null)
      this.#options.log.warn(
        fields,
        `"${source}" asks for ${needs.join(', ')}, of which this host allows ` +
          `${listCommon(needs, allowed)}; if it is to have all, ` +
          `start the host with --allow ${allow} (besides what it allows already).`,
      )
    const unasked = allowed.filter((need) => !needs.includes(need))
    if (unasked.length > 0)
      this.#options.log.warn(
        fields,
        `--allow gives "${source}" ${unasked.join(', ')}, for which it does not ask; ` +
          'take that out unless you know that it needs it.',
      )
  }
}

function toWish({ source, manifest }: Asking): string {
  return `${source}: ${manifest.needs?.join() ?? ''}`
}

function listCommon(needs: readonly Need[], allowed: readonly Need[]): string {
  return needs.filter((need) => allowed.includes(need)).join(', ') || 'nothing'
}
