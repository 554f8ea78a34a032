import type { CatalogView } from '../../catalog/catalog-view.ts'
import type { Params } from '../../domain/schema.ts'
import type { CallTarget, Gate } from '../../functions/gate.ts'
import type { Call } from '../../run/executor.ts'

/** What a request asks of a specimen; only its form has been checked. */
export interface SpecimenCall {
  /** What the caller may see. */
  readonly view: CatalogView
  readonly id: string
  readonly params: Params
  readonly roomId: string
  /** As a waiter's; undefined unless the request may be superseded. */
  readonly client?: string | undefined
}

/** What is asked of a target, before the gate has seen the parameters. */
export interface TargetCall {
  readonly target: CallTarget
  readonly params: Params
  readonly roomId: string
}

/** Returns the call of a target with parameters that the gate has admitted. @throws what the gate does */
export function toCall(gate: Gate, { target, params, roomId }: TargetCall): Call {
  const invocation = gate.admit(target, params, roomId)
  return { invocation, runner: target.registered.runner }
}
