import type { Log } from '../../contract/domain/log.ts'
import { needs as knownNeeds, type Need } from '../../contract/domain/needs.ts'
import type { VerifiedBundle } from './load-bundles.ts'

type Asking = Pick<VerifiedBundle, 'source' | 'manifest'>

interface BundleNeedsOptions {
  /** Keyed by names of folders: the author chooses a bundle's name, which must not open another's. */
  readonly allowed: ReadonlyMap<string, readonly Need[]>
  /** Set when plugins run in walls that permissions can open. */
  readonly isHeld: boolean
  readonly log: Log
}

/**
 * Compares the needs of bundles with the operator's permissions, which decide. A bundle without a permission
 * is served all the same; a permission without a need is open. Either is logged once.
 */
export class BundleNeeds {
  readonly #options: BundleNeedsOptions
  /** The needs at the last report, with the bundle's folder before them. */
  #reported: ReadonlySet<string> = new Set()

  constructor(options: BundleNeedsOptions) {
    this.#options = options
  }

  compare({ source, manifest }: Asking): {
    readonly needs: readonly Need[]
    readonly allowed: readonly Need[]
    /** The `--allow` text that would grant all needs; null when they are granted. */
    readonly allow: string | null
  } {
    const { allowed: all, isHeld } = this.#options
    const { needs = [] } = manifest
    const allowed = all.get(source) ?? []
    // Packages with native code are no wall: they are loaded for a bundle only where it may.
    const isOpen = needs.every((need) => allowed.includes(need) || (!isHeld && need !== 'native'))
    const wanted = knownNeeds.filter((need) => needs.includes(need) || allowed.includes(need))
    return { needs, allowed, allow: isOpen ? null : `${source}:${wanted.join(',')}` }
  }

  /** Logs missing and unneeded permissions of bundles, each once until they change. */
  report(bundles: readonly Asking[]): void {
    const before = this.#reported
    this.#reported = new Set(bundles.map(toWish))
    const { isHeld } = this.#options
    const told = bundles.filter(({ manifest: { needs = [] } }) => isHeld || needs.includes('native'))
    for (const bundle of told.filter((each) => !before.has(toWish(each)))) this.#report(bundle)
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
