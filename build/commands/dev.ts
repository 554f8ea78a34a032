/** `specimen dev`: builds and serves plugins while they are edited. */
import { once } from 'node:events'
import { mkdirSync, statSync } from 'node:fs'
import { createPalette, formatCount, formatDiagnostic, formatPlugin } from '../report/report.ts'
import { countDiagnostics, type RunReport } from '../report/run-report.ts'
import type { Streams } from '../report/terminal.ts'
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

/** Runs `specimen dev` until it is stopped, by a signal or by `stopped`, and returns the exit code. */
export async function runDev(
  { source, out, host: wanted, poll }: DevRequest,
  streams: Streams,
  stopped: Promise<unknown> = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
): Promise<number> {
  const stat = statSync(source, { throwIfNoEntry: false })
  if (!stat) {
    streams.stderr.write(`${source} does not exist. Write a plugin to start from: specimen new <name>\n`)
    return 2
  }
  const pollMs = poll === undefined ? null : poll * 1000
  mkdirSync(out, { recursive: true })
  let host: DevHost | null = null
  const complain = (text: string): void => {
    streams.stderr.write(`${text}\n`)
  }
  const watcher = watchFiles({ source, onChange: () => void builder.build(), onProblem: complain, pollMs })
  const onReport = (report: RunReport): void => writeRound(report, streams)
  const onServed = (milliseconds: number): void => {
    streams.stdout.write(`served after ${Math.round(milliseconds)} ms\n`)
  }
  const session = { source, out, now: Date.now, onReport, onServed, onInputs: watcher.watch }
  const builder = createBuilder(session, () => host, complain)
  const palette = createPalette(streams.stderr.isTTY === true)
  const onLog = (line: string): void => {
    const text = formatLogLine(line, source, palette)
    if (text !== null) complain(text)
  }
  try {
    await builder.build()
    const isRunning = 'url' in wanted
    host = isRunning
      ? useHost(wanted.url, wanted.token)
      : await startHost({ program: findProgram(), out, onLog, ...wanted })
    if (isRunning) for (const problem of await host.reload()) complain(problem)
    streams.stdout.write(`serving on ${host.url}; watching ${source}\n`)
    await stopped
    return 0
  } finally {
    watcher.close()
    await host?.close()
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
