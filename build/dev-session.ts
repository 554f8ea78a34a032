/** Builds again whenever something changes, one build at a time, and tells the host. The compiler stays loaded throughout. */
import { dirname, resolve } from 'node:path'
import { buildFolder } from './commands/build.ts'
import type { DevHost } from './dev-host.ts'
import { findSdk } from './generator.ts'
import { createReader, type SourceReader } from './read-sources.ts'
import type { RunReport } from './run-report.ts'

export interface DevSession {
  readonly source: string
  readonly out: string
  readonly now: () => number
  readonly onReport: (report: RunReport) => void
  /** Hears when the host has the new bundles, and how long that took from the start of the build. */
  readonly onServed: (milliseconds: number) => void
  /** Hears of folders outside the source on which a plugin depends. */
  readonly onFolders: (folders: ReadonlySet<string>) => void
}

export interface Builder {
  /** Builds, or builds once more after the build that is going on. Resolves when nothing is left to do. */
  readonly build: () => Promise<void>
}

/** Returns a builder. `host` is asked each time, for it may start after the first build. */
export function createBuilder(session: DevSession, host: () => DevHost | null, onProblem: (text: string) => void): Builder {
  const { source, out, now, onReport, onFolders } = session
  const reader = createReader(findSdk())
  const read: SourceReader = (plugins, beside) => {
    const readings = reader(plugins, beside)
    const paths = readings.flatMap(({ closure }) => [...closure.paths])
    onFolders(new Set(paths.filter((path) => !path.includes('node_modules')).map((path) => dirname(resolve(path)))))
    return readings
  }
  let running: Promise<void> | null = null
  let again = false
  const buildOnce = async (): Promise<void> => {
    const started = now()
    const report = await buildFolder({ source, out, now, onProgress: () => undefined, read })
    onReport(report)
    const changed = report.removed.length > 0 || report.plugins.some(({ state }) => state === 'built')
    const served = host()
    if (!served || !changed) return
    for (const problem of await served.reload()) onProblem(problem)
    session.onServed(now() - started)
  }
  const work = async (): Promise<void> => {
    do {
      again = false
      await buildOnce().catch((error: unknown) => onProblem(error instanceof Error ? error.message : String(error)))
    } while (again)
  }
  return {
    build: async () => {
      again = true
      running ??= work().finally(() => {
        running = null
      })
      await running
    },
  }
}
