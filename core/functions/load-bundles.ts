/**
 * Loading of bundles: every folder below the bundles folder whose manifest parses and whose files fit their
 * hashes is copied, as verified, into a private folder named by its hash. What is run and served later is
 * that copy, so files that are replaced change nothing that runs. A broken bundle is an error in the list and
 * costs the others nothing.
 */
import { createHash } from 'node:crypto'
import { SpecimenError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { type Manifest, manifestName, parseManifest } from '../domain/manifest.ts'
import { type SourceError, toSourceError } from '../domain/source-error.ts'
import { closeFile, isAbsent, readWhole } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import type { LoadedBundle } from '../run/pool/bundle-pool.ts'
import { parseSchema } from '../schema/check-schema.ts'
import type { BundleCopies } from './bundle-copies.ts'
import { refuse } from './bundle-copy.ts'
import { readSourceFolder, type SourceFolder } from './source-folder.ts'

const manifestBytes = 4 * 2 ** 20
/** Bytes of all files of a bundle: a manifest that claims more is a mistake, or wants to fill the disk. */
const bundleBytes = 4 * 2 ** 30

export interface VerifiedBundle extends LoadedBundle {
  /** Name of its folder in the bundles folder. */
  readonly source: string
  readonly manifest: Manifest
}

export interface LoadedBundles {
  /** Sorted by folder name. */
  readonly bundles: readonly VerifiedBundle[]
  readonly errors: readonly SourceError[]
}

/** A folder without a manifest, and whether it holds the source of a plugin instead. */
interface Unbuilt {
  readonly source: string
  readonly isPlugin: boolean
}

/** Returns every usable bundle of a folder. */
export async function loadBundles(folder: SourceFolder, copies: BundleCopies): Promise<LoadedBundles> {
  const { found, errors, files } = await readSourceFolder(folder, async (confinement, source) => {
    return await loadBundle(confinement, source, copies)
  })
  const bundles = found.filter((entry) => 'manifest' in entry)
  const unbuilt = found.filter((entry) => 'isPlugin' in entry)
  const hasPlugins =
    files.some((name) => /(?<!\.d)\.ts$/.test(name)) || unbuilt.some(({ isPlugin }) => isPlugin)
  if (hasPlugins && bundles.length === 0)
    return { bundles, errors: [...errors, toSourceError(folder.path, refuseSources(folder))] }
  const missing = unbuilt.map(({ source }) => toSourceError(source, refuse(`${manifestName} is missing`)))
  return { bundles, errors: [...errors, ...missing] }
}

async function loadBundle(
  confinement: Confinement,
  source: string,
  copies: BundleCopies,
): Promise<VerifiedBundle | Unbuilt> {
  const text = await readManifest(confinement)
  if (text === undefined) return { source, isPlugin: await holdsPlugin(confinement) }
  const manifest = parseManifest(parseJson(text.toString('utf8'), manifestName))
  for (const { name, schema } of manifest.functions) parseSchema(schema, `The schema of ${name}`)
  const bytes = manifest.files.reduce((total, file) => total + file.bytes, 0)
  if (bytes > bundleBytes)
    throw refuse(`The files have ${bytes} bytes, and at most ${bundleBytes} are copied`)
  const hash = createHash('sha256').update(text).digest('hex')
  const { name, functions, files } = manifest
  const copy = await copies.take(hash, { confinement, name, files })
  return { name, hash, source, folder: copy.folder, functions, manifest, copy }
}

/** Returns undefined when there is none. */
async function readManifest(confinement: Confinement): Promise<Buffer | undefined> {
  const file = await openInside(confinement, manifestName).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error instanceof SpecimenError ? refuse(error.message.replace(/\.$/, ''), error.cause) : error
  })
  if (!file) return undefined
  try {
    return await readWhole(file, manifestName, manifestBytes, refuse)
  } finally {
    closeFile(file)
  }
}

async function holdsPlugin(confinement: Confinement): Promise<boolean> {
  // What is wrong with it is no matter here.
  const file = await openInside(confinement, 'index.ts').catch(() => undefined)
  if (file) closeFile(file)
  return file !== undefined
}

function refuseSources({ path }: SourceFolder): SpecimenError {
  const detail = `This folder holds sources of plugins, not bundles: specimen build ${path}, then serve what that has written.`
  return new SpecimenError('bundle.incomplete', detail)
}
