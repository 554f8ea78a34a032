import type { Json } from '../domain/json.ts'
import type { Result } from '../domain/result/result.ts'
import { isParameterSchema, type ParameterSchema, type Params } from '../domain/schema.ts'
import type { CacheClearBody, CacheStatsBody, FunctionEntry, PluginEntry } from '../wire/bodies.ts'
import { decodeResultJson } from '../wire/parse-result-json.ts'
import { refuseAnswer, requireBody, requireList, type Transport, toSegment } from './transport.ts'

/** The options of an invocation. */
export interface InvokeOptions {
  /** Parameters by position, in the schema's order. */
  readonly args?: readonly Json[] | undefined
  readonly kwargs?: Params | undefined
  /** The room, whose peers get the same result; `service` when absent. */
  readonly roomId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Returns every registered function. */
export async function readFunctions(transport: Transport): Promise<readonly FunctionEntry[]> {
  const path = '/api/processing/functions'
  return requireList<FunctionEntry>(await transport.readJson(path), path)
}

/** Returns the parameter schema of a function. @throws {ProblemError} `function.unknown` */
export async function readSchema(transport: Transport, name: string): Promise<ParameterSchema> {
  const path = `/api/processing/functions/${toSegment(name)}/schema`
  const schema = await transport.readJson(path)
  if (isParameterSchema(schema)) return schema
  throw refuseAnswer(schema, path, 'an object schema with properties')
}

/**
 * Returns the result of a function as JSON, for meshes three to four times as large as the same from
 * `readData`.
 * @throws {ProblemError} when the host refuses or the function fails; `json.syntax` for an answer that is no
 * result
 */
export async function invoke(
  transport: Transport,
  name: string,
  { args = [], kwargs = {}, roomId, signal }: InvokeOptions = {},
): Promise<Result> {
  const call = { function_name: name, args, kwargs }
  const body = roomId === undefined ? call : { ...call, room_id: roomId }
  return decodeResultJson(await transport.readJson('/api/processing/invoke', { body, signal }))
}

/** Returns the bundles of a host, with the runs of each function. */
export async function readPlugins(transport: Transport): Promise<readonly PluginEntry[]> {
  const path = '/api/plugins'
  return requireList<PluginEntry>(await transport.readJson(path), path)
}

/** Returns the kept result of each room and its memory. */
export async function readCacheStats(transport: Transport): Promise<CacheStatsBody> {
  const path = '/api/processing/cache/stats'
  return requireBody<CacheStatsBody>(await transport.readJson(path), path)
}

/** Drops the result of every room; returns their number. */
export async function clearCache(transport: Transport): Promise<CacheClearBody> {
  const path = '/api/processing/cache/clear'
  return requireBody<CacheClearBody>(await transport.readJson(path, { body: {} }), path)
}
