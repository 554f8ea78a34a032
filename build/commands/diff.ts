/** `specimen diff`: pictures, digests, times and sizes of results, before a change and after it. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { createTemporaryFolder } from '../../core/engine/files/scratch-folder.ts'
import { readManifest } from '../output/build-record.ts'
import { createProgressLine, type ProgressLine } from '../report/progress-line.ts'
import { buildFolder } from './build-folder.ts'
import { compareFunction, type Side } from './compare-function.ts'
import { type FunctionDiff, formatDiff, isFailure, refusePage, writeDiffPage } from './diff-page.ts'
import { listVersions } from './function-versions.ts'
import { openRevision, realpathOf } from './published.ts'
import type { CallsOpener } from './thumbnail.ts'

/** Runs `specimen diff` and returns the exit code; `out` is the page, and `now` is in milliseconds. */
export async function runDiff(
  { revision, source, out, openCalls }: Record<'revision' | 'source' | 'out', string> & Opening,
  streams: OutputStreams,
  now: () => number,
): Promise<number> {
  const { stdout } = streams
  refusePage(out)
  const progress = createProgressLine(streams, now)
  const before = openRevision(revision, source, 'Name a branch, a tag or a commit.')
  const { path: bundles, close } = createTemporaryFolder('specimen-diff-')
  const build = async (from: string, name: string): Promise<Side> =>
    await buildSide({ source: from, out: join(bundles, name), openCalls }, streams, progress)
  try {
    const [first, last] = [
      await build(join(before.folder, relative(before.root, realpathOf(source))), 'before'),
      await build(source, 'after'),
    ]
    const diffs: FunctionDiff[] = []
    for (const name of [...new Set([...first.functions.keys(), ...last.functions.keys()])].sort()) {
      if (first.functions.get(name)?.identity === last.functions.get(name)?.identity) continue
      progress.wait(name)
      const onProgress = (text: string): void => progress.wait(name, text)
      const diff = await compareFunction(name, [first, last], { now, onProgress })
      diffs.push(diff)
      progress.clear()
      stdout.write(`${formatDiff(diff)}\n`)
    }
    writeDiffPage(out, diffs, revision)
    stdout.write(`${diffs.length === 0 ? 'no function has changed' : 'pictures'}: ${out}\n`)
    return last.isWhole && diffs.every(({ calls }) => calls.every(({ after }) => !isFailure(after))) ? 0 : 1
  } finally {
    progress.clear()
    before.close()
    close()
  }
}

interface Opening {
  readonly openCalls: CallsOpener
}

/** Builds the plugins of a folder into `out`, and writes what is wrong with them. */
async function buildSide(
  { source, out, openCalls }: Record<'source' | 'out', string> & Opening,
  streams: OutputStreams,
  progress: ProgressLine,
): Promise<Side> {
  mkdirSync(out, { recursive: true })
  const { bundles, isWhole } = existsSync(source)
    ? await buildFolder({ source, out, withoutThumbnails: true }, streams, progress)
    : { bundles: [], isWhole: true } // there was nothing yet
  const functions = bundles.flatMap(({ plugin }) => listVersions(readManifest(join(out, plugin.name))))
  return { functions: new Map(functions), isWhole, openCalls: async () => await openCalls(out) }
}
