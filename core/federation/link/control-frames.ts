/**
 * The control frames of the federation channel: JSON objects with a `type`, listed in
 * `core/federation/PROTOCOL.md`. One table a direction says which members a frame has; parser and types are
 * made from it, so that neither can say something else. Both ends take the other for hostile: a member that
 * is not as listed ends the link.
 */

import { describe } from '../../domain/describe.ts'
import { messageLimit } from '../../domain/job.ts'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../domain/json.ts'

/** The version of the protocol, as negotiated in `Sec-WebSocket-Protocol`. */
export const linkProtocol = 'specimen-fed.v1'

/** Longest control frame in bytes. */
export const controlBytes = 4 * 2 ** 20
/** Highest number of an exchange. */
export const highestExchange = 2 ** 32 - 1

/** Statuses and headers with which a worker answers for a file; its length it tells as `bytes`. */
export const fileStatuses = [200, 206, 304, 404, 412, 416] as const
export const fileHeaders = [
  'content-type',
  'content-range',
  'etag',
  'last-modified',
  'accept-ranges',
  'cache-control',
]

/** Why a link ends on purpose. */
export const closingCodes = [
  'stopping',
  'replaced',
  'token',
  'protocol',
  'frame.unknown',
  'overload',
] as const
export type ClosingCode = (typeof closingCodes)[number]

/** What the other side has done wrong; the link ends with it. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  readonly code: ClosingCode
  /** The exchange that the frame was about, as far as it said so. */
  readonly exchange: number | undefined

  constructor(code: ClosingCode, detail: string, exchange?: number) {
    super(detail)
    this.code = code
    this.exchange = exchange
  }
}

/** Returns a member's value if it is what the frame may have there. @throws LinkError */
type Field<V> = (value: Json | undefined, at: string) => V

const shared = {
  ping: { n: readCount },
  pong: { n: readCount },
  closing: { code: readChoice(closingCodes), detail: readText(2000), retry_seconds: orNull(readNumber) },
}

/** Frames that a worker sends. */
const workerFrames = {
  ...shared,
  hello: { software: readText(200), instance: readText(64), places: readCount },
  catalog: {
    reset: readBoolean,
    more: readBoolean,
    bundles: readCount,
    errors: readObjects,
    specimens: readObjects,
    functions: readObjects,
    removed_specimens: readTexts(200),
    removed_functions: readTexts(200),
  },
  accepted: { id: readId },
  progress: { id: readId, seq: readCount, texts: readMessages },
  result: { id: readId, head: readObject, bytes: readCount },
  opened: { id: readId, status: readChoice(fileStatuses), headers: readHeaders, bytes: readCount },
  end: { id: readId, bytes: readCount, crc32: readCount },
  failed: {
    id: readId,
    code: readText(64),
    detail: readText(10_000),
    stack: orNull(readText(10_000)),
    issues: readObjects,
  },
  cancelled: { id: readId },
  reloaded: { id: readId },
  draining: {},
}

/** Frames that a relay sends. */
const relayFrames = {
  ...shared,
  welcome: {
    software: readText(200),
    instance: readText(64),
    ping_seconds: readNumber,
    dead_seconds: readNumber,
    grace_seconds: readNumber,
    window: readCount,
    exchanges: readIds,
  },
  refused: { entries: readObjects },
  run: {
    id: readId,
    function: readText(128),
    revision: readText(200),
    params: readText(controlBytes),
    room: readText(128),
    window: readCount,
    seq: readCount,
    offset: readCount,
    colors: readFlag,
  },
  fetch: {
    id: readId,
    specimen: readText(128),
    part: readChoice(['data', 'thumbnail'] as const),
    method: readChoice(['GET', 'HEAD'] as const),
    headers: readHeaders,
    window: readCount,
    offset: readCount,
  },
  reload: { id: readId },
  credit: { id: readCount, consumed: readCount },
  cancel: { id: readId },
  done: { id: readId },
}

type FrameOf<T> = {
  readonly [Type in keyof T]: { readonly type: Type } & {
    readonly [Member in keyof T[Type]]: T[Type][Member] extends Field<infer Value> ? Value : never
  }
}[keyof T]

export type WorkerFrame = FrameOf<typeof workerFrames>
export type RelayFrame = FrameOf<typeof relayFrames>
/** The frame of one type. */
export type WorkerFrameOf<Type extends WorkerFrame['type']> = Extract<WorkerFrame, { type: Type }>
export type RelayFrameOf<Type extends RelayFrame['type']> = Extract<RelayFrame, { type: Type }>

/** Returns the text of a frame. */
export function encodeControl(frame: WorkerFrame | RelayFrame): string {
  return JSON.stringify(frame)
}

/**
 * Returns the frame that a worker's text message holds; undefined for an optional one nobody here knows.
 * @throws LinkError
 */
export function parseWorkerFrame(text: string): WorkerFrame | undefined {
  return parseFrame(text, workerFrames) as WorkerFrame | undefined // of the type's own table
}

