import type { Catalog } from '../../catalog/catalog.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Gate } from '../../functions/gate.ts'
import type { Runner } from '../../run/runner.ts'

/**
 * Returns what computes a call of which Redis says that it is one; undefined where this host lacks the
 * function in that revision. @throws `params.invalid`
 */
export function findRunner(
  { catalog, gate }: { readonly catalog: Catalog; readonly gate: Gate },
  { functionName, revision, params, roomId, key }: Invocation,
): Runner | undefined {
  const registered = catalog.snapshot.functions.get(functionName)
  if (registered?.revision !== revision) return undefined
  const admitted = gate.admit({ registered, schema: registered.manifest.schema }, params, roomId)
  if (admitted.key === key) return registered.runner
  throw new SpecimenError(
    'params.invalid',
    `A call of the group has other parameters than its key ${key} says.`,
  )
}
