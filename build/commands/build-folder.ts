import type { OutputStreams } from '../../core/domain/output-streams.ts'
import { buildPlugins } from '../build-plugins.ts'
import { hasErrors } from '../model/diagnostics.ts'
import { findSdk } from '../output/program.ts'
import { writeBundles } from '../output/write-bundles.ts'
import { type ProgressLine, writeDiagnostics } from '../report/report.ts'

/**
 * Builds plugins into a folder, for a command that uses their bundles, and writes what is wrong with them.
 * `isWhole` is false where one was refused.
 */
export async function buildFolder(
  places: { readonly source: string; readonly out: string; readonly withoutThumbnails?: boolean },
  { stderr }: OutputStreams,
  progress: ProgressLine,
): Promise<Pick<Awaited<ReturnType<typeof buildPlugins>>, 'bundles'> & { readonly isWhole: boolean }> {
  const { source, out } = places
  const outcome = await buildPlugins({ ...places, sdkFile: findSdk(), onProgress: progress.show })
  const diagnostics = [...outcome.diagnostics, ...writeBundles(outcome, source, out).problems]
  progress.clear()
  writeDiagnostics(diagnostics, stderr)
  return { bundles: outcome.bundles, isWhole: !hasErrors(diagnostics) }
}
