import { createHash } from 'node:crypto'
import { SpecimenError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { type Manifest, manifestName, parseManifest } from '../domain/manifest.ts'
import { type SourceError, toSourceError } from '../domain/source-error.ts'
import { closeFile, isAbsent, readWhole } from '../files/open-file.ts'
import { type Confinement, type OpenByName, useFolder } from '../files/open-inside.ts'
import type { LoadedBundle } from '../run/pool/bundle-pool.ts'
import { parseSchema } from '../schema/check-schema.ts'
import type { BundleCopies } from './bundle-copies.ts'
import { incompleteError } from './bundle-copy.ts'
import { readSourceFolder, type SourceFolder } from './source-folder.ts'

const manifestBytes = 4 * 2 ** 20
/** Bytes of all files of a bundle: a manifest that claims more is a mistake, or wants to fill the disk. */
const bundleBytes = 4 * 2 ** 30

/** A bundle whose manifest was parsed and whose files fitted their hashes. */
export interface VerifiedBundle extends LoadedBundle {
  /** Name of its folder in the bundles folder. */
  readonly source: string
  readonly manifest: Manifest
}

/** The usable bundles of a folder, and what is wrong with the others. */
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

/**
 * Returns every usable bundle of a folder: each folder in it whose manifest parses and whose files fit their
 * hashes is copied, as verified, into a private folder named by its hash. What is run and served later is
 * that copy, so files that are replaced change nothing that runs. A broken bundle is an error in the list and
 * costs the others nothing.
 */
export async function loadBundles(folder: SourceFolder, copies: BundleCopies): Promise<LoadedBundles> {
  const { found, errors, files } = await readSourceFolder(folder, async (confinement, source) => {
    return await useFolder(confinement, async (open) => {
      return await loadBundle({ confinement, open }, source, copies)
    })
  })
  const bundles = found.filter((entry) => 'manifest' in entry)
  const unbuilt = found.filter((entry) => 'isPlugin' in entry)
  const hasPlugins =
    files.some((name) => /(?<!\.d)\.ts$/.test(name)) || unbuilt.some(({ isPlugin }) => isPlugin)
  if (hasPlugins && bundles.length === 0)
    return { bundles, errors: [...errors, toSourceError(folder.path, sourcesError(folder))] }
  const missing = unbuilt.map(({ source }) =>
    toSourceError(source, incompleteError(`${manifestName} is missing`)),
  )
  return { bundles, errors: [...errors, ...missing] }
}

async function loadBundle(
  { confinement, open }: { readonly confinement: Confinement; readonly open: OpenByName },
  source: string,
  copies: BundleCopies,
): Promise<VerifiedBundle | Unbuilt> {
  const text = await readManifest(open)
  if (text === undefined) return { source, isPlugin: await holdsPlugin(open) }
  const manifest = parseManifest(parseJson(text.toString('utf8'), manifestName))
  for (const { name, schema } of manifest.functions) parseSchema(schema, `The schema of ${name}`)
  const bytes = manifest.files.reduce((total, file) => total + file.bytes, 0)
  if (bytes > bundleBytes)
    throw incompleteError(`The files must have at most ${bundleBytes} bytes together (got ${bytes})`)
  const hash = createHash('sha256').update(text).digest('hex')
  const { name, functions, files } = manifest
  const copy = await copies.take(hash, { confinement, name, files }, open)
  return { name, hash, source, folder: copy.folder, functions, manifest, copy }
}

/** Returns undefined when there is none. */
async function readManifest(open: OpenByName): Promise<Buffer | undefined> {
  const file = await open(manifestName).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error instanceof SpecimenError
      ? incompleteError(error.message.replace(/\.$/, ''), error.cause)
      : error
  })
  if (!file) return undefined
  try {
    const limits = { shown: manifestName, byteLimit: manifestBytes, createError: incompleteError }
    return await readWhole(file, limits)
  } finally {
    closeFile(file)
  }
}

async function holdsPlugin(open: OpenByName): Promise<boolean> {
  const file = await open('index.ts').catch(() => undefined) // then it holds none
  if (file) closeFile(file)
  return file !== undefined
}

function sourcesError({ path }: SourceFolder): SpecimenError {
  const remedy = `specimen build ${path}, then serve what that has written.`
  const detail = `This folder holds sources of plugins, not bundles: ${remedy}`
  return new SpecimenError('bundle.incomplete', detail)
}
