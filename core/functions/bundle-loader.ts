import type { BundleCopies } from './bundle-copies.ts'
import type { SignerKeys } from './bundle-signature.ts'
import { type LoadedBundles, loadBundles } from './load-bundles.ts'

/** Where bundles are, and whether the host reads them again unasked. */
export interface LoaderSettings {
  /** '' for none. */
  readonly plugins: string
  readonly followLinks: boolean
  readonly watch: boolean
}

/** What {@link createBundleLoader} takes beside. */
export interface LoaderParts {
  readonly copies: BundleCopies
  readonly readSigners: () => Promise<SignerKeys | null>
  /** Whether the folder may be absent. */
  readonly isOptional: boolean
}

/**
 * Returns what reads the bundles folder. A host that watches it reads it unasked, perhaps while a bundle is
 * being replaced: the version before stays until there is another that can be used. `dropOthers` drops the
 * copies of what was not loaded last, and returns the hashes of what was.
 */
export function createBundleLoader(
  { plugins, followLinks, watch }: LoaderSettings,
  { copies, readSigners, isOptional }: LoaderParts,
): { readonly load: () => Promise<LoadedBundles>; readonly dropOthers: () => Set<string> } {
  let last: LoadedBundles = { bundles: [], errors: [] }
  let isStarting = true
  return {
    load: async () => {
      if (!plugins) return last
      const before = watch ? last.bundles : []
      const checks = { copies, signers: await readSigners(), before, isStarting }
      isStarting = false
      last = await loadBundles({ path: plugins, followLinks, isOptional }, checks)
      return last
    },
    dropOthers: () => {
      const hashes = new Set(last.bundles.map(({ hash }) => hash))
      copies.keepOnly(hashes)
      return hashes
    },
  }
}
