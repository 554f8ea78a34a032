/**
 * Composition of one catalog from its sources: functions and specimens in code, bundles, metadata files. A
 * pure function, so that a reload is: gather, compose, swap.
 *
 * Names: functions in code claim theirs first, then bundles: holders of names, then the others by folder
 * name; a second claimant is refused whole. The same bundle in two folders is one. Specimens in code come
 * first, then metadata files, then those of bundles; a metadata file replaces the bundle's specimen of the
 * same id, which is how an operator gives a function other bounds.
 */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type SourceError, toSourceError } from '../../contract/domain/source-error.ts'
import type { DynamicSpecimen, Specimen } from '../../contract/domain/specimen.ts'
import type { FolderBundles, LoadedBundles, VerifiedBundle } from '../functions/load-bundles.ts'
import type { RegisteredFunction } from '../functions/registry.ts'
import type { BundlePool } from '../run/pool/bundle-pool.ts'
import { type Claimant, claimNames, type Holders, keepHolders, sortClaimants } from './claims.ts'
import type { ScannedFolder } from './scan-folder.ts'
import { type Snapshot, toTargets } from './snapshot.ts'
import type { SpecimenFile } from './specimen-file.ts'
import { toBundleSpecimens, toFileSpecimen } from './to-specimens.ts'

/** The sources of one composition. */
export interface CatalogSources {
  readonly functions: readonly RegisteredFunction[]
  readonly specimens: readonly DynamicSpecimen[]
  readonly bundles: LoadedBundles
  readonly folder: ScannedFolder
  /** Files that are specimens by themselves. Any other specimen has its id before them. */
  readonly data: ScannedFolder
  readonly holders: Composition['holders']
}

/** The holders before the first reload: none. */
export const noHolders: Composition['holders'] = { bundles: new Map(), specimens: new Map() }

/** A snapshot, and the state for the next one. */
export interface Composition {
  readonly snapshot: Snapshot
  /** The bundles of the folder, in use and refused. */
  readonly bundles: FolderBundles
  /** The folders that hold names: of bundles, and of specimens. */
  readonly holders: { readonly bundles: Holders; readonly specimens: Holders }
}

/** Returns the catalog of the sources; conflicting or unfit entries are left out and named in `errors`. */
export function composeSnapshot(
  sources: CatalogSources,
  pool: Pick<BundlePool, 'createRunner'>,
): Composition {
  const refused = [...sources.bundles.errors]
  const errors = [...sources.folder.errors, ...sources.data.errors]
  const functions = new Map(sources.functions.map((registered) => [registered.manifest.name, registered]))
  const specimens = new Map<string, Specimen>(sources.specimens.map((specimen) => [specimen.id, specimen]))

  const candidates = sources.bundles.bundles.map(toBundleClaimant)
  const bundleHolders = keepHolders(sources.holders.bundles, candidates, listSources(sources.bundles.errors))
  const claimed = new Map(
    sources.functions.map(({ manifest, owner }) => [`function name ${manifest.name}`, owner]),
  )
  const bundles = dropDoubles(sortClaimants(candidates, bundleHolders)).filter((claimant) =>
    attempt(claimant.source, refused, () => {
      claimNames(claimant, claimed, bundleHolders)
      for (const registered of toRegistered(claimant.bundle, pool))
        functions.set(registered.manifest.name, registered)
    }),
  )
  const shown = new Map(
    bundles.flatMap(({ bundle }) =>
      toBundleSpecimens(bundle, errors).map((specimen) => [specimen.id, specimen]),
    ),
  )

  const files = sources.folder.files.map(toFileClaimant)
  const fileHolders = keepHolders(sources.holders.specimens, files, listSources(sources.folder.errors))
  const ids = new Map(sources.specimens.map(({ id }) => [`id ${id}`, 'a specimen in code']))
  const accepted = sortClaimants(files, fileHolders).filter((claimant) =>
    attempt(claimant.source, errors, () => {
      const faults: SpecimenError[] = []
      const specimen = toFileSpecimen(claimant.file, { functions, shown, faults })
      claimNames(claimant, ids, fileHolders)
      errors.push(...faults.map((fault) => toSourceError(claimant.source, fault)))
      specimens.set(specimen.id, specimen)
    }),
  )
  for (const specimen of shown.values()) if (!specimens.has(specimen.id)) specimens.set(specimen.id, specimen)
  for (const { source, file } of sources.data.files)
    attempt(source, errors, () => {
      const isHeld = fileHolders.has(`id ${file.id}`) || bundleHolders.has(`specimen id ${file.id}`)
      if (isHeld || specimens.has(file.id)) throw takenError(file.id)
      specimens.set(file.id, toFileSpecimen(file, { functions, shown, faults: [] }))
    })
  const targets = toTargets(functions, specimens.values())
  const snapshot = {
    functions,
    targets,
    specimens: new Map([...specimens].sort(([a], [b]) => (a < b ? -1 : 1))),
    bundles: bundles.length,
    errors: [...refused, ...errors],
  }
  const holders = {
    bundles: addHolders(bundleHolders, bundles),
    specimens: addHolders(fileHolders, accepted),
  }
  return { snapshot, bundles: { used: bundles.map(({ bundle }) => bundle), refused }, holders }
}

function takenError(id: string): SpecimenError {
  return new SpecimenError('name.taken', `Its id ${id} belongs to another specimen; rename the file.`)
}

function attempt(source: string, errors: SourceError[], action: () => void): boolean {
  try {
    action()
    return true
  } catch (error) {
    errors.push(toSourceError(source, error))
    return false
  }
}

function toBundleClaimant(bundle: VerifiedBundle) {
  const { manifest, source } = bundle
  const names = [
    ...manifest.functions.map(({ name }) => `function name ${name}`),
    ...manifest.specimens.map(({ id }) => `specimen id ${id}`),
  ]
  return { source, names, title: `bundle ${bundle.name} (folder ${source})`, bundle }
}

function toFileClaimant({
  source,
  file,
}: ScannedFolder['files'][number]): Claimant & { readonly file: SpecimenFile } {
  return { source, names: [`id ${file.id}`], title: `the specimen in folder ${source}`, file }
}

/** Merges equal bundles of two folders into the first. */
function dropDoubles(claimants: readonly ReturnType<typeof toBundleClaimant>[]) {
  const first = new Map([...claimants].reverse().map((claimant) => [claimant.bundle.hash, claimant]))
  return claimants.filter((claimant) => first.get(claimant.bundle.hash) === claimant)
}

function listSources(errors: readonly SourceError[]): Set<string> {
  return new Set(errors.map(({ source }) => source))
}

function addHolders(before: Holders, accepted: readonly Claimant[]): Holders {
  return new Map([
    ...before,
    ...accepted.flatMap(({ source, names }) => names.map((name) => [name, source] as const)),
  ])
}

function toRegistered(bundle: VerifiedBundle, pool: Pick<BundlePool, 'createRunner'>): RegisteredFunction[] {
  const runner = pool.createRunner(bundle)
  return bundle.functions.map((manifest) => ({
    manifest,
    owner: `bundle ${bundle.name}`,
    revision: bundle.hash,
    runner,
  }))
}
