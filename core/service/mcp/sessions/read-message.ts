import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { describe } from '../../../contract/text/describe.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { appExtension, appMediaType, showsApps } from '../apps/app.ts'
import type { McpPackages } from '../packages.ts'

/** Characters of an id or a token: it is sent back with each message, and kept as long as its call. */
const longestId = 256
/** Characters that are kept of a client's name, of its version and of the protocol's. */
const longestName = 200

/** One message of a client: a batch would pass the limits of requests as one. @throws `request.invalid` */
export function readMessage(body: unknown): JsonObject {
  if (!isJsonObject(body))
    throw new SpecimenError(
      'request.invalid',
      `The body must be one JSON-RPC message (got ${describe(body)}).`,
    )
  const { id, params } = body
  checkLength('id', id)
  const { _meta: meta, requestId } = toObject(params)
  checkLength('progressToken', toObject(meta).progressToken)
  checkLength('requestId', requestId)
  return body.method === 'initialize' ? { ...body, params: trimBeginning(toObject(params)) } : body
}

/** Returns a message as the protocol has it. @throws `request.invalid` */
export function parseMessage(
  { JSONRPCMessageSchema }: McpPackages['types'],
  body: JsonObject,
): JSONRPCMessage {
  const parsed = JSONRPCMessageSchema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new SpecimenError('request.invalid', 'The body must be a message of JSON-RPC 2.0, and is none.')
}

/**
 * Returns of `initialize` what is used, cut to a length: a session keeps it for as long as it lasts. The only
 * extension that is used is that of apps.
 */
function trimBeginning({ protocolVersion, capabilities, clientInfo }: JsonObject): JsonObject {
  const hasApps = showsApps(toObject(capabilities))
  const { name, version } = toObject(clientInfo)
  return {
    protocolVersion: cut(protocolVersion),
    capabilities: hasApps ? { extensions: { [appExtension]: { mimeTypes: [appMediaType] } } } : {},
    clientInfo: { name: cut(name), version: cut(version) },
  }
}

/** Returns a text that is short; another value is refused where the message is read. */
function cut(value: Json | undefined): Json {
  return typeof value === 'string' ? cutText(value, longestName) : null
}

function toObject(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {}
}

function checkLength(name: string, value: Json | undefined): void {
  if (typeof value !== 'string' || value.length <= longestId) return
  const detail = `${name} must be at most ${longestId} characters (got ${value.length}).`
  throw new SpecimenError('request.invalid', detail)
}
