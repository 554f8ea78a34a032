/**
 * The commands that need the build: `core/cli.ts` loads this file when one of them is asked for, so that a host without
 * ts-morph and esbuild starts. Each command is a file of its own, loaded when it runs.
 */
import { buildPlugins } from './build-plugins.ts'
import { hasErrors } from './diagnostics.ts'
import { findSdk } from './generator.ts'
import { createPalette, formatDiagnostic } from './report.ts'
import type { Streams } from './terminal.ts'
import { listDrift, listOrphans } from './write-bundles.ts'

/** Where a command writes. `process` fits. */
export type BuildStreams = Streams

/** Runs `specimen build` with the arguments behind the command's name and returns the exit code. */
export async function runBuild(argv: readonly string[], streams: Streams = process, now?: () => number): Promise<number> {
  return await (await import('./commands/build.ts')).runBuild(argv, streams, now)
}

/** Runs `specimen check` with the arguments behind the command's name and returns the exit code. */
export async function runCheck(argv: readonly string[], streams: Streams = process, now?: () => number): Promise<number> {
  return await (await import('./commands/check.ts')).runCheck(argv, streams, now)
}

/** Runs `specimen dev` with the arguments behind the command's name, until it is stopped, and returns the exit code. */
export async function runDev(argv: readonly string[], streams: Streams = process): Promise<number> {
  return await (await import('./commands/dev.ts')).runDev(argv, streams)
}

/** Runs `specimen new` with the arguments behind the command's name and returns the exit code. */
export async function runNew(argv: readonly string[], streams: Streams = process): Promise<number> {
  return await (await import('./commands/new.ts')).runNew(argv, streams)
}

/** Runs `specimen init` with the arguments behind the command's name and returns the exit code. */
export async function runInit(argv: readonly string[], streams: Streams = process): Promise<number> {
  return await (await import('./commands/init.ts')).runInit(argv, streams)
}

/** Runs `specimen explain` with the arguments behind the command's name and returns the exit code. */
export async function runExplain(argv: readonly string[], streams: Streams = process): Promise<number> {
  return await (await import('./commands/explain.ts')).runExplain(argv, streams)
}

/**
 * Builds in memory and returns the files under `out` that differ from the sources, `bundle/path` each: nothing is written.
 * @throws when a plugin does not build, with its diagnostics as text
 */
export async function verifyBundles(source: string, out: string): Promise<string[]> {
  const outcome = await buildPlugins({ source, sdkFile: findSdk(), onProgress: () => undefined })
  if (hasErrors(outcome.diagnostics)) {
    const texts = outcome.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, process.cwd(), createPalette(false)))
    throw new Error(texts.join('\n'))
  }
  const drifted = outcome.bundles.flatMap((bundle) => listDrift(bundle, out).map((path) => `${bundle.plugin.name}/${path}`))
  return [...drifted, ...listOrphans(outcome, source, out)]
}
