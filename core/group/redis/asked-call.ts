import type { Invocation } from '../../domain/invocation.ts'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'

/** A call as Redis has it: what another host needs to compute it, or to ask for it again. */
export interface StoredCall {
  readonly invocation: Invocation
  /** Who asked first, by the name under which queues count it. */
  readonly caller: string | undefined
}

/** Returns a call as JSON, without names: Redis has as many as there are jobs. */
export function toCallJson({ invocation, caller }: StoredCall): Json {
  const { functionName, revision, params, roomId, key } = invocation
  return [functionName, revision, params, roomId, key, caller ?? null]
}

/** Returns a call as text. */
export function formatCall(call: StoredCall): string {
  return JSON.stringify(toCallJson(call))
}

/** Returns the call that JSON from Redis is; undefined when it is none. */
export function parseCall(value: Json | undefined): StoredCall | undefined {
  if (!isJsonArray(value)) return undefined
  const [functionName, revision, params, roomId, key, caller] = value
  if (typeof functionName !== 'string' || typeof revision !== 'string' || typeof roomId !== 'string')
    return undefined
  if (typeof key !== 'string' || params === undefined || !isJsonObject(params)) return undefined
  const invocation = { functionName, revision, params, roomId, key }
  return { invocation, caller: typeof caller === 'string' ? caller : undefined }
}
