import type { CatalogView } from '../../catalog/catalog-view.ts'
import type { Params } from '../../domain/schema.ts'
import type { CallTarget, Gate } from '../../functions/gate.ts'
import type { Call } from '../../run/executor.ts'

/** A request for a specimen; only its form has been checked. */
export interface SpecimenCall {
  readonly view: CatalogView
  readonly id: string
  readonly params: Params
  readonly roomId: string
  /** The client's name within its caller; undefined unless the request may be superseded. */
  readonly client?: string | undefined
}

/** A call of a target with unchecked parameters. */
export interface TargetCall {
  readonly target: CallTarget
  readonly params: Params
  readonly roomId: string
}

/** Returns the call of a target with parameters that the gate has admitted. @throws the errors of the gate */
export function toCall(gate: Gate, { target, params, roomId }: TargetCall): Call {
  const invocation = gate.admit(target, params, roomId)
  return { invocation, runner: target.registered.runner }
}
