import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { buildPlugins } from '../build-plugins.ts'
import { hasErrors } from '../model/diagnostics.ts'
import type { BuildOutcome } from '../model/outcome.ts'
import { findSdk } from '../output/program.ts'
import { writeBundles } from '../output/write-bundles.ts'
import type { ProgressLine } from '../report/progress-line.ts'
import { writeDiagnostics } from '../report/report.ts'

/** The folder of the sources and that of the bundles. */
export interface BuildPlaces {
  readonly source: string
  readonly out: string
  readonly withoutThumbnails?: boolean
}

/** The bundles of a folder; `isWhole` is false where a plugin was refused. */
export interface BuiltFolder extends Pick<BuildOutcome, 'bundles'> {
  readonly isWhole: boolean
}

/**
 * Builds plugins into a folder, for a command that uses their bundles, and writes what is wrong with them.
 */
export async function buildFolder(
  places: BuildPlaces,
  { stderr }: OutputStreams,
  progress: ProgressLine,
): Promise<BuiltFolder> {
  const { source, out } = places
  const outcome = await buildPlugins({ ...places, sdkFile: findSdk(), onProgress: progress.show })
  const diagnostics = [...outcome.diagnostics, ...writeBundles(outcome, source, out).problems]
  progress.clear()
  writeDiagnostics(diagnostics, stderr)
  return { bundles: outcome.bundles, isWhole: !hasErrors(diagnostics) }
}
