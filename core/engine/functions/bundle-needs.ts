import type { Log } from '../../contract/domain/log.ts'
import {
  describeUnasked,
  type Grants,
  needs as knownNeeds,
  listLostGrants,
  type Need,
} from '../../contract/domain/needs.ts'
import type { VerifiedBundle } from './load-bundles.ts'

type Asking = Pick<VerifiedBundle, 'source' | 'manifest'>

interface BundleNeedsOptions {
  /** Keyed by names of folders: the author chooses a bundle's name, which must not open another's. */
  readonly allowed: Grants
  /** Set when plugins run in walls that permissions can open. */
  readonly isHeld: boolean
  readonly log: Log
}

/**
 * Compares the needs of bundles with the operator's permissions, which decide. A bundle without a permission
 * is served all the same; a permission without a need is open, and one without a bundle waits for it. Each is
 * logged once.
 */
export class BundleNeeds {
  readonly #options: BundleNeedsOptions
  /** The needs at the last report, with the bundle's folder before them. */
  #reported: ReadonlySet<string> = new Set()
  /** The sentences on permissions without a bundle at the last report. */
  #lost: readonly string[] = []

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

  /**
   * Logs missing and unneeded permissions of bundles, each once until they change. `refused` are the names of
   * other bundles that are there.
   */
  report(bundles: readonly Asking[], refused: readonly string[] = []): void {
    const lost = listLostGrants(this.#options.allowed, [...bundles.map(({ source }) => source), ...refused])
    for (const text of lost.filter((each) => !this.#lost.includes(each))) this.#options.log.warn({}, text)
    this.#lost = lost
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
    const unasked = describeUnasked(source, allowed, needs)
    if (unasked !== undefined) this.#options.log.warn(fields, unasked)
  }
}

function toWish({ source, manifest }: Asking): string {
  return `${source}: ${manifest.needs?.join() ?? ''}`
}

function listCommon(needs: readonly Need[], allowed: readonly Need[]): string {
  return needs.filter((need) => allowed.includes(need)).join(', ') || 'nothing'
}
