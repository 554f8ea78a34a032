import { SpecimenError } from '../domain/errors.ts'
import { toSourceError } from '../domain/source-error.ts'
import type { BundleCopies } from './bundle-copies.ts'
import type { SignerKeys } from './bundle-signature.ts'
import { type LoadedBundles, loadBundles } from './load-bundles.ts'

/** Where bundles are, and whether the host reads them again unasked. */
export interface LoaderSettings {
  /** '' for none. */
  readonly plugins: string
  readonly followLinks: boolean
  readonly watch: boolean
  readonly requireSignature?: string | undefined
}

/** What {@link createBundleLoader} takes beside. */
export interface LoaderParts {
  readonly copies: BundleCopies
  readonly readSigners: () => Promise<SignerKeys | null>
  /** Whether the folder may be absent. */
  readonly isOptional: boolean
}

/**
 * Returns what reads the bundles folder. What cannot be read stays as it was. A host that watches the folder
 * reads it unasked, perhaps while a bundle is being replaced: then the version before stays as well, until
 * there is another that can be used. `dropOthers` drops the
 * copies of what was not loaded last, and returns the hashes of what was.
 */
export function createBundleLoader(
  { plugins, followLinks, watch, requireSignature }: LoaderSettings,
  { copies, readSigners, isOptional }: LoaderParts,
): { readonly load: () => Promise<LoadedBundles>; readonly dropOthers: () => Set<string> } {
  let last: LoadedBundles = { bundles: [], errors: [] }
  let isStarting = true
  return {
    load: async () => {
      if (!plugins) return last
      const signers = await readSigners().catch(keepIfUnread)
      if (signers instanceof SpecimenError) {
        last = { bundles: last.bundles, errors: [toSourceError(requireSignature ?? '', signers)] }
        return last
      }
      const checks = { copies, signers, before: last.bundles, keepsBroken: watch, isStarting }
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

/** Returns why the keys cannot be read, where that says nothing of them. @throws what says something */
function keepIfUnread(error: unknown): SpecimenError {
  const cause = error instanceof SpecimenError ? error.cause : undefined
  if (cause instanceof SpecimenError && cause.code === 'system.failed') return cause
  throw error
}
