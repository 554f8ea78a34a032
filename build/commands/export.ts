/** `specimen export`: writes the viewer with all specimens as static files. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OutputStreams } from '../../core/domain/output-streams.ts'
import { toVisibleText } from '../../core/domain/visible-text.ts'
import { createPalette, createProgressLine, type ProgressLine } from '../report/report.ts'
import { buildFolder } from './build-folder.ts'
import { type ExportHost, type FunctionReport, type GatheredSite, gatherSite } from './gather-site.ts'
import { readPageBundles } from './page-bundles.ts'
import { type Desktop, openPage, serveFolder } from './show-page.ts'
import { refuseForeign, writeSiteFolder, writeSitePage } from './write-site.ts'

/** The parameters of the command. */
interface ExportRequest {
  readonly source: string
  readonly openHost: (bundles: string) => Promise<ExportHost>
  readonly out: string
  /** A page in one file, in place of the folder. */
  readonly single: string | undefined
  readonly runTimeout: number
  /** Null to open no browser. */
  readonly desktop: Desktop | null
}

/** Runs `specimen export` and returns the exit code. `now` is in milliseconds; `stopped` ends `--open`. */
export async function runExport(
  request: ExportRequest,
  streams: OutputStreams,
  { now, stopped }: { readonly now: () => number; readonly stopped: Promise<unknown> | undefined },
): Promise<number> {
  const { out, single, runTimeout, desktop } = request
  const { stdout, stderr } = streams
  if (single === undefined) refuseForeign(out)
  const started = now()
  const progress = createProgressLine(streams, now)
  const gathered = await gather(request, streams, progress).finally(progress.clear)
  const { bundles, specimens, files, reports, problems, isWhole } = gathered
  for (const problem of problems) stderr.write(`${toVisibleText(problem)}\n`)
  const site = { run_timeout: runTimeout, bundles, specimens, files }
  const bytes = await (single === undefined ? writeSiteFolder(out, site) : writeSitePage(single, site))
  for (const report of reports) stdout.write(`${formatReport(report, stdout)}\n`)
  const size = `${(bytes / 1e6).toFixed(1)} MB, ${((now() - started) / 1000).toFixed(1)} s`
  stdout.write(`${specimens.length} specimens in ${single ?? out}, ${size}\n`)
  if (desktop && single !== undefined) openPage(pathToFileURL(resolve(single)).href, desktop)
  else if (desktop) {
    const { url, close } = await serveFolder(out)
    stdout.write(`serving on ${url}; Ctrl+C ends it\n`)
    openPage(url, desktop)
    await (stopped ?? once(process, 'SIGINT'))
    close()
  }
  return isWhole && reports.every(({ state }) => state !== 'refused') ? 0 : 1
}

/** Builds the plugins for a host and gathers its site, which is not whole when a plugin was refused. */
async function gather(
  { source, openHost }: ExportRequest,
  streams: OutputStreams,
  progress: ProgressLine,
): Promise<GatheredSite & { readonly isWhole: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-export-'))
  try {
    const { isWhole } = await buildFolder({ source, out: folder }, streams, progress)
    const host = await openHost(folder)
    try {
      const bundles = await readPageBundles(folder)
      return { ...(await gatherSite(host.client, bundles, progress.show)), isWhole }
    } finally {
      await host.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function formatReport({ id, state, text }: FunctionReport, stdout: OutputStreams['stdout']): string {
  const { good, warning, error } = createPalette(stdout.isTTY === true)
  const paint = { live: good, stored: warning, refused: error }[state]
  return `${paint(state)} ${toVisibleText(`${id}: ${text}`)}`
}
