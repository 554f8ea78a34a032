import type { Invocation } from '../../contract/domain/invocation.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import { parseOwnJson } from './own-json.ts'

/** A call as Redis has it: what another host needs to compute it. */
export interface GroupCall {
  readonly invocation: Invocation
  /** The first caller, by the name under which queues count it. */
  readonly caller: string | undefined
  /** The id of the first request, for the log of the host that computes. */
  readonly request?: string | undefined
}

/** Returns a call as JSON, without names: Redis has as many as there are runs and jobs. */
export function toCallJson({ invocation, caller, request }: GroupCall): Json {
  const { functionName, revision, params, roomId, key } = invocation
  return [functionName, revision, params, roomId, key, caller ?? null, request ?? null]
}

/** Returns the call that JSON from Redis is; undefined when it is none. */
export function parseCall(given: Json | undefined): GroupCall | undefined {
  const value = typeof given === 'string' ? parseOwnJson(given) : given
  if (!isJsonArray(value)) return undefined
  const [functionName, revision, params, roomId, key, caller, request] = value
  if (typeof functionName !== 'string' || typeof revision !== 'string' || typeof roomId !== 'string')
    return undefined
  if (typeof key !== 'string' || params === undefined || !isJsonObject(params)) return undefined
  const invocation = { functionName, revision, params, roomId, key }
  const toText = (found: Json | undefined) => (typeof found === 'string' ? found : undefined)
  return { invocation, caller: toText(caller), request: toText(request) }
}
