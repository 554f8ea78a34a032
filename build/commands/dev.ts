/** `specimen dev`: builds and serves plugins while they are edited. */
import { once } from 'node:events'
import { mkdirSync, statSync } from 'node:fs'
import { type DevHost, startHost, useHost } from '../dev-host.ts'
import { formatLogLine } from '../dev-log.ts'
import { createBuilder } from '../dev-session.ts'
import { parseArguments } from '../parse-arguments.ts'
import { createPalette, formatCount, formatDiagnostic, formatPlugin } from '../report.ts'
import { countDiagnostics, type RunReport } from '../run-report.ts'
import type { Streams } from '../terminal.ts'
import { watchFiles } from '../watch-files.ts'

const usage = `specimen dev [dir] [--out DIR] [--specimens DIR] [--host URL | --port N] [--poll SECONDS]

Builds the plugins of a folder, serves them, and does so again whenever a file is saved that
one of them depends on. Problems are shown as by specimen build; a plugin that does not
build keeps its last bundle. What functions print is shown behind their names, and when one
fails, its message, its parameters and the lines of its source.

  dir              folder of plugins, or one plugin file   (default: plugins)
  --out DIR        where the bundles go                    (default: dist/plugins)
  --specimens DIR  folder of static specimens to serve     (default: specimens, if it exists)
  --host URL       a host that runs already and reads --out; it is told to reload (its token is
                   taken from SPECIMEN_TOKEN). Without it, one is started on 127.0.0.1.
  --port N         where the started host listens          (default: 8000)
  --poll SECONDS   look at the files so often, where the file system reports no changes
                   (network folders, some containers)
  -h, --help       this text

Ends with Ctrl+C.
`

const longestPollMs = 3_600_000

/** Runs `specimen dev` until it is told to stop, by a signal or by `stopped`, and returns the exit code. */
export async function runDev(
  argv: readonly string[],
  streams: Streams = process,
  stopped: Promise<unknown> = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
): Promise<number> {
  const defaults = { out: 'dist/plugins', specimens: null, host: null, port: '8000', poll: null }
  const parsed = parseArguments('dev', argv, defaults, usage, streams)
  if (typeof parsed === 'number') return parsed
  const { path, options } = parsed
  const [source, out] = [path ?? 'plugins', options.out ?? '']
  const stat = statSync(source, { throwIfNoEntry: false })
  if (!stat) {
    streams.stderr.write(`${source} does not exist. Write a plugin to start from: specimen new <name>\n`)
    return 2
  }
  const pollMs = options.poll === undefined ? null : Number(options.poll) * 1000
  if (pollMs !== null && !(pollMs >= 1 && pollMs <= longestPollMs)) {
    streams.stderr.write(`--poll ${options.poll} is not a number of seconds above 0, at most ${longestPollMs / 1000}.\n`)
    return 2
  }
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
    const start = { program: findProgram(), out, specimens: options.specimens ?? null, port: options.port ?? '', onLog }
    host = options.host ? useHost(options.host, process.env.SPECIMEN_TOKEN) : await startHost(start)
    if (options.host) for (const problem of await host.reload()) complain(problem)
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
  if (!program) throw new Error('The command line has no file of its own; name a running host with --host.')
  return program
}

function writeRound({ plugins, removed, diagnostics, seconds }: RunReport, { stdout, stderr }: Streams): void {
  const [palette, shades] = [createPalette(stderr.isTTY === true), createPalette(stdout.isTTY === true)]
  for (const diagnostic of diagnostics) stderr.write(`${formatDiagnostic(diagnostic, process.cwd(), palette)}\n`)
  for (const plugin of plugins.filter(({ state }) => state !== 'same')) stdout.write(`${formatPlugin(plugin, shades)}\n`)
  for (const name of removed) stdout.write(`removed ${name}: its plugin is gone\n`)
  const { errors, warnings } = countDiagnostics(diagnostics)
  const time = `${Math.round(seconds * 1000)} ms`
  stdout.write(
    `${formatCount(plugins.length, 'plugin')}, ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}, ${time}\n`,
  )
}
