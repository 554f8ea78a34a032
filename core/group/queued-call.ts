import type { Invocation } from '../domain/invocation.ts'
import { isJsonObject, type Json } from '../domain/json.ts'

/** A run as it waits in the queue: what another host needs to compute it. */
export interface QueuedCall {
  readonly invocation: Invocation
  /** Who asked first, by the name under which queues count it. */
  readonly caller: string | undefined
}

/** Returns the call that a job of the queue holds; undefined when it holds none. */
export function parseQueuedCall(value: Json): QueuedCall | undefined {
  if (!isJsonObject(value)) return undefined
  const { invocation: given, caller } = value
  if (given === undefined || !isJsonObject(given)) return undefined
  const { functionName, revision, params, roomId, key } = given
  if (typeof functionName !== 'string' || typeof revision !== 'string' || typeof roomId !== 'string')
    return undefined
  if (typeof key !== 'string' || params === undefined || !isJsonObject(params)) return undefined
  const invocation = { functionName, revision, params, roomId, key }
  return { invocation, caller: typeof caller === 'string' ? caller : undefined }
}
