/** `specimen export`: writes the viewer with all specimens as static files. */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatCount } from '../../core/contract/text/count.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'
import { createTemporaryFolder } from '../../core/engine/files/scratch-folder.ts'
import { createProgressLine, type ProgressLine } from '../report/progress-line.ts'
import { createPalette } from '../report/report.ts'
import { buildFolder } from './build-folder.ts'
import { type ExportHost, type FunctionReport, type GatheredSite, gatherSite } from './gather-site.ts'
import { isWorkerModule, type PageBundle, readPageBundles } from './page-bundles.ts'
import { writeTrialBundles } from './page-trial.ts'
import { type Desktop, openPage, serveFolder } from './show-page.ts'
import { readEarlierFolder, readEarlierPage, writeSiteFolder, writeSitePage } from './write-site.ts'

/** The parameters of the command. */
interface ExportRequest extends SitePlace {
  readonly source: string
  /** Opens a host of a folder of bundles; `allow` takes the place of all that the operator grants. */
  readonly openHost: (bundles: string, allow?: string) => Promise<ExportHost>
  readonly runTimeout: number
  /** Makes a function that is left out a failure. */
  readonly strict: boolean
}

/** The place of a site. */
interface SitePlace {
  readonly out: string
  /** A page in one file, in place of the folder. */
  readonly single: string | undefined
}

/**
 * Runs `specimen export` and returns the exit code; `now` is in milliseconds. A function that can be
 * neither run in a page nor stored is left out with its reason. A site that lacks by a failure what an
 * earlier one shows does not take its place.
 */
export async function runExport(
  request: ExportRequest,
  streams: OutputStreams,
  now: () => number,
): Promise<number> {
  const { out, single, runTimeout, strict } = request
  const { stdout, stderr } = streams
  const earlier = single === undefined ? readEarlierFolder(out) : readEarlierPage(single)
  const started = now()
  const progress = createProgressLine(streams, now)
  const gathered = await gather(request, streams, progress).finally(progress.clear)
  const { bundles, specimens, files, reports, problems } = gathered
  for (const problem of problems) stderr.write(`${toShownText(problem)}\n`)
  for (const report of reports) stdout.write(`${formatReport(report, stdout)}\n`)
  const isRead = gathered.isWhole && gathered.isRead
  const isComplete = isRead && reports.every(({ state }) => state !== 'refused')
  const lost = [...earlier].filter((id) => specimens.every(({ body }) => body.id !== id))
  const place = single ?? out
  if (!isComplete && lost.length > 0) {
    const found = `${place} is as it was: it shows ${lost.join(', ')}, and the new one would not.`
    stderr.write(`specimen: ${toShownText(found)} Mend what is refused above, or remove ${place}.\n`)
    return 1
  }
  const site = { run_timeout: runTimeout, bundles, specimens, files }
  const bytes = await (single === undefined ? writeSiteFolder(out, site) : writeSitePage(single, site))
  const size = `${(bytes / 1e6).toFixed(1)} MB, ${((now() - started) / 1000).toFixed(1)} s`
  stdout.write(`${formatCount(specimens.length, 'specimen')} in ${place}, ${size}\n`)
  return isRead && (isComplete || !strict) ? 0 : 1
}

/** Shows a site in a browser. One in a folder is served until `stopped`, or Ctrl+C. */
export async function showSite(
  { out, single }: SitePlace,
  { stdout }: OutputStreams,
  { desktop, stopped }: { readonly desktop: Desktop; readonly stopped: Promise<unknown> | undefined },
): Promise<void> {
  if (single !== undefined) return openPage(pathToFileURL(resolve(single)).href, desktop)
  const { url, close } = await serveFolder(out)
  stdout.write(`serving on ${url}; Ctrl+C ends it\n`)
  openPage(url, desktop)
  await (stopped ?? once(process, 'SIGINT'))
  close()
}

/** Builds the plugins for a host and gathers its site, which is not whole when a plugin was refused. */
async function gather(
  { source, openHost }: ExportRequest,
  streams: OutputStreams,
  progress: ProgressLine,
): Promise<GatheredSite & { readonly isWhole: boolean }> {
  const { path: folder, close } = createTemporaryFolder('specimen-export-')
  try {
    const { isWhole } = await buildFolder({ source, out: folder }, streams, progress)
    const host = await openHost(folder)
    try {
      const bundles = await readPageBundles(folder)
      const trial = await openTrial(folder, bundles, openHost)
      const gathered = gatherSite({ client: host.client, trial: trial.client, bundles }, progress.wait)
      return { ...(await gathered.finally(trial.close)), isWhole }
    } finally {
      await host.close()
    }
  } finally {
    close()
  }
}

/** Opens a host whose functions run as in a page. */
async function openTrial(
  folder: string,
  bundles: readonly PageBundle[],
  openHost: ExportRequest['openHost'],
): Promise<ExportHost> {
  const { path, close } = createTemporaryFolder('specimen-trial-')
  const names = bundles.filter(({ reason }) => reason === null).map(({ name }) => name)
  try {
    await writeTrialBundles(folder, names, path)
    const threaded = bundles.filter(({ site }) => Object.keys(site.files).some(isWorkerModule))
    const host = await openHost(path, threaded.map(({ name }) => `${name}:worker`).join(' '))
    return { client: host.client, close: async () => await host.close().finally(close) }
  } catch (error) {
    close()
    throw error
  }
}

function formatReport({ id, state, text }: FunctionReport, stdout: OutputStreams['stdout']): string {
  const { good, warning, error } = createPalette(stdout.isTTY === true)
  const paint = { live: good, stored: warning, refused: error }[state]
  return `${paint(state)} ${toShownText(`${id}: ${text}`)}`
}
