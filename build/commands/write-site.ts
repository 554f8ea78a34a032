/** Writes a site: as a folder for any static server, or as one page that opens without one. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import {
  type EntryContent,
  refuseFile,
  refuseFolder,
  replaceEntries,
  replaceFile,
} from '../../core/engine/files/replace.ts'
import { dataWorkerPath, type Site, siteElementId } from '../../core/viewer/site/site.ts'
import { joinScript } from '../bundle/bundle-page.ts'
import { discoverPlugins } from '../files/discover.ts'

/** A site with its files by path, but for those of the viewer. */
interface WrittenSite extends Omit<Site, 'in_page'> {
  readonly files: ReadonlyMap<string, Blob>
}

const viewer = fileURLToPath(new URL('./viewer/', import.meta.url))
const pageName = 'index.html'
/** The folders of a site beside its page. */
const folderNames = ['viewer', 'bundles', 'data', 'results', 'thumbnails']
const siteStart = `<script type="application/json" id="${siteElementId}">`

/** Replaces what an earlier export has written to a folder. Returns the bytes. @throws as `replaceEntries` */
export async function writeSiteFolder(folder: string, { files, ...site }: WrittenSite): Promise<number> {
  const { site: script, style, icon, preloads } = readEntries()
  const page = toPage({
    policy: {
      script: "'self'",
      worker: "'self' blob:",
      style: "'self'",
      picture: "'self' data:",
      connect: "'self'",
    },
    head: `<link rel="icon" href="viewer/${icon}" type="image/svg+xml">
<link rel="stylesheet" href="viewer/${style}">
<script type="module" src="viewer/${script}"></script>
${preloads}`,
    site: { ...site, in_page: {} },
  })
  const written: (readonly [path: string, bytes: Uint8Array])[] = [...listViewer()]
  for (const [path, file] of files) written.push([path, new Uint8Array(await file.arrayBuffer())])
  const entries = folderNames.map((name): [string, EntryContent] => {
    const inside = written.filter(([path]) => path.startsWith(`${name}/`))
    const content = new Map(inside.map(([path, bytes]) => [path.slice(name.length + 1), bytes]))
    return [name, content.size > 0 ? content : null]
  })
  replaceEntries(folder, new Map([...entries, [pageName, page]]))
  return written.reduce((sum, [, { byteLength }]) => sum + byteLength, Buffer.byteLength(page))
}

/** Writes the page with everything in it. Returns its bytes. @throws as `replaceFile` */
export async function writeSitePage(file: string, { files, ...site }: WrittenSite): Promise<number> {
  const entries = readEntries()
  const script = await joinScript(join(viewer, entries.site), 'esm')
  const style = readFileSync(join(viewer, entries.style), 'utf8')
  const icon = readFileSync(join(viewer, entries.icon)).toString('base64')
  const worker = new Blob([await joinScript(join(viewer, entries.dataWorker), 'iife')])
  const encoding = [...files, [dataWorkerPath, worker] as const].map(
    async ([path, content]) => [path, Buffer.from(await content.arrayBuffer()).toString('base64')] as const,
  )
  const page = toPage({
    policy: {
      script: toHash(script),
      worker: 'blob:',
      style: toHash(style),
      picture: 'data:',
      connect: "'none'",
    },
    head: `<link rel="icon" href="data:image/svg+xml;base64,${icon}">
<style>${style}</style>`,
    site: { ...site, in_page: Object.fromEntries(await Promise.all(encoding)) },
    script: `<script type="module">${script}</script>\n`,
  })
  replaceFile(file, page)
  return Buffer.byteLength(page)
}

/**
 * Returns the ids of the specimens that an earlier export has written to a folder: none where there is none.
 * @throws `config.invalid` for a folder with files that no export has written, and for a file
 */
export function readEarlierFolder(folder: string): ReadonlySet<string> {
  refuseFile(folder, advisePlace(folder, 'Name another folder, or remove it.'))
  if (!existsSync(folder) || readdirSync(folder).length === 0) return new Set()
  const page = join(folder, pageName)
  const ids = existsSync(page) ? readIds(readFileSync(page, 'utf8')) : null
  if (ids) return ids
  const found = `${folder} has files, and no page of an earlier export: nothing was written.`
  const remedy = advisePlace(folder, 'Name an empty folder, or one that is not there.')
  throw new SpecimenError('config.invalid', `${found} ${remedy}`)
}

/** Returns the remedy of a place that cannot be written: the option for plugins, where it holds some. */
function advisePlace(path: string, otherwise: string): string {
  const [plugin] = discoverPlugins(path).plugins
  if (!plugin) return otherwise
  const source = basename(plugin.entry).startsWith('index.') ? plugin.entry : resolve(path)
  return `Plugins are named by --in: ${toCommand(`export --in ${relative(process.cwd(), source)}`)}.`
}

/**
 * Returns the same of a page in one file.
 * @throws `config.invalid` for a file that no export has written, and for a folder
 */
export function readEarlierPage(file: string): ReadonlySet<string> {
  const present = refuseFolder(file)
  if (!present?.isFile() || present.size === 0) return new Set()
  const ids = readIds(readFileSync(file, 'utf8'))
  if (ids) return ids
  const found = `${file} is no page of an earlier export: nothing was written.`
  throw new SpecimenError('config.invalid', `${found} Name a file that is not there, or remove it.`)
}

/** Returns the ids of the specimens of a page, and null for a page that no export has written. */
function readIds(page: string): ReadonlySet<string> | null {
  const start = page.indexOf(siteStart)
  const end = page.indexOf('</script>', start)
  if (start < 0 || end < 0) return null
  try {
    // An export has written it: what fails here was changed since, or is no page of one.
    const { specimens }: Site = JSON.parse(page.slice(start + siteStart.length, end))
    return new Set(specimens.map(({ body }) => body.id))
  } catch {
    return null
  }
}

/** The viewer's files by their part, and the links of a page that has it load them early. */
function readEntries(): Record<'site' | 'style' | 'icon' | 'dataWorker' | 'preloads', string> {
  return JSON.parse(readFileSync(join(viewer, 'entries.json'), 'utf8'))
}

/** Returns the files of the viewer that pages load; compressed forms are for hosts. */
function listViewer(): (readonly [path: string, bytes: Buffer])[] {
  return readdirSync(viewer)
    .filter((name) => /\.(js|css|svg|txt)$/.test(name))
    .map((name) => [`viewer/${name}`, readFileSync(join(viewer, name))])
}

/** The parts of an exported page. */
interface PageParts {
  readonly policy: Readonly<Record<'script' | 'worker' | 'style' | 'picture' | 'connect', string>>
  readonly head: string
  readonly site: Site
  /** A script in the page, behind what it reads. */
  readonly script?: string
}

/**
 * Returns the HTML. Its policy holds in the workers of functions as well, because they start from blobs: a
 * function loads nothing of another origin, and in a page with everything in it nothing at all.
 */
function toPage(parts: PageParts): string {
  const { policy, head, site, script = '' } = parts
  const rules = [
    "default-src 'none'",
    `script-src ${policy.script} blob: 'unsafe-eval'`, // as plugins and their packages may on a host
    `worker-src ${policy.worker}`,
    `connect-src ${policy.connect}`,
    `style-src ${policy.style}`,
    `img-src ${policy.picture} blob:`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Specimens in 3D, computed by functions with parameters.">
<title>Specimens</title>
${head}
</head>
<body>
<div id="app"></div>
<noscript><h1>Specimens</h1><p>This page draws specimens in 3D, which needs JavaScript.</p></noscript>
${siteStart}${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>
${script}</body>
</html>
`
}

function toHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
