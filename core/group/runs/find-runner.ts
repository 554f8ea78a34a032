import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import { listDataPlaces } from '../../contract/schema/data-places.ts'
import type { Runner } from '../../engine/run/runner.ts'
import type { OfferedHost } from '../../service/sharing/offered-host.ts'
import { isBundleRevision } from './run-queues.ts'

/**
 * Returns the runner of a call that came from Redis; undefined where this host lacks the function in that
 * revision. @throws `params.invalid` when it is no call; `result.lost` for one whose data were another host's
 */
export function findRunner(
  { catalog, gate, decoder }: OfferedHost,
  invocation: Invocation,
): Runner | undefined {
  const { functionName, revision, params, roomId, key } = invocation
  const ofFile = catalog.findFileRunner(invocation, decoder)
  if (ofFile) return ofFile
  const found = [catalog.own, catalog.snapshot].map(({ functions }) => functions.get(functionName))
  const registered = found.find((known) => known?.revision === revision)
  if (!registered) return undefined
  const admitted = gate.admit({ registered, schema: registered.manifest.schema }, params, roomId)
  if (admitted.key === key) return registered.runner
  if (listDataPlaces(registered.manifest.schema, params).length > 0)
    throw new SpecimenError('result.lost', 'The host that had the data of this call is gone; start it again.')
  const detail = `A call of the group has other parameters than its key ${key} says.`
  throw new SpecimenError('params.invalid', detail)
}

/**
 * Returns a call by the version of its function that the group has now; undefined where that is the version
 * of the call, and where it does not take the parameters.
 */
export function renewCall(
  { catalog, gate }: OfferedHost,
  { functionName, revision, params, roomId }: Invocation,
): Invocation | undefined {
  const registered = isBundleRevision(revision) ? catalog.snapshot.functions.get(functionName) : undefined
  if (!registered || registered.revision === revision) return undefined
  const renewed = gate.tryAdmit({ registered, schema: registered.manifest.schema }, params, roomId)
  return renewed instanceof SpecimenError ? undefined : renewed
}

/** Returns the runner of a call that is asked again, as which any host may answer: this one may lack it. */
export function recallRunner(offered: OfferedHost, invocation: Invocation): Runner {
  const run = async (): Promise<never> => {
    const name = invocation.functionName
    const detail = `Function "${name}" is gone with the host that had it; start the job again.`
    throw new SpecimenError('function.unknown', detail)
  }
  return findRunner(offered, invocation) ?? { run }
}