/**
 * Returns the frame that a relay's text message holds; undefined for an optional one nobody here knows.
 * @throws LinkError
 */
export function parseRelayFrame(text: string): RelayFrame | undefined {
  return parseFrame(text, relayFrames) as RelayFrame | undefined // of the type's own table
}

function parseFrame(
  text: string,
  table: { readonly [type: string]: { readonly [member: string]: Field<unknown> } },
): { readonly [member: string]: unknown } | undefined {
  const value = parseObject(text)
  const { type } = value
  if (typeof type !== 'string')
    throw new LinkError('protocol', `a frame's type is ${describe(type)}; a string was wanted`)
  const fields = Object.hasOwn(table, type) ? table[type] : undefined
  if (!fields) {
    if (value.optional === true) return undefined
    throw new LinkError('frame.unknown', `a frame has the unknown type ${describe(type)}`)
  }
  return { type, ...readMembers(value, type, fields) }
}

function readMembers(
  value: JsonObject,
  type: string,
  fields: { readonly [member: string]: Field<unknown> },
): object {
  try {
    return Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read(value[name], `${type}.${name}`)]),
    )
  } catch (error) {
    if (!(error instanceof LinkError) || typeof value.id !== 'number') throw error
    throw new LinkError(error.code, error.message, value.id)
  }
}

function parseObject(text: string): JsonObject {
  let value: Json
  try {
    value = parseJson(text, 'A frame')
  } catch (cause) {
    throw new LinkError('protocol', cause instanceof Error ? cause.message : String(cause))
  }
  if (isJsonObject(value)) return value
  throw new LinkError('protocol', `a frame is ${describe(value)}; a JSON object was wanted`)
}

function readCount(value: Json | undefined, at: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw refuse(at, value, 'a whole number of at least 0')
}

function readId(value: Json | undefined, at: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= highestExchange)
    return value
  throw refuse(at, value, 'the number of an exchange')
}

function readIds(value: Json | undefined, at: string): readonly number[] {
  if (Array.isArray(value)) return value.map((item: Json) => readId(item, at))
  throw refuse(at, value, 'an array of numbers')
}

function readNumber(value: Json | undefined, at: string): number {
  if (typeof value === 'number' && value >= 0) return value
  throw refuse(at, value, 'a number of at least 0')
}

function readBoolean(value: Json | undefined, at: string): boolean {
  if (typeof value === 'boolean') return value
  throw refuse(at, value, 'true or false')
}

/**
 * True or absent: a member that came after the first release, without which the other side goes on as before.
 */
function readFlag(value: Json | undefined, at: string): true | undefined {
  if (value === undefined || value === true) return value
  throw refuse(at, value, 'true, or no such member')
}

function readText(length: number): Field<string> {
  return (value, at) => {
    if (typeof value === 'string' && value.length <= length) return value
    throw refuse(at, value, `a string of at most ${length} characters`)
  }
}

function readTexts(length: number): Field<readonly string[]> {
  const read = readText(length)
  return (value, at) => {
    if (Array.isArray(value)) return value.map((item: Json) => read(item, at))
    throw refuse(at, value, 'an array of strings')
  }
}

function readMessages(value: Json | undefined, at: string): readonly string[] {
  const texts = readTexts(10_000)(value, at)
  if (texts.length <= messageLimit) return texts
  throw refuse(at, value, `at most ${messageLimit} messages`)
}

function readObject(value: Json | undefined, at: string): JsonObject {
  if (value !== undefined && isJsonObject(value)) return value
  throw refuse(at, value, 'an object')
}

function readObjects(value: Json | undefined, at: string): readonly JsonObject[] {
  if (Array.isArray(value)) return value.map((item: Json) => readObject(item, at))
  throw refuse(at, value, 'an array of objects')
}

/** Returns whether a text can be the value of a header in a frame. */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e\x80-\xff]{0,4096}$/.test(text)
}

/** Names in lower case; values without control characters, so that they can be HTTP headers. */
function readHeaders(value: Json | undefined, at: string): { readonly [name: string]: string } {
  const headers = readObject(value, at)
  for (const [name, text] of Object.entries(headers)) {
    if (!/^[a-z0-9-]{1,64}$/.test(name) || typeof text !== 'string' || !isHeaderText(text)) {
      throw refuse(`${at}.${name}`, text, 'the text of a header')
    }
  }
  return headers as { readonly [name: string]: string } // each is a string, as just tested
}

function readChoice<const T extends string | number>(choices: readonly T[]): Field<T> {
  return (value, at) => {
    const choice = choices.find((item) => item === value)
    if (choice !== undefined) return choice
    throw refuse(at, value, choices.join(', '))
  }
}

function orNull<V>(read: Field<V>): Field<V | null> {
  return (value, at) => (value === null ? null : read(value, at))
}

function refuse(at: string, found: Json | undefined, wanted: string): LinkError {
  return new LinkError('protocol', `${at} is ${describe(found)}; ${wanted} was wanted`)
}
