/**
 * The control frames of the federation channel: JSON objects with a `type`, listed in
 * `core/federation/PROTOCOL.md`. Parser and types are made from one table of members for each direction, so
 * that they cannot differ. Both ends treat the other as hostile: an invalid member ends the link.
 */
import { describe } from '../../contract/text/describe.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../contract/values/json.ts'
import { cutFrame } from './cut-frame.ts'
import {
  type FieldParser,
  isExchangeId,
  orNull,
  readBoolean,
  readChoice,
  readCount,
  readEntries,
  readFileAddress,
  readFlag,
  readFractions,
  readHash,
  readHeaders,
  readId,
  readIds,
  readMessages,
  readNumber,
  readObject,
  readObjects,
  readOptionalCount,
  readRoom,
  readText,
  readTexts,
} from './fields.ts'
import { limits } from './limits.ts'
import { closingCodes, LinkError } from './link-error.ts'

/** The version of the protocol, as negotiated in `Sec-WebSocket-Protocol`. */
export const linkProtocol = 'specimen-fed.v1'

/** Statuses of a worker's answer for a file. */
export const fileStatuses = [200, 206, 304, 404, 412, 416] as const

/** Headers of a worker's answer for a file; its length is the member `bytes`. */
export const fileHeaders = [
  'content-type',
  'content-range',
  'etag',
  'last-modified',
  'accept-ranges',
  'cache-control',
]

const shared = {
  ping: { n: readCount },
  pong: { n: readCount },
  closing: {
    code: readChoice(closingCodes),
    detail: readText(limits.closingDetailLength),
    retry_seconds: orNull(readNumber),
  },
}

const workerFrames = {
  ...shared,
  hello: {
    software: readText(limits.textLength),
    instance: readText(limits.codeLength),
    places: readCount,
    data_window: readOptionalCount,
  },
  catalog: {
    reset: readBoolean,
    more: readBoolean,
    bundles: readCount,
    errors: readObjects,
    specimens: readEntries,
    functions: readEntries,
    removed_specimens: readTexts(limits.textLength),
    removed_functions: readTexts(limits.textLength),
  },
  accepted: { id: readId },
  progress: { id: readId, seq: readCount, texts: readMessages, fractions: readFractions },
  result: { id: readId, head: readObject, bytes: readCount },
  opened: { id: readId, status: readChoice(fileStatuses), headers: readHeaders, bytes: readCount },
  end: { id: readId, bytes: readCount, crc32: readCount },
  failed: {
    id: readId,
    code: readText(limits.codeLength),
    detail: readText(limits.detailLength),
    stack: orNull(readText(limits.detailLength)),
    issues: readObjects,
  },
  cancelled: { id: readId },
  reloaded: { id: readId },
  has: { id: readId },
  lacks: { id: readId, offset: readCount },
  credit: { id: readCount, consumed: readCount },
  draining: {},
}

const relayFrames = {
  ...shared,
  welcome: {
    software: readText(limits.textLength),
    instance: readText(limits.codeLength),
    ping_seconds: readNumber,
    dead_seconds: readNumber,
    grace_seconds: readNumber,
    window: readCount,
    exchanges: readIds,
  },
  refused: { entries: readObjects },
  run: {
    id: readId,
    function: readText(limits.nameLength),
    revision: readText(limits.textLength),
    params: readText(limits.controlBytes),
    room: readRoom,
    window: readCount,
    seq: readCount,
    offset: readCount,
    colors: readFlag,
    file: readFlag,
  },
  fetch: {
    id: readId,
    specimen: readText(limits.nameLength),
    part: readFileAddress,
    method: readChoice(['GET', 'HEAD']),
    headers: readHeaders,
    window: readCount,
    offset: readCount,
  },
  reload: { id: readId },
  give: { id: readId, hash: readHash },
  content: { id: readId, head: readObject, bytes: readCount },
  end: { id: readId, bytes: readCount, crc32: readCount },
  credit: { id: readCount, consumed: readCount },
  cancel: { id: readId },
  done: { id: readId },
}

interface FrameTable {
  readonly [type: string]: { readonly [member: string]: FieldParser<unknown> }
}

