/** `specimen diff`: pictures, digests, times and sizes of results, before a change and after it. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { SpecimenError } from '../../core/domain/errors.ts'
import type { OutputStreams } from '../../core/domain/output-streams.ts'
import { listArrays, measureResult, type Result, toSmallMembers } from '../../core/domain/result/result.ts'
import { toVisibleText } from '../../core/domain/visible-text.ts'
import { drawResult } from '../../core/picture/draw-result.ts'
import { formatBytes } from '../report/report.ts'
import { createProgressLine } from '../report/terminal.ts'
import { type ComparedCall, type FunctionDiff, type Made, writeDiffPage } from './diff-page.ts'
import { buildSide, type Side } from './diff-side.ts'
import { openRevision, realpathOf } from './published.ts'
import type { DefaultCalls } from './thumbnail.ts'

/** The parameters of the command. */
export interface DiffRequest {
  readonly revision: string
  readonly source: string
  /** The page. */
  readonly out: string
  readonly openCalls: (bundles: string) => Promise<DefaultCalls>
}

/** Runs `specimen diff` and returns the exit code. `now` is in milliseconds. */
export async function runDiff(
  { revision, source, out, openCalls }: DiffRequest,
  streams: OutputStreams,
  now: () => number,
): Promise<number> {
  const { stdout } = streams
  const progress = createProgressLine(streams, now)
  const before = openRevision(revision, source, 'Name a branch, a tag or a commit.')
  const bundles = mkdtempSync(join(tmpdir(), 'specimen-diff-'))
  const open: Side[] = []
  const build = async (from: string, name: string): Promise<Side> => {
    const side = await buildSide({ source: from, out: join(bundles, name), openCalls }, streams, progress)
    open.push(side)
    return side
  }
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
    writeFileSync(out, writeDiffPage(diffs, revision))
    stdout.write(`${diffs.length === 0 ? 'no function has changed' : 'pictures'}: ${out}\n`)
    return last.isWhole && diffs.every(({ calls }) => calls.every(({ after }) => !isFailure(after))) ? 0 : 1
  } finally {
    progress.clear()
    await Promise.all(open.map(({ calls }) => calls.close()))
    before.close()
    rmSync(bundles, { recursive: true, force: true })
  }
}

async function compare(
  name: string,
  sides: readonly [before: Side, after: Side],
  now: () => number,
): Promise<FunctionDiff> {
  const [first, last] = sides.map(({ functions }) => functions.get(name))
  if (!last) return { name, state: 'removed', calls: [] }
  const calls: ComparedCall[] = []
  for (const { name: title, params } of [{ name: 'defaults', params: {} }, ...last.presets]) {
    const [before, after] = [sides[0], sides[1]].map(({ functions, calls }) => {
      const version = functions.get(name)
      return version && (() => call(() => calls.compute(name, () => {}, params), version.view, now))
    })
    calls.push({ title, before: await before?.(), after: await after?.() })
  }
  return { name, state: first ? 'changed' : 'new', calls }
}

/** Calls a function and draws its result; a refusal is its sentence. */
async function call(
  compute: () => Promise<Result>,
  view: string | undefined,
  now: () => number,
): Promise<Made | { readonly problem: string }> {
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

function isFailure(made: ComparedCall['after']): made is { readonly problem: string } {
  return made !== undefined && 'problem' in made
}

function formatDiff({ name, state, calls }: FunctionDiff): string {
  const failed = calls.find(({ after }) => isFailure(after))
  if (isFailure(failed?.after))
    return toVisibleText(`failed ${name} (${failed.title}): ${failed.after.problem}`)
  const [first] = calls
  if (!first?.after || 'problem' in first.after) return `${state} ${name}`
  const { milliseconds, bytes } = first.after
  const [time, size] = [`${Math.round(milliseconds)} ms`, formatBytes(bytes)]
  if (!first.before) return `${state} ${name}: ${time}, ${size}`
  if ('problem' in first.before)
    return toVisibleText(`${state} ${name}: failed before: ${first.before.problem}`)
  const other = calls.flatMap(({ title, before, after }) => (isSame(before, after) ? [] : [title]))
  const results = other.length === 0 ? 'same results' : `other results (${other.join(', ')})`
  const earlier = `${Math.round(first.before.milliseconds)} → ${time}, ${formatBytes(first.before.bytes)}`
  return toVisibleText(`${state} ${name}: ${results}; ${earlier} → ${size}`)
}

function isSame(before: ComparedCall['before'], after: ComparedCall['after']): boolean {
  return !!before && !!after && 'digest' in before && 'digest' in after && before.digest === after.digest
}
