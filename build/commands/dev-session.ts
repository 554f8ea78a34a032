/**
 * Builds again whenever something changes, one build at a time, and tells the host. The compiler stays loaded
 * throughout.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { listPlaces } from '../files/discover.ts'
import { findSdk } from '../output/generator.ts'
import { createReader } from '../read/read-sources.ts'
import type { RunReport } from '../report/run-report.ts'
import { buildFolder } from './build.ts'
import type { DevHost } from './dev-host.ts'

/** What `specimen dev` builds, and where it reports. */
export interface DevSession {
  readonly source: string
  readonly out: string
  readonly now: () => number
  /** Called after a build that gave something else than the one before: other problems, or other bundles. */
  readonly onReport: (report: RunReport) => void
  /** Called when the host has the new bundles, with how long that took from the start of the build. */
  readonly onServed: (milliseconds: number) => void
  /** Called with all paths on which the next build depends, and when this one began to read them. */
  readonly onInputs: (paths: ReadonlySet<string>, sinceMs: number) => void
}

/** Builds again on demand, one build at a time. */
export interface Builder {
  /** Builds, or builds once more after the build that is going on. Resolves when nothing is left to do. */
  readonly build: () => Promise<void>
}

/** Returns a builder. `host` is asked each time, for it may start after the first build. */
export function createBuilder(
  session: DevSession,
  host: () => DevHost | null,
  onProblem: (text: string) => void,
): Builder {
  const { source, out, now, onReport } = session
  const read = createReader(findSdk())
  let running: Promise<void> | null = null
  let again = false
  let said = ''
  const buildOnce = async (): Promise<void> => {
    const started = now()
    const onInputs = (inputs: ReadonlySet<string>): void => {
      // Of packages only those that are missing: they may be installed meanwhile.
      const used = [...inputs]
        .filter((path) => !path.includes('/node_modules/') || !existsSync(path))
        .map((path) => resolve(path))
      session.onInputs(new Set([...used, ...listPlaces(source)]), started)
    }
    const report = await buildFolder({ source, out, now, onProgress: () => undefined, read, onInputs })
    const changed = report.removed.length > 0 || report.plugins.some(({ state }) => state === 'built')
    const problems = JSON.stringify(report.diagnostics)
    if (changed || problems !== said) onReport(report)
    said = problems
    const served = host()
    if (!served || !changed) return
    for (const problem of await served.reload()) onProblem(problem)
    session.onServed(now() - started)
  }
  const complain = (error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error)
    if (text !== said) onProblem(text)
    said = text
  }
  const work = async (): Promise<void> => {
    do {
      again = false
      await buildOnce().catch(complain)
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