type FrameOf<T> = {
  readonly [Type in keyof T]: { readonly type: Type } & {
    readonly [Member in keyof T[Type]]: T[Type][Member] extends FieldParser<infer Value> ? Value : never
  }
}[keyof T]

/** Any frame of a worker. */
export type WorkerFrame = FrameOf<typeof workerFrames>
/** Any frame of a relay. */
export type RelayFrame = FrameOf<typeof relayFrames>
/** A worker's frame of one type. */
export type WorkerFrameOf<Type extends WorkerFrame['type']> = Extract<WorkerFrame, { type: Type }>
/** A relay's frame of one type. */
export type RelayFrameOf<Type extends RelayFrame['type']> = Extract<RelayFrame, { type: Type }>

/** Returns the text of a frame. */
export function encodeControl(frame: WorkerFrame | RelayFrame): string {
  return JSON.stringify(frame)
}

/** Parses a worker's text message; undefined for an optional frame of an unknown type. @throws LinkError */
export function parseWorkerFrame(text: string): WorkerFrame | undefined {
  return parseFrame(text, workerFrames)
}

const entryLists: ReadonlySet<string> = new Set(['specimens', 'functions'])

/**
 * Parses a worker's large text message in turns of the event loop; the entries of a catalog stay texts.
 * @throws LinkError
 */
export async function parseLargeWorkerFrame(bytes: Buffer): Promise<WorkerFrame | undefined> {
  const { rest, lists } = await cutFrame(bytes, entryLists)
  const frame = parseFrame(rest, workerFrames, Number.POSITIVE_INFINITY)
  if (frame?.type !== 'catalog') return frame
  const { specimens = frame.specimens, functions = frame.functions } = Object.fromEntries(lists)
  return { ...frame, specimens, functions }
}

/** Parses a relay's large text message in turns of the event loop. @throws LinkError */
export async function parseLargeRelayFrame(bytes: Buffer): Promise<RelayFrame | undefined> {
  const { rest } = await cutFrame(bytes, new Set())
  return parseFrame(rest, relayFrames, Number.POSITIVE_INFINITY)
}

/** Parses a relay's text message; undefined for an optional frame of an unknown type. @throws LinkError */
export function parseRelayFrame(text: string): RelayFrame | undefined {
  return parseFrame(text, relayFrames)
}

function parseFrame<T extends FrameTable>(text: string, table: T, maxDepth?: number): FrameOf<T> | undefined {
  const value = parseObject(text, maxDepth)
  const { type } = value
  if (typeof type !== 'string')
    throw new LinkError('protocol', `the type of a frame must be a string (got ${describe(type)})`)
  const fields = Object.hasOwn(table, type) ? table[type] : undefined
  if (!fields) {
    if (value.optional === true) return undefined
    throw new LinkError('frame.unknown', `a frame has the unknown type ${describe(type)}`)
  }
  // The type is in the table, and each member is the value of its own reader.
  return { type, ...readMembers(value, type, fields) } as FrameOf<T>
}

/** Returns the other side's refusal of a relay's frame, such as `fetch.headers.range must be …`. */
export function findFault(frame: RelayFrame): string | undefined {
  const text = encodeControl(frame)
  const bytes = Buffer.byteLength(text)
  if (bytes > limits.controlBytes)
    return `${frame.type} must have at most ${limits.controlBytes} bytes (got ${bytes})`
  try {
    parseRelayFrame(text)
    return undefined
  } catch (error) {
    if (error instanceof LinkError) return error.message
    throw error
  }
}

/** Returns the members of a frame. An error names the exchange, so that its run or file fails alone. */
function readMembers(value: JsonObject, type: string, fields: FrameTable[string]): object {
  try {
    return Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read(value[name], `${type}.${name}`)]),
    )
  } catch (error) {
    if (!(error instanceof LinkError) || !isExchangeId(value.id)) throw error
    throw new LinkError(error.code, error.message, value.id)
  }
}

function parseObject(text: string, maxDepth?: number): JsonObject {
  let value: Json
  try {
    value = parseJson(text, 'A frame', maxDepth)
  } catch (cause) {
    throw new LinkError('protocol', toThrownText(cause))
  }
  if (isJsonObject(value)) return value
  throw new LinkError('protocol', `a frame must be a JSON object (got ${describe(value)})`)
}
