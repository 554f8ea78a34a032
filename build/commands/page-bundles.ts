import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryName, type FunctionManifest } from '../../core/domain/manifest.ts'
import { mapName } from '../../core/domain/source-map.ts'
import type { SiteBundle } from '../../core/site/site.ts'
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
  const made = needs
    ? { code: null, reason: `it needs ${needs.join(', ')} (@needs)` }
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
      ...own.map((path) => [toPlace(path), new Blob([readFileSync(join(folder, path))])] as const),
    ]),
  }
}

/** Returns a name of plain letters: servers and file systems differ in what else they take. */
export function toFileName(name: string): string {
  return encodeURIComponent(name).replace(/%|^[.]/g, '-')
}
