import { SpecimenError } from '../../contract/domain/errors.ts'
import { toSourceError } from '../../contract/domain/source-error.ts'
import type { SignerKeys } from './bundle-signature.ts'
import { type BundleChecks, type LoadedBundles, loadBundles } from './load-bundles.ts'
import type { SourceFolder } from './source-folder.ts'

/** The settings of a loader of bundles. */
export interface BundleLoaderSettings {
  /** The bundles folder; '' for none. */
  readonly plugins: string
  readonly followLinks: boolean
  readonly watch: boolean
  readonly requireSignature?: string | undefined
}

/**
 * Returns a function that reads the bundles folder. Unreadable parts keep their state. A host that watches
 * the folder may read it while a bundle is being replaced: then the version before stays as well, until there
 * is another usable one. `dropOthers` drops the copies of former bundles, and returns the present hashes.
 */
export function createBundleLoader(
  { plugins, followLinks, watch, requireSignature = '' }: BundleLoaderSettings,
  {
    copies,
    readSigners,
    isOptional,
  }: Pick<BundleChecks, 'copies'> &
    Pick<SourceFolder, 'isOptional'> & { readonly readSigners: () => Promise<SignerKeys | null> },
): { readonly load: () => Promise<LoadedBundles>; readonly dropOthers: () => Set<string> } {
  let last: LoadedBundles = { bundles: [], errors: [] }
  return {
    load: async () => {
      if (!plugins) return last
      const signers = await readSigners().catch(keepIfUnread)
      if (signers instanceof SpecimenError) {
        last = { bundles: last.bundles, errors: [toSourceError(requireSignature, signers)] }
        return last
      }
      const checks = { copies, signers, before: last.bundles, keepsBroken: watch }
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

/** Returns the error of keys whose state is unknown. @throws the error of keys whose state is known */
function keepIfUnread(error: unknown): SpecimenError {
  const cause = error instanceof SpecimenError ? error.cause : undefined
  if (cause instanceof SpecimenError && cause.code === 'system.failed') return cause
  throw error
}
