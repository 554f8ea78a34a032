import type { Catalog } from '../../catalog/catalog.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Gate } from '../../functions/gate.ts'
import type { Runner } from '../../run/runner.ts'

/**
 * Returns the runner of a call that came from Redis; undefined where this host lacks the function in that
 * revision. @throws `params.invalid` when it is no call
 */
export function findRunner(
  { catalog, gate }: { readonly catalog: Catalog; readonly gate: Gate },
  { functionName, revision, params, roomId, key }: Invocation,
): Runner | undefined {
  const registered = catalog.snapshot.functions.get(functionName)
  if (registered?.revision !== revision) return undefined
  const admitted = gate.admit({ registered, schema: registered.manifest.schema }, params, roomId)
  if (admitted.key === key) return registered.runner
  const detail = `A call of the group has other parameters than its key ${key} says.`
  throw new SpecimenError('params.invalid', detail)
}

/** The runner of a function that this host does not have: others may. */
export const absent: Runner = {
  run: async ({ functionName }) => {
    const detail = `Function "${functionName}" is gone with the host that had it; start the job again.`
    throw new SpecimenError('function.unknown', detail)
  },
}
