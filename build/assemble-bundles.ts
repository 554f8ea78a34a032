/** Turns plugins into bundles in memory: reads, checks, bundles and derives. */

import { manifestName } from '../core/contract/domain/manifest.ts'
import { listTypeNames } from '../core/contract/domain/result/kinds.ts'
import { formatCount } from '../core/contract/text/count.ts'
import { type Bundled, bundlePlugin, closeBundler } from './bundle/bundle.ts'
import { type PluginThumbnails, readThumbnails } from './bundle/read-thumbnails.ts'
import { checkSignature } from './check/check-signature.ts'
import { deriveManifest, toManifestText } from './derive/derive-manifest.ts'
import { mapLimited } from './files/map-limited.ts'
import { type Diagnostic, hasErrors, isFault, toError, toFault } from './model/diagnostics.ts'
import { listNeeds } from './model/function-tags.ts'
import type { BuiltBundle, PluginResult } from './model/outcome.ts'
import { type PluginSource, startOf } from './model/signature.ts'
import { createReader, type SourceReader, type SourceReading } from './read/read-sources.ts'

/** A plugin's reading with all its problems. */
export interface CheckedReading extends SourceReading {
  readonly thumbnails: PluginThumbnails
}

/** Options for reading plugins. */
export interface ReadOptions {
  readonly sdkFile: string
  readonly read?: SourceReader
  /** Leaves out the pictures named in comments, which need not exist yet. */
  readonly withoutThumbnails?: boolean
}

/** Returns a function that reads and checks plugins and the pictures named in their comments. */
export function createPluginReader({
  sdkFile,
  read = createReader(sdkFile),
  withoutThumbnails = false,
}: ReadOptions): (plugins: readonly PluginSource[]) => CheckedReading[] {
  return (plugins) => read(plugins).map((reading) => checkReading(reading, withoutThumbnails))
}

function checkReading(reading: SourceReading, withoutThumbnails: boolean): CheckedReading {
  const { plugin, functions } = reading
  try {
    const thumbnails = withoutThumbnails ? noThumbnails() : readThumbnails(plugin, functions)
    const problems = [...reading.problems, ...functions.flatMap(checkSignature), ...thumbnails.problems]
    if (functions.length === 0 && !hasErrors(problems)) problems.push(refuseEmpty(plugin))
    return { ...reading, problems, thumbnails }
  } catch (error) {
    return { ...reading, problems: [toFault(plugin, error)], thumbnails: noThumbnails() }
  }
}

function noThumbnails(): PluginThumbnails {
  return { files: new Map(), byFunction: new Map(), problems: [], inputs: [] }
}

function refuseEmpty({ entry }: PluginSource): Diagnostic {
  const span = startOf(entry)
  const remedy =
    `Export a function whose return type is ${listTypeNames()} of specimen-host/plugin ` +
    '(or a promise of one): ' +
    "import type { Mesh } from 'specimen-host/plugin'; export function ball(radius = 1): Mesh { … }. " +
    'Modules that only help belong into a folder beside an index.ts.'
  const found = 'No exported function returns a result.'
  return toError('plugin.empty', { span, path: null, found, remedy })
}

/** Bounds memory: a thousand plugins bundled at once would hold a thousand results of esbuild. */
const bundledAtOnce = 16

/**
 * Bundles the readings. One with errors, or refused for another reason, is bundled too, so that one run says
 * all that is wrong with it; no files come of it.
 */
export async function bundleAll(
  readings: readonly CheckedReading[],
  isRefused: (reading: CheckedReading) => boolean,
  onProgress: (text: string) => void,
): Promise<{ bundles: BuiltBundle[]; results: PluginResult[] }> {
  const bundles: BuiltBundle[] = []
  let done = 0
  try {
    const results = await mapLimited(readings, bundledAtOnce, async (reading) => {
      onProgress(`bundling ${++done} of ${formatCount(readings.length, 'plugin')}`)
      const isWrong = hasErrors(reading.problems) || isRefused(reading)
      if (isWrong && reading.problems.some(isUnreadable)) return toResult(reading, null, null)
      try {
        const bundled = await bundlePlugin(reading)
        if (isWrong) return toResult(reading, dropTold(bundled, reading.problems), null)
        const bundle = assemble(reading, bundled)
        if (bundle) bundles.push(bundle)
        return toResult(reading, bundled, bundle)
      } catch (error) {
        const problems = [toFault(reading.plugin, error)]
        return toResult(reading, { files: null, problems, inputs: null }, null)
      }
    })
    const order = new Map(readings.map(({ plugin }, i) => [plugin, i]))
    const toPlace = ({ plugin }: BuiltBundle): number => order.get(plugin) ?? 0
    return { bundles: bundles.sort((a, b) => toPlace(a) - toPlace(b)), results }
  } finally {
    await closeBundler()
  }
}

/** A bundler has nothing to add about code that is none. */
function isUnreadable(problem: Diagnostic): boolean {
  return problem.code === 'typescript.syntax' || isFault(problem)
}

/** Leaves the errors that the reading has not said already, of a missing module or the same import. */
function dropTold(bundled: Bundled, told: readonly Diagnostic[]): Bundled {
  const problems = bundled.problems.filter(({ found, span, severity }) => {
    if (severity === 'warning') return false // until the rest is right
    const [, missing = null] = /^Could not resolve "(.*)"$/.exec(found) ?? []
    return !told.some((each) => {
      const isThere = each.span?.file === span?.file && each.span?.line === span?.line
      return (isThere && each.code.startsWith('typescript.')) || (missing && each.found.includes(missing))
    })
  })
  return { ...bundled, files: null, problems }
}

function assemble({ plugin, functions, thumbnails }: CheckedReading, { files }: Bundled): BuiltBundle | null {
  if (!files) return null
  const contents = new Map([...thumbnails.files, ...files])
  const manifest = deriveManifest(plugin.name, functions, contents, thumbnails.byFunction)
  return { plugin, functions, files: contents.set(manifestName, Buffer.from(toManifestText(manifest))) }
}

function toResult(
  reading: CheckedReading,
  bundled: Bundled | null,
  bundle: BuiltBundle | null,
): PluginResult {
  const { plugin, functions, problems, closure, thumbnails } = reading
  const inputs =
    (bundled && !bundled.inputs) || problems.some(isFault)
      ? null
      : [...new Set([...closure.paths, ...thumbnails.inputs, ...(bundled?.inputs ?? [])])]
  return {
    plugin,
    functions: functions.map(({ name, returns, span }) => ({ name, returns, span })),
    needs: listNeeds(functions),
    problems: [...problems, ...(bundled?.problems ?? [])],
    files: bundle && [...bundle.files].map(([path, { byteLength }]) => ({ path, bytes: byteLength })),
    inputs,
  }
}
