import type { Invocation } from '../../domain/invocation.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'

/** A call as Redis has it: what another host needs to compute it, or to ask for it again. */
export interface AskedCall {
  readonly invocation: Invocation
  /** Who asked first, by the name under which queues count it. */
  readonly caller: string | undefined
}

/** Returns a call as text. */
export function formatCall(call: AskedCall): string {
  return JSON.stringify(call)
}

/** Returns the call that JSON from Redis is; undefined when it is none. */
export function parseCall(value: Json | undefined): AskedCall | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined
  const { invocation: given, caller } = value
  if (given === undefined || !isJsonObject(given)) return undefined
  const { functionName, revision, params, roomId, key } = given
  if (typeof functionName !== 'string' || typeof revision !== 'string' || typeof roomId !== 'string')
    return undefined
  if (typeof key !== 'string' || params === undefined || !isJsonObject(params)) return undefined
  const invocation = { functionName, revision, params, roomId, key }
  return { invocation, caller: typeof caller === 'string' ? caller : undefined }
}
