/**
 * The commands that need the build: `core/cli/build-commands.ts` loads this file when one of them is asked
 * for, so that a host without ts-morph and esbuild starts. Each command is a file of its own, loaded when it
 * runs; `specimen build` is not among them (`core/cli/run-build.ts`).
 */
import { buildPlugins } from './build-plugins.ts'
import { hasErrors } from './model/diagnostics.ts'
import { listOrphans } from './output/build-record.ts'
import { findSdk } from './output/program.ts'
import { listDrift } from './output/write-bundles.ts'
import { createPalette, formatDiagnostic } from './report/report.ts'

/** Runs `specimen check` and returns its exit code. */
export async function runCheck(
  ...given: Parameters<typeof import('./commands/check.ts')['runCheck']>
): Promise<number> {
  return await (await import('./commands/check.ts')).runCheck(...given)
}

/** Runs `specimen dev` and returns its exit code. */
export async function runDev(
  ...given: Parameters<typeof import('./commands/dev.ts')['runDev']>
): Promise<number> {
  return await (await import('./commands/dev.ts')).runDev(...given)
}

/** Runs `specimen new` and returns its exit code. */
export async function runNew(
  ...given: Parameters<typeof import('./commands/new.ts')['runNew']>
): Promise<number> {
  return await (await import('./commands/new.ts')).runNew(...given)
}

/** Runs `specimen init` and returns its exit code. */
export async function runInit(
  ...given: Parameters<typeof import('./commands/init.ts')['runInit']>
): Promise<number> {
  return await (await import('./commands/init.ts')).runInit(...given)
}

/** Runs `specimen thumbnail` and returns its exit code. */
export async function runThumbnail(
  ...given: Parameters<typeof import('./commands/thumbnail.ts')['runThumbnail']>
): Promise<number> {
  return await (await import('./commands/thumbnail.ts')).runThumbnail(...given)
}

/** Runs `specimen explain` and returns its exit code. */
export async function runExplain(
  ...given: Parameters<typeof import('./commands/explain.ts')['runExplain']>
): Promise<number> {
  return await (await import('./commands/explain.ts')).runExplain(...given)
}

/**
 * Builds in memory and returns the files under `out` that differ from the sources, `bundle/path` each:
 * nothing is written.
 * @throws when a plugin does not build, with its diagnostics as text
 */
export async function verifyBundles(source: string, out: string): Promise<string[]> {
  const outcome = await buildPlugins({ source, sdkFile: findSdk(), onProgress: () => undefined })
  if (hasErrors(outcome.diagnostics)) {
    const texts = outcome.diagnostics.map((diagnostic) =>
      formatDiagnostic(diagnostic, process.cwd(), createPalette(false)),
    )
    throw new Error(texts.join('\n'))
  }
  const drifted = outcome.bundles.flatMap((bundle) =>
    listDrift(bundle, out).map((path) => `${bundle.plugin.name}/${path}`),
  )
  return [...drifted, ...listOrphans(outcome, source, out)]
}
