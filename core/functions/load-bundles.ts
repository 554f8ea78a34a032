/**
 * Loading of bundles: every folder below the bundles folder whose manifest parses and whose files fit their hashes is
 * copied, as verified, into a private folder named by its hash. What is run and served later is that copy, so files that
 * are replaced change nothing that runs. A broken bundle is an error in the list and costs the others nothing.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { type BundleFile, type Manifest, manifestName, parseManifest } from '../domain/manifest.ts'
import type { LoadedBundle } from '../run/bundle-pool.ts'
import { parseSchema } from './check-schema.ts'

const manifestBytes = 4 * 2 ** 20
const fileBytes = 512 * 2 ** 20
const parallelReads = 8

/** Something found on disk that could not be used; `source` is the folder's name. */
export interface SourceError {
  readonly source: string
  readonly code: string
  readonly detail: string
}

export interface VerifiedBundle extends LoadedBundle {
  readonly manifest: Manifest
}

export interface LoadedBundles {
  /** Sorted by folder name. */
  readonly bundles: readonly VerifiedBundle[]
  readonly errors: readonly SourceError[]
}

/** Returns every usable bundle of `folder`. An absent folder is one error, not an exception. */
export async function loadBundles(folder: string, privateFolder: string): Promise<LoadedBundles> {
  const { names, errors } = await listFolders(folder)
  const bundles: VerifiedBundle[] = []
  for (let i = 0; i < names.length; i += parallelReads) {
    const batch = names.slice(i, i + parallelReads)
    const settled = await Promise.allSettled(batch.map((name) => loadBundle(join(folder, name), privateFolder)))
    settled.forEach((outcome, k) => {
      if (outcome.status === 'fulfilled') bundles.push(outcome.value)
      else errors.push(toSourceError(batch[k] ?? '', outcome.reason))
    })
  }
  return { bundles, errors }
}

/** Returns the names of the folders in `folder`, sorted, without hidden ones, and an error if it cannot be read. */
export async function listFolders(folder: string): Promise<{ names: string[]; errors: SourceError[] }> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries.filter((entry) => !entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
    return { names: names.sort(), errors: [] }
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error)
    return { names: [], errors: [{ source: folder, code: 'file.missing', detail: `The folder cannot be read: ${found}.` }] }
  }
}

/** Returns an error of one source in the form of the reload answer. */
export function toSourceError(source: string, error: unknown): SourceError {
  if (error instanceof SpecimenError) return { source, code: error.code, detail: error.message }
  if (isFileError(error)) return { source, code: 'file.missing', detail: `${error.message}.` }
  return { source, code: 'internal', detail: toSpecimenError(error).message }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error
}

async function loadBundle(folder: string, privateFolder: string): Promise<VerifiedBundle> {
  const text = await readBounded(join(folder, manifestName), manifestBytes)
  const manifest = parseManifest(parseJson(text.toString('utf8'), manifestName))
  for (const { name, schema } of manifest.functions) parseSchema(schema, `The schema of ${name}`)
  const hash = createHash('sha256').update(text).digest('hex')
  const contents = await Promise.all(manifest.files.map((file) => readVerified(folder, file)))
  const copy = join(privateFolder, hash)
  await writeCopy(copy, manifest.files, contents)
  return { name: manifest.name, hash, folder: copy, functions: manifest.functions, manifest }
}

async function readVerified(folder: string, { path, bytes, sha256 }: BundleFile): Promise<Buffer> {
  const content = await readBounded(join(folder, path), fileBytes)
  if (content.byteLength !== bytes) {
    throw refuse(`${path} has ${content.byteLength} bytes, the manifest says ${bytes}: a copy that is not finished or was edited`)
  }
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== sha256) throw refuse(`${path} has the hash ${found.slice(0, 12)}…, the manifest says ${sha256.slice(0, 12)}…`)
  return content
}

/** Reads a regular file through one descriptor, so that what was measured is what is read. */
async function readBounded(path: string, limit: number): Promise<Buffer> {
  await using file = await open(path, 'r').catch((cause) => {
    throw new SpecimenError(
      'bundle.incomplete',
      `${path} cannot be read (${cause.message}); copy the bundle again, then reload.`,
      { cause },
    )
  })
  const { size } = await file.stat()
  if (size > limit) throw refuse(`${path} has ${size} bytes, at most ${limit} are read`)
  return await file.readFile()
}

/** Written beside and renamed: the folder named by the hash is complete or absent. */
async function writeCopy(copy: string, files: readonly BundleFile[], contents: readonly Buffer[]): Promise<void> {
  if (existsSync(copy)) return
  const unfinished = await mkdtemp(`${copy}.`)
  await Promise.all(
    [...new Set(files.map(({ path }) => dirname(join(unfinished, path))))].map((path) => mkdir(path, { recursive: true })),
  )
  await Promise.all(files.map(({ path }, i) => writeFile(join(unfinished, path), contents[i] ?? '', { mode: 0o600 })))
  await rename(unfinished, copy)
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('bundle.incomplete', `${detail}; build or copy the bundle again, then reload.`)
}
