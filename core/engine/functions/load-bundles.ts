import { createHash } from 'node:crypto'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type Manifest, manifestName, parseManifest, signatureName } from '../../contract/domain/manifest.ts'
import { type SourceError, toSourceError } from '../../contract/domain/source-error.ts'
import { parseSchema } from '../../contract/schema/check-schema.ts'
import { listShortly } from '../../contract/schema/issue-words.ts'
import { toCommand } from '../../contract/text/to-command.ts'
import { parseJson } from '../../contract/values/json.ts'
import { closeFile, ifThere, type ReadLimits, readOpened } from '../files/open-file.ts'
import { type Confinement, type OpenByName, useFolder } from '../files/open-inside.ts'
import type { LoadedBundle } from '../run/pool/bundle-pool.ts'
import type { BundleCopies } from './bundle-copies.ts'
import { findSigner, type Signer, type SignerKeys } from './bundle-signature.ts'
import { keepUnread, readSourceFolder, type SourceFolder } from './source-folder.ts'
import { incompleteError, toBundleError } from './verified-files.ts'

const signatureBytes = 1024
const manifestBytes = 4 * 2 ** 20
/** Bounds the files of a bundle: a manifest that claims more is a mistake, or fills the disk on purpose. */
const bundleBytes = 4 * 2 ** 30

/** A bundle whose manifest was parsed and whose files fitted their hashes. */
export interface VerifiedBundle extends LoadedBundle {
  readonly manifest: Manifest
  /** With the key: a name may get another. */
  readonly signer: Signer | null
}

/** The bundles of a folder, in use and refused. */
export interface FolderBundles {
  readonly used: readonly VerifiedBundle[]
  readonly refused: readonly SourceError[]
}

/** The usable bundles of a folder, and the errors of the others. */
export interface LoadedBundles {
  /** Sorted by folder name. */
  readonly bundles: readonly VerifiedBundle[]
  readonly errors: readonly SourceError[]
}

/** The checks and the destination of bundles. */
export interface BundleChecks {
  readonly copies: BundleCopies
  readonly signers: SignerKeys | null
  /** Bundles that were loaded before, to be kept while their folder cannot be read. */
  readonly before: readonly VerifiedBundle[]
  /** Keeps them also while the contents of their folder are unusable. */
  readonly keepsBroken: boolean
}

/** Returns the usable bundles of a folder, copied as verified into private folders, and errors of others. */
export async function loadBundles(folder: SourceFolder, checks: BundleChecks): Promise<LoadedBundles> {
  const { found, errors, files } = await readSourceFolder(folder, async (confinement, source) => {
    return await useFolder(confinement, async (open) => {
      return await loadBundle({ confinement, open }, source, checks)
    })
  })
  const unbuilt = found.filter((entry) => 'isPlugin' in entry)
  const missing = unbuilt.map(({ source }) =>
    toSourceError(source, incompleteError(`${manifestName} is missing`)),
  )
  const { before, signers, keepsBroken } = checks
  const trusted = before.filter(
    ({ signer }) => !signers || (signer && signers.get(signer.name)?.equals(signer.key)),
  )
  const broken = new Set([...errors, ...missing].map(({ source }) => source))
  const kept = keepsBroken
    ? trusted.filter(({ source }) => broken.has(source) || broken.has(folder.path))
    : keepUnread(trusted, errors, folder)
  const bundles = [...found.filter((entry) => 'manifest' in entry), ...kept].sort(bySource)
  const hasPlugins =
    files.some((name) => /(?<!\.d)\.ts$/.test(name)) || unbuilt.some(({ isPlugin }) => isPlugin)
  if (hasPlugins && bundles.length === 0)
    return { bundles, errors: [...errors, toSourceError(folder.path, sourcesError(folder))] }
  return { bundles, errors: [...errors, ...missing] }
}

function bySource(a: VerifiedBundle, b: VerifiedBundle): number {
  return a.source < b.source ? -1 : 1
}

async function loadBundle(
  { confinement, open }: { readonly confinement: Confinement; readonly open: OpenByName },
  source: string,
  { copies, signers }: BundleChecks,
): Promise<VerifiedBundle | { readonly source: string; readonly isPlugin: boolean }> {
  const text = await readIfThere(open, manifestName, {
    byteLimit: manifestBytes,
    createError: incompleteError,
  })
  if (text === undefined) return { source, isPlugin: await holdsPlugin(open) }
  const signer = signers && (await requireSigner(signers, text, open))
  const manifest = parseManifest(parseJson(text.toString('utf8'), manifestName))
  for (const { name, schema } of manifest.functions) parseSchema(schema, `The schema of ${name}`)
  const bytes = manifest.files.reduce((total, file) => total + file.bytes, 0)
  if (bytes > bundleBytes)
    throw incompleteError(`The files must have at most ${bundleBytes} bytes together (got ${bytes})`)
  const hash = createHash('sha256').update(text).digest('hex')
  const { name, functions, files } = manifest
  const copy = await copies.take(hash, { confinement, name, files }, open)
  return { name, hash, source, folder: copy.folder, functions, manifest, signer, copy }
}

/** @throws `signature.invalid` */
async function requireSigner(signers: SignerKeys, manifest: Buffer, open: OpenByName) {
  const limits = { byteLimit: signatureBytes, createError: signatureError }
  const signature = await readIfThere(open, signatureName, limits)
  if (!signature) throw signatureError(`${signatureName} is missing`)
  const signer = findSigner(signers, manifest, signature.toString('latin1'))
  if (signer) return signer
  const known = listShortly([...signers.keys()], String) || 'nobody'
  throw signatureError(`${signatureName} must be of ${known}, and for this ${manifestName} (got another)`)
}

function signatureError(detail: string): SpecimenError {
  const remedy = `sign the bundle (${toCommand('sign')}) with a key of --require-signature, then reload.`
  return new SpecimenError('signature.invalid', `${detail}; ${remedy}`)
}

async function readIfThere(
  open: OpenByName,
  name: string,
  limits: Omit<ReadLimits, 'shown'>,
): Promise<Buffer | undefined> {
  const file = await ifThere(open(name)).catch((error: unknown) => {
    throw toBundleError(error)
  })
  return file && (await readOpened(Promise.resolve(file), { shown: name, ...limits }))
}

async function holdsPlugin(open: OpenByName): Promise<boolean> {
  const file = await open('index.ts').catch(() => undefined) // no source either
  if (file) closeFile(file)
  return file !== undefined
}

function sourcesError({ path }: SourceFolder): SpecimenError {
  const remedy = `${toCommand(`build ${path}`)}, then serve what that has written.`
  const detail = `This folder holds sources of plugins, not bundles: ${remedy}`
  return new SpecimenError('bundle.incomplete', detail)
}
