/**
 * Composition of one catalog from its sources: functions and specimens in code, bundles, metadata files. A
 * pure function, so that a reload is: gather, compose, swap.
 *
 * Names: functions in code claim theirs first, then bundles: holders of names, then the others by folder
 * name; a second claimant is refused whole. The same bundle in two folders is one. Specimens in code come
 * first, then metadata files, then those of bundles; a metadata file replaces the bundle's specimen of the
 * same id, which is how an operator gives a function other bounds.
 */
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { ParameterSchema } from '../domain/schema.ts'
import { type SourceError, toSourceError } from '../domain/source-error.ts'
import type { Asset, DynamicSpecimen, Specimen } from '../domain/specimen.ts'
import { pickWords } from '../domain/words.ts'
import type { LoadedBundles, VerifiedBundle } from '../functions/load-bundles.ts'
import type { RegisteredFunction, Registry } from '../functions/registry.ts'
import type { BundlePool } from '../run/pool/bundle-pool.ts'
import { listShortly } from '../schema/issue-words.ts'
import { checkWords } from './check-words.ts'
import { type Claimant, claimNames, type Holders, keepHolders, sortClaimants } from './claims.ts'
import type { ScannedFolder } from './scan-folder.ts'
import { type Snapshot, toTargets } from './snapshot.ts'
import type { SpecimenFile } from './specimen-file.ts'

/** The sources of one composition. */
export interface CatalogSources {
  readonly functions: readonly RegisteredFunction[]
  readonly specimens: readonly DynamicSpecimen[]
  readonly bundles: LoadedBundles
  readonly folder: ScannedFolder
  /** Files that are specimens by themselves. Any other specimen has its id before them. */
  readonly data: ScannedFolder
  readonly holders: SourceHolders
}

/** The folders that hold names: of bundles, and of specimens. */
export interface SourceHolders {
  readonly bundles: Holders
  readonly specimens: Holders
}

/** The holders before the first reload: none. */
export const noHolders: SourceHolders = { bundles: new Map(), specimens: new Map() }

/** The bundles of a folder, in use and refused. */
export interface BundleStates {
  readonly used: readonly VerifiedBundle[]
  readonly refused: readonly SourceError[]
}

