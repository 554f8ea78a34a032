/** `specimen dev`: builds and serves plugins while they are edited, and shows them in a browser. */

import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { manifestName } from '../../core/contract/domain/manifest.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { discoverPlugins } from '../files/discover.ts'
import { isFolder } from '../files/paths.ts'
import { readManifest } from '../output/build-record.ts'
import { createProgressLine } from '../report/progress-line.ts'
import { startBodyChecks } from './body-checks.ts'
import { type DevHost, type HostSettings, startHost, useHost } from './dev-host.ts'
import { createOutlet, type DevOutlet } from './dev-outlet.ts'
import { createBuilder } from './dev-session.ts'
import { type Desktop, openPage } from './show-page.ts'
import { watchFiles } from './watch-files.ts'

export interface DevRequest {
  readonly source: string
  readonly out: string
  /** A running host with the token of its API, or the settings of a new one. */
  readonly host: { readonly url: string; readonly token: string | undefined } | HostSettings
  /** Seconds between polls of the files; undefined where the system reports changes. */
  readonly poll: number | undefined
  /** The desktop that opens the page of a host of its own; null for none. */
  readonly desktop: Desktop | null
  readonly bodies: string
}

/** Ctrl+C, a requested end, and a closed terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs `specimen dev` until a signal or `stopped`, and returns the exit code. */
export async function runDev(
  request: DevRequest,
  streams: OutputStreams,
  stopped: Promise<unknown> = Promise.race(signals.map((signal) => once(process, signal))),
): Promise<number> {
  const { source, out, host: wanted, poll } = request
  const missing = findMissing(source, wanted)
  if (missing !== null) {
    streams.stderr.write(`specimen: ${missing}\n`)
    return 2
  }
  const pollMs = poll === undefined ? null : poll * 1000
  mkdirSync(out, { recursive: true })
  let host: Promise<DevHost> | null = null
  let isStopped = false
  const outlet = createOutlet(source, streams)
  const onProblem = (text: string): void => {
    if (!isStopped) outlet.onProblem(text)
  }
  const bodies = startBodyChecks(request.bodies, outlet.onBodies, onProblem)
  const build = async (): Promise<void> => {
    await builder.build()
    bodies.check(discoverPlugins(source).plugins.map(({ entry }) => entry))
  }
  const watcher = watchFiles({ source, onChange: () => void build(), onProblem, pollMs })
  const builder = createBuilder({
    ...outlet,
    onProblem,
    source,
    out,
    now: Date.now,
    startProgress: () => createProgressLine(streams, Date.now),
    onInputs: watcher.watch,
    host: () => host,
  })
  const ended = stopped.then(() => {
    isStopped = true
  })
  try {
    await Promise.race([builder.build(), ended])
    if (isStopped) return 0
    host = openHost(out, wanted, outlet)
    // Builds once more for files saved meanwhile, and reports loading errors of the host.
    await Promise.race([host.then(async () => await build()), ended])
    if (isStopped) return 0
    announce(request, (await host).url, streams)
    await ended
    return 0
  } catch (error) {
    if (isStopped) return 0 // Ctrl+C reaches the host as well, which may end before it listens
    throw error
  } finally {
    await Promise.all([watcher.close(), bodies.close()])
    await host?.then(async ({ close }) => await close()).catch(() => undefined) // thrown above
  }
}

function findMissing(source: string, wanted: DevRequest['host']): string | null {
  if (!existsSync(source))
    return `${source} does not exist. Write a plugin to start from: ${toCommand('new <name>')}`
  const specimens = 'url' in wanted ? undefined : wanted.specimens
  if (specimens === undefined || isFolder(specimens)) return null
  return `--specimens must name a folder, and ${specimens} is none. Make it, or leave the option out.`
}

/** Returns the named host, or starts one. @throws `config.invalid` when there is none then */
async function openHost(
  out: string,
  wanted: DevRequest['host'],
  { events, onLog }: DevOutlet,
): Promise<DevHost> {
  if (!('url' in wanted)) return await startHost(wanted, out, onLog, events)
  events.resume() // a host of another process gets no events
  const host = useHost(wanted.url, wanted.token)
  await host.reload()
  return host
}

function announce(
  { source, out, host, desktop }: DevRequest,
  url: string,
  { stdout, stderr }: OutputStreams,
): void {
  stdout.write(`serving on ${url}; watching ${source}\n`)
  if ('url' in host) stderr.write(`Problems and output are shown here only, not on the page at ${url}\n`)
  else if (desktop && stdout.isTTY === true) openPage(`${url}/${findFragment(source, out)}`, desktop)
}

function findFragment(source: string, out: string): string {
  const [plugin] = isFolder(source) ? [] : discoverPlugins(source).plugins
  const folder = plugin && join(out, plugin.name)
  // A plugin with problems, which the gallery shows as well
  if (!folder || !existsSync(join(folder, manifestName))) return ''
  const [specimen] = readManifest(folder).specimens
  return specimen ? `#/${specimen.id}` : ''
}
