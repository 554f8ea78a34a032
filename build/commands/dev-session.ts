/** Rebuilds after each change, one build at a time, and reloads the host. The compiler stays loaded. */
import { resolve } from 'node:path'
import { toThrownText } from '../../core/contract/text/thrown-text.ts'
import { listPlaces } from '../files/discover.ts'
import { isNewerThan, readMark } from '../files/file-state.ts'
import { findSdk } from '../output/program.ts'
import { createReader } from '../read/read-sources.ts'
import type { ProgressLine } from '../report/progress-line.ts'
import type { RunReport } from '../report/run-report.ts'
import { buildChanged } from './build-changed.ts'
import type { DevHost } from './dev-host.ts'

/** The sources and the callbacks of `specimen dev`. */
export interface DevSession {
  readonly source: string
  readonly out: string
  readonly now: () => number
  readonly startProgress: () => Pick<ProgressLine, 'show' | 'clear'>
  /** Called after a build with other problems or other bundles than the one before. */
  readonly onReport: (report: RunReport) => void
  /** Called when the host has the new bundles, with the time since the start of the build. */
  readonly onServed: (report: RunReport, milliseconds: number) => void
  /** Receives all paths on which the next build depends, and the time when this one began to read them. */
  readonly onInputs: (paths: ReadonlySet<string>, sinceMs: number) => void
  /** Receives each new text about a stopped build or about bundles that the host could not load. */
  readonly onProblem: (text: string) => void
  /** Receives all such texts that hold now, when they have changed. */
  readonly onFaults: (texts: readonly string[]) => void
  /** Called after each build: the host may start after the first. */
  readonly host: () => Promise<DevHost> | null
}

/** Builds again, one build at a time. */
export interface Builder {
  /** Builds, or schedules one more build after the running one. Resolves when nothing is left to do. */
  build(): Promise<void>
}

/** Returns a builder that runs one build at a time. */
export function createBuilder(session: DevSession): Builder {
  const { source, out, now, startProgress, onReport } = session
  const read = createReader(findSdk())
  let running: Promise<void> | null = null
  let again = false
  let said = ''
  const isHalfSaved = createSaveTest()
  const untold = createUntold()
  /** The host that has the bundles, and its loading errors. */
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
    const work = buildChanged({ source, out, now, onProgress: progress.show, read, onInputs })
    const made = await work.finally(progress.clear)
    const [changed, report] = [hasChanged(made), untold.join(made)]
    const problems = JSON.stringify(report.diagnostics)
    if (isHalfSaved(problems === said ? [] : used, started)) {
      again = true
      untold.keep(report)
    } else {
      if (hasChanged(report) || problems !== said) onReport(report)
      said = problems
    }
    const served = await session.host()
    if (served && (served !== known || changed)) {
      unloaded = await served.reload()
      known = served
      if (changed) session.onServed(made, now() - started)
    }
    showFaults(unloaded)
  }
  const complain = (error: unknown): void => {
    const text = toThrownText(error)
    showFaults([...unloaded, text])
    said = '' // reports the next build's findings even when equal
  }
  const work = async (): Promise<void> => {
    do {
      again = false
      await buildOnce().catch(complain)
    } while (again)
  }
  return {
    build: async (): Promise<void> => {
      again = true
      running ??= work().finally(() => {
        running = null
      })
      await running
    },
  }
}

function hasChanged({ removed, plugins }: RunReport): boolean {
  return removed.length > 0 || plugins.some(({ state }) => state === 'built')
}

/** The bundles that were written or removed by builds whose reports were kept back. */
interface Untold {
  readonly keep: (report: RunReport) => void
  /** Returns a report with what was kept, which is told by it. */
  readonly join: (report: RunReport) => RunReport
}

function createUntold(): Untold {
  let built: readonly string[] = []
  let removed: readonly string[] = []
  return {
    keep: (report) => {
      built = report.plugins.filter(({ state }) => state === 'built').map(({ name }) => name)
      removed = report.removed
    },
    join: (report) => {
      const plugins = report.plugins.map((plugin) =>
        plugin.state === 'same' && built.includes(plugin.name)
          ? { ...plugin, state: 'built' as const }
          : plugin,
      )
      const gone = removed.filter((name) => plugins.every((plugin) => plugin.name !== name))
      const joined = { ...report, plugins, removed: [...gone, ...report.removed] }
      built = []
      removed = []
      return joined
    },
  }
}

/** Returns a function that receives all faults that hold now and reports the new ones to the session. */
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
 * Returns a test for files that have changed since a build began to read them: an editor empties a file
 * before it writes it, so the problems of such a file may be none. Never true twice in a row, since a file
 * may never settle.
 */
function createSaveTest(): (paths: readonly string[], sinceMs: number) => boolean {
  let was = false
  return (paths, sinceMs) => {
    was = !was && paths.some((path) => isNewerThan({ mark: readMark(path) }, sinceMs))
    return was
  }
}
