import type { Invocation } from '../../contract/domain/invocation.ts'
import type { CalledReturn } from '../../contract/domain/result/parse-returned.ts'
import type { RunContext } from '../../engine/run/runner.ts'
import type { HeldData } from './given-data.ts'

/** A call with its caller. */
export interface RunRequest extends CalledReturn {
  readonly invocation: Invocation
  readonly context: RunContext
}

/** A call whose data are on their way to the worker. */
export interface FedRequest extends RunRequest {
  readonly data: HeldData
}
