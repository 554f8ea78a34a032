/**
 * Builds again whenever something changes, one build at a time, and tells the host. The compiler stays loaded
 * throughout.
 */
import { resolve } from 'node:path'
import { listPlaces } from '../files/discover.ts'
import { isNewerThan, readMark } from '../files/file-state.ts'
import { findSdk } from '../output/program.ts'
import { createReader } from '../read/read-sources.ts'
import type { RunReport } from '../report/run-report.ts'
import type { ProgressLine } from '../report/terminal.ts'
import { buildFolder } from './build.ts'
import type { DevHost } from './dev-host.ts'

/** What `specimen dev` builds, and where it reports. */
export interface DevSession {
  readonly source: string
  readonly out: string
  readonly now: () => number
  /** Returns a line for the person who waits for a build. */
  readonly startProgress: () => ProgressLine
  /** Called after a build that gave something else than the one before: other problems, or other bundles. */
  readonly onReport: (report: RunReport) => void
  /** Called when the host has the new bundles, with how long that took from the start of the build. */
  readonly onServed: (report: RunReport, milliseconds: number) => void
  /** Called with all paths on which the next build depends, and when this one began to read them. */
  readonly onInputs: (paths: ReadonlySet<string>, sinceMs: number) => void
  /** Called with each text that says what stopped a build, or what a host could not load, when it is new. */
  readonly onProblem: (text: string) => void
  /** Called with all such texts that hold now, when they are others than before. */
  readonly onFaults: (texts: readonly string[]) => void
  /** Asked after each build: it may start after the first. */
  readonly host: () => Promise<DevHost> | null
}

/** Builds again on demand, one build at a time. */
export interface Builder {
  /** Builds, or builds once more after the build that is going on. Resolves when nothing is left to do. */
  readonly build: () => Promise<void>
}

/** Returns a builder. */
export function createBuilder(session: DevSession): Builder {
  const { source, out, now, startProgress, onReport } = session
  const read = createReader(findSdk())
  let running: Promise<void> | null = null
  let again = false
  let said = ''
  const isHalfSaved = createSaveTest()
  /** The host that has the bundles, and what it could not load. */
  let known: DevHost | null = null
  let unloaded: readonly string[] = []
  const showFaults = createFaultList(session)
  const buildOnce = async (): Promise<void> => {
    const started = now()
    let used: readonly string[] = []
    const onInputs = (inputs: ReadonlySet<string>): void => {
      used = [...inputs].map((path) => resolve(path))
      session.onInputs(new Set([...used, ...listPlaces(source)]), started)
    }
    const progress = startProgress()
    const work = buildFolder({ source, out, now, onProgress: progress.show, read, onInputs })
    const report = await work.finally(progress.clear)
    const changed = report.removed.length > 0 || report.plugins.some(({ state }) => state === 'built')
    const problems = JSON.stringify(report.diagnostics)
    if (isHalfSaved(problems === said ? [] : used, started)) again = true
    else {
      if (changed || problems !== said) onReport(report)
      said = problems
    }
    const served = await session.host()
    if (served && (served !== known || changed)) {
      unloaded = await served.reload()
      known = served
      if (changed) session.onServed(report, now() - started)
    }
    showFaults(unloaded)
  }
  const complain = (error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error)
    showFaults([...unloaded, text])
    said = '' // what the next build has found is reported
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

/** Returns what is given all faults that hold now, and tells the session what is new. */
function createFaultList({
  onProblem,
  onFaults,
}: Pick<DevSession, 'onProblem' | 'onFaults'>): (faults: readonly string[]) => void {
  let shown: readonly string[] = []
  return (faults) => {
    for (const fault of faults.filter((text) => !shown.includes(text))) onProblem(fault)
    if (faults.length !== shown.length || faults.some((text, i) => text !== shown[i])) onFaults(faults)
    shown = faults
  }
}

/**
 * Returns what tells whether one of some files has changed since a build began to read them: an editor
 * empties a file before it writes it, and what such a file lacks is no problem. Never says so twice in a row,
 * since some file may never come to rest.
 */
function createSaveTest(): (paths: readonly string[], sinceMs: number) => boolean {
  let was = false
  return (paths, sinceMs) => {
    was = !was && paths.some((path) => isNewerThan({ mark: readMark(path) }, sinceMs))
    return was
  }
}
