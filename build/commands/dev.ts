/** `specimen dev`: builds and serves plugins while they are edited. */
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { isFolder } from '../files/discover.ts'
import { createPalette, formatCount, formatDiagnostic, formatPlugin } from '../report/report.ts'
import { countDiagnostics, type RunReport } from '../report/run-report.ts'
import { createProgressLine, type Streams } from '../report/terminal.ts'
import { type DevHost, type HostSettings, startHost, useHost } from './dev-host.ts'
import { formatLogLine } from './dev-log.ts'
import { createBuilder } from './dev-session.ts'
import { watchFiles } from './watch-files.ts'

export interface DevRequest {
  /** Folder of plugins, or one plugin file. */
  readonly source: string
  readonly out: string
  /** A host that runs already, with the token of its API, or what one is started with. */
  readonly host: { readonly url: string; readonly token: string | undefined } | HostSettings
  /** Looks at the files every so many seconds; undefined where the system tells of changes. */
  readonly poll: number | undefined
}

/** Ctrl+C, an end asked for, and a terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs `specimen dev` until it is stopped, by a signal or by `stopped`, and returns the exit code. */
export async function runDev(
  { source, out, host: wanted, poll }: DevRequest,
  streams: Streams,
  stopped: Promise<unknown> = Promise.race(signals.map((signal) => once(process, signal))),
): Promise<number> {
  const missing = findMissing(source, wanted)
  if (missing !== null) {
    streams.stderr.write(`specimen: ${missing}\n`)
    return 2
  }
  const pollMs = poll === undefined ? null : poll * 1000
  mkdirSync(out, { recursive: true })
  let host: Promise<DevHost> | null = null
  let isStopped = false
  const complain = (text: string): void => {
    if (!isStopped) streams.stderr.write(`${text}\n`)
  }
  const watcher = watchFiles({ source, onChange: () => void builder.build(), onProblem: complain, pollMs })
  const builder = createBuilder({
    source,
    out,
    now: Date.now,
    startProgress: () => createProgressLine(streams, Date.now),
    onReport: (report) => writeRound(report, streams),
    onServed: (milliseconds) => streams.stdout.write(`served after ${Math.round(milliseconds)} ms\n`),
    onInputs: watcher.watch,
    onProblem: complain,
    host: () => host,
  })
  const ended = stopped.then(() => {
    isStopped = true
  })
  try {
    await Promise.race([builder.build(), ended])
    if (isStopped) return 0
    host = openHost({ out, wanted, onLog: toLogWriter(source, streams) })
    // Once more: what was saved meanwhile, and what the host cannot load.
    await Promise.race([host.then(async () => await builder.build()), ended])
    if (isStopped) return 0
    streams.stdout.write(`serving on ${(await host).url}; watching ${source}\n`)
    await ended
    return 0
  } catch (error) {
    if (isStopped) return 0 // Ctrl+C reaches the host as well, which may end before it listens
    throw error
  } finally {
    await watcher.close()
    await host?.then(async ({ close }) => await close()).catch(() => undefined) // it was thrown above
  }
}

/** Says which folder is not there; that of specimens may be absent unless it was named. */
function findMissing(source: string, wanted: DevRequest['host']): string | null {
  if (!existsSync(source))
    return `${source} does not exist. Write a plugin to start from: specimen new <name>`
  const specimens = 'url' in wanted ? undefined : wanted.specimens
  if (specimens === undefined || isFolder(specimens)) return null
  return `--specimens must name a folder, and ${specimens} is none. Make it, or leave the option out.`
}

interface HostRequest {
  readonly out: string
  readonly wanted: DevRequest['host']
  readonly onLog: (line: string) => void
}

/** Returns the host that was named, or starts one. @throws `config.invalid` when there is none then */
async function openHost({ out, wanted, onLog }: HostRequest): Promise<DevHost> {
  if ('url' in wanted) {
    const host = useHost(wanted.url, wanted.token)
    await host.reload()
    return host
  }
  return await startHost({ program: findProgram(), out, onLog, ...wanted })
}

function toLogWriter(source: string, { stderr }: Streams): (line: string) => void {
  const palette = createPalette(stderr.isTTY === true)
  return (line) => {
    const text = formatLogLine(line, source, palette)
    if (text !== null) stderr.write(`${text}\n`)
  }
}

/** The file of the command line that runs. */
function findProgram(): string {
  const [, program] = process.argv
  if (!program) throw new Error('The command line has no file of its own; name a running host with --to.')
  return program
}

function writeRound(
  { plugins, removed, diagnostics, seconds }: RunReport,
  { stdout, stderr }: Streams,
): void {
  const [palette, shades] = [createPalette(stderr.isTTY === true), createPalette(stdout.isTTY === true)]
  for (const diagnostic of diagnostics)
    stderr.write(`${formatDiagnostic(diagnostic, process.cwd(), palette)}\n`)
  for (const plugin of plugins.filter(({ state }) => state !== 'same'))
    stdout.write(`${formatPlugin(plugin, shades)}\n`)
  for (const name of removed) stdout.write(`removed ${name}: its plugin is gone\n`)
  const { errors, warnings } = countDiagnostics(diagnostics)
  const time = `${Math.round(seconds * 1000)} ms`
  stdout.write(
    `${formatCount(plugins.length, 'plugin')}, ${formatCount(errors, 'error')}, ` +
      `${formatCount(warnings, 'warning')}, ${time}\n`,
  )
}