/** A snapshot, and the state for the next one. */
export interface Composition {
  readonly snapshot: Snapshot
  readonly bundles: BundleStates
  readonly holders: SourceHolders
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
    bundles.flatMap(({ bundle }) => toSpecimens(bundle, errors).map((specimen) => [specimen.id, specimen])),
  )

  const files = sources.folder.files.map(toFileClaimant)
  const fileHolders = keepHolders(sources.holders.specimens, files, listSources(sources.folder.errors))
  const ids = new Map(sources.specimens.map(({ id }) => [`id ${id}`, 'a specimen in code']))
  const accepted = sortClaimants(files, fileHolders).filter((claimant) =>
    attempt(claimant.source, errors, () => {
      const specimen = toSpecimen(claimant.file, functions, shown)
      claimNames(claimant, ids, fileHolders)
      specimens.set(specimen.id, specimen)
    }),
  )
  for (const specimen of shown.values()) if (!specimens.has(specimen.id)) specimens.set(specimen.id, specimen)
  for (const { source, file } of sources.data.files)
    attempt(source, errors, () => {
      const isHeld = fileHolders.has(`id ${file.id}`) || bundleHolders.has(`specimen id ${file.id}`)
      if (isHeld || specimens.has(file.id)) throw takenError(file.id)
      specimens.set(file.id, toSpecimen(file, functions, shown))
    })
  const sorted = [...specimens].sort(([a], [b]) => (a < b ? -1 : 1))
  const targets = toTargets(functions, specimens.values())
  const snapshot = {
    functions,
    targets,
    specimens: new Map(sorted),
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

interface BundleClaimant extends Claimant {
  readonly bundle: VerifiedBundle
}

function toBundleClaimant(bundle: VerifiedBundle): BundleClaimant {
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
function dropDoubles(claimants: readonly BundleClaimant[]): BundleClaimant[] {
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

function toSpecimens(
  { manifest, folder, copy, source }: VerifiedBundle,
  errors: SourceError[],
): DynamicSpecimen[] {
  const functions = new Map(manifest.functions.map((entry) => [entry.name, entry]))
  return manifest.specimens.flatMap((entry) => {
    const shown = functions.get(entry.function_name)
    if (!shown) return [] // parseManifest has refused such a manifest
    const { words, faults } = checkWords(pickWords(entry), `the specimen ${entry.id}`)
    errors.push(...faults.map((fault) => toSourceError(source, fault)))
    const prepare = copy && { prepare: () => copy.prepare() }
    const thumbnail: Asset | null =
      entry.thumbnail_file === null ? null : { kind: 'file', folder, name: entry.thumbnail_file, ...prepare }
    return [
      {
        kind: 'dynamic',
        id: entry.id,
        origin: null,
        displayName: entry.display_name,
        description: entry.description,
        type: shown.return_type,
        tags: entry.tags,
        storyText: entry.story_text,
        words,
        thumbnail,
        functionName: shown.name,
        schema: shown.schema,
      } satisfies DynamicSpecimen,
    ]
  })
}

function toSpecimen(
  file: SpecimenFile,
  functions: Registry,
  shown: ReadonlyMap<string, DynamicSpecimen>,
): Specimen {
  const { id, displayName, data } = file
  if (data !== null && file.type !== null) {
    const { type, thumbnail } = file
    const texts = {
      displayName: displayName ?? id,
      description: file.description ?? '',
      tags: file.tags ?? [],
      storyText: file.storyText ?? [],
      words: file.words ?? {},
    }
    return { kind: 'static', id, origin: null, ...texts, type, thumbnail, data }
  }
  const functionName = file.functionName ?? ''
  const registered = functions.get(functionName)
  if (!registered) {
    throw new SpecimenError(
      'function.unknown',
      `function_name must be a function of a loaded bundle (got ${describe(functionName)}); add its bundle.`,
    )
  }
  const base = shown.get(functionName)
  return {
    kind: 'dynamic',
    id,
    origin: null,
    displayName: displayName ?? id,
    description: file.description ?? base?.description ?? registered.manifest.description,
    type: requireType(file, registered),
    tags: file.tags ?? base?.tags ?? [],
    storyText: file.storyText ?? base?.storyText ?? [],
    words: { ...base?.words, ...file.words },
    thumbnail: file.thumbnail ?? base?.thumbnail ?? null,
    functionName,
    schema: file.schema === null ? registered.manifest.schema : requireFit(file.schema, registered),
  }
}

function requireType({ type }: SpecimenFile, { manifest }: RegisteredFunction): Specimen['type'] {
  if (type === null || type === manifest.return_type) return manifest.return_type
  throw new SpecimenError(
    'metadata.invalid',
    `type must be ${manifest.return_type}, as ${manifest.name} returns it (got ${type}); leave type out.`,
  )
}

/** A metadata file's schema may bound the function's parameters, not invent or lose needed ones. */
function requireFit(schema: ParameterSchema, { manifest }: RegisteredFunction): ParameterSchema {
  const names = Object.keys(schema.properties)
  const foreign = names.find((name) => !Object.hasOwn(manifest.schema.properties, name))
  const lost = (manifest.schema.required ?? []).find((name) => !names.includes(name))
  if (foreign !== undefined || lost !== undefined) {
    const problem =
      foreign === undefined
        ? `must have the required parameter ${lost}`
        : `must not have ${foreign}, which ${manifest.name} does not take`
    const known = listShortly(Object.keys(manifest.schema.properties), String)
    throw new SpecimenError('schema.invalid', `schema ${problem}; its parameters are ${known}.`)
  }
  return schema
}
