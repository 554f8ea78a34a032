/** Lists the functions of a source folder with their schemas, without bundling. */
import type { FunctionManifest } from '../core/contract/domain/manifest.ts'
import { checkSignature } from './check/check-signature.ts'
import { refuseSecondNames } from './check/names.ts'
import type { PublishedApi } from './compare/compare-schemas.ts'
import { deriveFunction, deriveSpecimen, isSpecimen } from './derive/derive-manifest.ts'
import { discoverPlugins } from './files/discover.ts'
import { type Diagnostic, hasErrors, toFault } from './model/diagnostics.ts'
import { toPublishedBundle } from './model/function-tags.ts'
import type { FileReading } from './read/read-signature.ts'
import { createReader } from './read/read-sources.ts'

export interface SchemaListing extends PublishedApi {
  /** The readings of all plugins, the refused ones included. */
  readonly readings: readonly FileReading[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads and checks a folder of plugins, or one plugin file; functions with errors are left out. */
export function listSchemas(source: string, sdkFile: string): SchemaListing {
  const { plugins, problems } = discoverPlugins(source)
  const readings = plugins.length === 0 ? [] : createReader(sdkFile)(plugins)
  const checked = readings.map(deriveAll)
  const doubled = refuseSecondNames(checked)
  const sound = checked.filter((reading) => !hasErrors(reading.problems) && !doubled.has(reading.plugin))
  const signatures = sound.flatMap((reading) => reading.functions)
  return {
    readings: checked,
    functions: sound.flatMap((reading) => reading.derived),
    bundles: sound.map(({ plugin, functions }) => toPublishedBundle(plugin, functions)),
    specimens: signatures.filter(isSpecimen).map((signature) => deriveSpecimen(signature, null)),
    diagnostics: [
      ...problems,
      ...checked.flatMap((reading) => reading.problems),
      ...[...doubled.values()].flat(),
    ],
  }
}

function deriveAll(reading: FileReading): FileReading & { readonly derived: readonly FunctionManifest[] } {
  try {
    const problems = [...reading.problems, ...reading.functions.flatMap(checkSignature)]
    const derived = hasErrors(problems) ? [] : reading.functions.map(deriveFunction)
    return { ...reading, problems, derived }
  } catch (error) {
    return { ...reading, problems: [toFault(reading.plugin, error)], derived: [] }
  }
}
