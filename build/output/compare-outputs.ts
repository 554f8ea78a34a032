/** Compares a folder of bundles with the build of its sources: for CI, where both are in the repository. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mapName } from '../../core/contract/domain/source-map.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { BuildOutcome, BuiltBundle } from '../model/outcome.ts'
import { startOf } from '../model/signature.ts'
import { listOrphans } from './build-record.ts'
import { diffLines } from './diff-lines.ts'
import { isForeign, listDrift, refuseForeign } from './write-bundles.ts'

const shownLines = 8

/** Returns a problem for every file that is missing, differs or is left over, and for orphans. */
export function compareOutputs(
  outcome: BuildOutcome,
  source: string,
  out: string,
  command: string,
): Diagnostic[] {
  const remedy = `Run: ${command}`
  const orphans = listOrphans(outcome, source, out).map((name) => {
    const found = `${join(out, name)} has no plugin in ${source} any more.`
    return toError('output.orphan', { span: null, path: null, found, remedy })
  })
  return [...outcome.bundles.flatMap((bundle) => compareBundle(bundle, out, remedy)), ...orphans]
}

function compareBundle(bundle: BuiltBundle, out: string, remedy: string): Diagnostic[] {
  const { plugin, files } = bundle
  const refuse = (code: Diagnostic['code'], found: string): Diagnostic =>
    toError(code, { span: startOf(plugin.entry), path: null, found, remedy })
  const folder = join(out, plugin.name)
  if (!existsSync(folder)) return [refuse('output.missing', `${folder} does not exist.`)]
  if (isForeign(bundle, out)) return [refuseForeign(bundle, out)]
  return listDrift(bundle, out).map((path) => {
    const file = join(folder, path)
    const wanted = files.get(path)
    if (!wanted) return refuse('output.orphan', `${file} belongs to no bundle.`)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat?.isFile()) return refuse('output.missing', `${file} ${stat ? 'is no file' : 'does not exist'}.`)
    // A map is one line of numbers, and differs whenever the module does.
    if (path === mapName) return refuse('output.changed', `${file} is not what its source gives.`)
    const lines = describeDifference(readFileSync(file), wanted).map((line) => `\n    ${line}`)
    return refuse('output.changed', `${file} is not what its source gives:${lines.join('')}`)
  })
}

function describeDifference(found: Uint8Array, wanted: Uint8Array): string[] {
  const [old, next] = [found, wanted].map((bytes) => Buffer.from(bytes).toString())
  if (old === undefined || next === undefined || `${old}${next}`.includes('\u0000')) {
    return [`${found.byteLength} bytes, wanted ${wanted.byteLength} others`]
  }
  return diffLines(old, next, shownLines)
}
