import type { SourceError } from '../../contract/domain/source-error.ts'
import type { DynamicSpecimen, Specimen } from '../../contract/domain/specimen.ts'
import type { CallTarget } from '../functions/gate.ts'
import type { Registry } from '../functions/registry.ts'

/** A catalog at one moment; immutable. */
export interface Snapshot {
  readonly functions: Registry
  /** Targets of function names; the one dynamic specimen that shows a function replaces its schema. */
  readonly targets: ReadonlyMap<string, CallTarget>
  readonly specimens: ReadonlyMap<string, Specimen>
  readonly bundles: number
  readonly errors: readonly SourceError[]
}

/** Returns the targets of function names among these specimens. */
export function toTargets(functions: Registry, specimens: Iterable<Specimen>): Map<string, CallTarget> {
  const targets = new Map(
    [...functions].map(([name, registered]) => [name, { registered, schema: registered.manifest.schema }]),
  )
  const shown = new Map<string, number>()
  const shows = [...specimens].filter(isDynamic)
  for (const { functionName } of shows) shown.set(functionName, (shown.get(functionName) ?? 0) + 1)
  for (const { functionName, schema } of shows) {
    const registered = functions.get(functionName)
    if (registered && shown.get(functionName) === 1) targets.set(functionName, { registered, schema })
  }
  return targets
}

function isDynamic(specimen: Specimen): specimen is DynamicSpecimen {
  return specimen.kind === 'dynamic'
}
