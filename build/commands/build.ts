/** `specimen build`: builds a folder of plugins into a folder of bundles, only where something changed. */
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { hasErrors } from '../model/diagnostics.ts'
import { createProgressLine } from '../report/progress-line.ts'
import type { ReportFormat } from '../report/run-report.ts'
import { writeReport } from '../report/write-report.ts'
import { buildChanged } from './build-changed.ts'
import type { CallsOpener } from './thumbnail.ts'

/** The folders of a run, and the form of its report. */
export interface BuildRequest {
  readonly source: string
  readonly out: string
  readonly format: ReportFormat
}

/**
 * Runs `specimen build` and returns the exit code. `now` is in milliseconds; `openCalls` is null where no
 * function is to be tried.
 */
export async function runBuild(
  { source, out, format, openCalls }: BuildRequest & { readonly openCalls: CallsOpener | null },
  streams: OutputStreams,
  now: () => number,
): Promise<number> {
  const progress = createProgressLine(streams, now)
  const report = await buildChanged({ source, out, now, onProgress: progress.show, openCalls })
  progress.clear()
  writeReport(report, format, streams)
  return hasErrors(report.diagnostics) ? 1 : 0
}
