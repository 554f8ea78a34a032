import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryName, type FunctionManifest } from '../../core/contract/domain/manifest.ts'
import { mapName } from '../../core/contract/domain/source-map.ts'
import type { SiteBundle } from '../../core/viewer/site/site.ts'
import { bundleForPage } from '../bundle/bundle-page.ts'
import { readManifest } from '../output/build-record.ts'

/** A bundle as pages can have it. */
export interface PageBundle {
  readonly name: string
  readonly functions: readonly FunctionManifest[]
  /** A sentence on why it cannot run in a page; null where it can. */
  readonly reason: string | null
  readonly site: SiteBundle
  /** Its module and the files that its functions read, by their path in the site. */
  readonly files: ReadonlyMap<string, Blob>
}

/** Returns the bundles of a folder, each with a module for pages or with the reason why there is none. */
export async function readPageBundles(folder: string): Promise<readonly PageBundle[]> {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return await Promise.all(names.map(async ({ name }) => await readPageBundle(join(folder, name))))
}

async function readPageBundle(folder: string): Promise<PageBundle> {
  const { name, functions, specimens, needs, files } = readManifest(folder)
  const pictures = specimens.map((specimen) => specimen.thumbnail_file)
  const unread = new Set([entryName, mapName, ...pictures])
  const own = files.map(({ path }) => path).filter((path) => !unread.has(path))
  const missing = (needs ?? []).filter((need) => need !== 'worker') // of which pages have their own
  const made =
    missing.length > 0
      ? { code: null, reason: `it needs ${missing.join(', ')} (@needs)` }
      : await bundleForPage(join(folder, entryName))
  const toPlace = (path: string): string => ['bundles', name, ...path.split('/')].map(toFileName).join('/')
  return {
    name,
    functions,
    reason: made.reason,
    site: {
      module: toPlace('index.js'),
      files: Object.fromEntries(own.map((path) => [path, toPlace(path)])),
    },
    files: new Map([
      [toPlace('index.js'), new Blob([made.code ?? ''])],
      ...(await Promise.all(own.map(async (path) => [toPlace(path), await readOwn(folder, path)] as const))),
    ]),
  }
}

/** Returns a file of a bundle; a module of a worker as pages can have it, where they can. */
async function readOwn(folder: string, path: string): Promise<Blob> {
  const made = isWorkerModule(path) ? await bundleForPage(join(folder, path)) : null
  return new Blob([made?.code ?? readFileSync(join(folder, path))])
}

/** Returns whether a file beside the module of a bundle is a module, which a worker may be started of. */
export function isWorkerModule(path: string): boolean {
  return path.endsWith('.mjs') && path !== entryName
}

/** Returns a name of plain letters: servers and file systems differ in what else they take. */
export function toFileName(name: string): string {
  return encodeURIComponent(name).replace(/%|^[.]/g, '-')
}
