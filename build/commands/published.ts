/** Reads the published bundles of a folder or a Git revision; one without bundles is built from source. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import { manifestName } from '../../core/contract/domain/manifest.ts'
import { createTemporaryFolder } from '../../core/engine/files/scratch-folder.ts'
import type { PublishedApi } from '../compare/compare-schemas.ts'
import { type FoundVersion, findVersion } from '../compare/version.ts'
import { listSchemas } from '../list-schemas.ts'
import { hasErrors } from '../model/diagnostics.ts'
import { readManifest } from '../output/build-record.ts'
import { createPalette, formatDiagnostic } from '../report/report.ts'
import { linkPackages } from './link-packages.ts'

const advice = 'Name a folder of bundles, or a Git revision.'

interface Published extends PublishedApi {
  readonly version: FoundVersion | null
}

/**
 * Returns the contents of `against`, a folder of bundles or else a Git revision of the folder's repository.
 * @throws `config.invalid` for neither, and for sources of that revision that do not build
 */
export function readPublished(against: string, source: string, out: string, sdkFile: string): Published {
  if (statSync(against, { throwIfNoEntry: false })?.isDirectory()) return readBundles(against)
  const { root, folder, close } = openRevision(against, source, advice)
  try {
    const inside = relative(root, realpathOf(out))
    const bundles = join(folder, inside)
    // An out folder elsewhere is no part of the revision; its path would lead to the current bundles.
    const isPart = !inside.startsWith('..') && existsSync(bundles)
    if (isPart && listBundles(bundles).length > 0) return readBundles(bundles)
    return readSources(join(folder, relative(root, realpathOf(source))), against, sdkFile)
  } finally {
    close()
  }
}

/** The folder of a revision, checked out until it is closed. */
export interface OpenRevision {
  readonly root: string
  readonly folder: string
  close(): void
}

/**
 * Writes the files of a revision of the repository that `source` is in, beside the packages that are
 * installed now. `root` is the repository, and `close` removes the folder.
 * @throws `config.invalid` without such a revision or repository
 */
export function openRevision(revision: string, source: string, remedy: string): OpenRevision {
  const root = findRepository(source, remedy)
  const { path, close } = createTemporaryFolder('specimen-against-')
  const folder = realpathSync(path)
  try {
    checkOut(root, revision, remedy, folder)
    linkPackages(root, folder)
    return { root, folder, close }
  } catch (error) {
    close()
    throw error
  }
}

function readBundles(folder: string): Published {
  const names = listBundles(folder)
  if (names.length === 0) throw refuse(`${folder} holds no bundles.`, advice)
  const manifests = names.map((name) => readManifest(join(folder, name)))
  return {
    functions: manifests.flatMap(({ functions }) => functions),
    bundles: manifests.map(({ name, functions, needs = [] }) => {
      return { name, functions: functions.map((declared) => declared.name), needs }
    }),
    specimens: manifests.flatMap(({ specimens }) => specimens),
    version: findVersion(folder),
  }
}

function listBundles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && existsSync(join(folder, name, manifestName)))
    .sort()
}

function readSources(source: string, against: string, sdkFile: string): Published {
  // No source yet: nothing was published.
  if (!existsSync(source)) return { functions: [], specimens: [], bundles: [], version: null }
  const { functions, specimens, bundles, diagnostics } = listSchemas(source, sdkFile)
  if (hasErrors(diagnostics)) {
    const texts = diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, source, createPalette(false)))
    const found = `The sources of ${against} do not build with this version:\n${texts.join('\n')}`
    throw refuse(found, 'Compare with a folder of bundles.')
  }
  return { functions, specimens, bundles, version: findVersion(source) }
}

function findRepository(source: string, remedy: string): string {
  const folder = realpathOf(source)
  const at = statSync(folder).isDirectory() ? folder : join(folder, '..')
  try {
    return realpathSync(runGit(['-C', at, 'rev-parse', '--show-toplevel'], {}).trim())
  } catch (cause) {
    throw refuse(`${source} is in no Git repository.`, remedy, cause)
  }
}

/** Writes the files of a revision into a folder, through a separate index: the repository stays unchanged. */
function checkOut(root: string, revision: string, remedy: string, folder: string): void {
  const environment = { GIT_INDEX_FILE: join(folder, '.index') }
  try {
    runGit(['-C', root, 'read-tree', '--end-of-options', `${revision}^{commit}`], environment)
  } catch (cause) {
    throw refuse(`${revision} is no revision of ${root}.`, remedy, cause)
  }
  runGit(['-C', root, 'checkout-index', '--all', `--prefix=${folder}/`], environment)
}

function runGit(args: readonly string[], environment: { readonly [name: string]: string }): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Returns the real path of what exists, else the whole path. */
export function realpathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path)
}

function refuse(found: string, remedy: string, cause?: unknown): SpecimenError {
  return new SpecimenError('config.invalid', `${found} ${remedy}`, { cause })
}
