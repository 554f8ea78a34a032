/** `specimen diff`: pictures, digests, times and sizes of results, before a change and after it. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SpecimenError } from '../../core/domain/errors.ts'
import type { Manifest } from '../../core/domain/manifest.ts'
import type { OutputStreams } from '../../core/domain/output-streams.ts'
import { listArrays, measureResult, type Result, toSmallMembers } from '../../core/domain/result/result.ts'
import { createTemporaryFolder } from '../../core/files/scratch-folder.ts'
import { drawResult } from '../../core/picture/draw-result.ts'
import { readManifest } from '../output/build-record.ts'
import { createProgressLine, type ProgressLine } from '../report/report.ts'
import { buildFolder } from './build-folder.ts'
import {
  type Compared,
  type FunctionDiff,
  formatDiff,
  isFailure,
  refusePage,
  writeDiffPage,
} from './diff-page.ts'
import { openRevision, realpathOf } from './published.ts'
import type { DefaultCalls } from './thumbnail.ts'

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
      progress.show(`calling ${name}`)
      const diff = await compare(name, [first, last], now)
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

async function compare(
  name: string,
  sides: readonly [before: Side, after: Side],
  now: () => number,
): Promise<FunctionDiff> {
  const [first, last] = sides.map(({ functions }) => functions.get(name))
  if (!last) return { name, state: 'removed', calls: [], peaks: [0, 0] }
  const opened: ({ readonly view: string | undefined; readonly calls: DefaultCalls } | undefined)[] = []
  try {
    for (const { functions, openCalls } of sides) {
      const version = functions.get(name)
      // Processes of their own, whose memory is that of this function.
      opened.push(version && { view: version.view, calls: await openCalls() })
    }
    const calls: FunctionDiff['calls'][number][] = []
    for (const { name: title, params } of [{ name: 'defaults', params: {} }, ...last.presets]) {
      const made: Compared[] = []
      for (const side of opened)
        made.push(side && (await call(() => side.calls.compute(name, () => {}, params), side.view, now)))
      calls.push({ title, before: made[0], after: made[1] })
    }
    const [before = 0, after = 0] = opened.map((side) => side?.calls.readPeak())
    return { name, state: first ? 'changed' : 'new', calls, peaks: [before, after] }
  } finally {
    await Promise.all(opened.map((side) => side?.calls.close()))
  }
}

/** Calls a function and draws its result; a refusal is its sentence. */
async function call(
  compute: () => Promise<Result>,
  view: string | undefined,
  now: () => number,
): Promise<Compared> {
  const start = now()
  try {
    const result = await compute()
    const milliseconds = now() - start
    const hash = createHash('sha256').update(JSON.stringify([result.type, toSmallMembers(result)]))
    for (const { buffer, byteOffset, byteLength } of listArrays(result))
      hash.update(new Uint8Array(buffer, byteOffset, byteLength))
    const digest = hash.digest('hex')
    return { digest, milliseconds, bytes: measureResult(result), picture: drawResult(result, view) }
  } catch (error) {
    if (error instanceof SpecimenError) return { problem: error.message }
    throw error
  }
}

interface Opening {
  readonly openCalls: (bundles: string) => Promise<DefaultCalls>
}

/** The built plugins of one side. */
interface Side {
  /** The identity differs whenever the code, its files or what is declared of the function do. */
  readonly functions: ReadonlyMap<string, ReturnType<typeof listVersions>[number][1]>
  readonly isWhole: boolean
  /** Starts processes of their own. */
  readonly openCalls: () => Promise<DefaultCalls>
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

function listVersions({ functions, specimens, files }: Manifest) {
  return functions.map((declared) => {
    const shown = specimens.find(({ function_name: name }) => name === declared.name)
    const identity = JSON.stringify([declared, shown, files])
    return [declared.name, { view: shown?.view, presets: shown?.presets ?? [], identity }] as const
  })
}
