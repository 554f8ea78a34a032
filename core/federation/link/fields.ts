/** Readers of members of control frames: each returns the valid value, or throws a `LinkError`. */
import { describe } from '../../domain/describe.ts'
import { isRoomId, roomIdRule } from '../../domain/invocation.ts'
import { messageLimit, toFraction } from '../../domain/job.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { isCount, isExtent } from '../../domain/number.ts'
import { limits } from './limits.ts'
import { LinkError } from './link-error.ts'

/** Returns a valid value of the member `at`, e.g. `ping.n`. @throws LinkError */
export type FieldParser<V> = (value: Json | undefined, at: string) => V

/** Reads a whole number of at least 0. */
export function readCount(value: Json | undefined, at: string): number {
  if (isCount(value)) return value
  throw fieldError(at, value, 'a whole number of at least 0')
}

/** Returns whether a value is the number of an exchange. */
export function isExchangeId(value: Json | undefined): value is number {
  return isExtent(value) && value <= limits.exchangeId
}

/** Reads the number of an exchange. */
export function readId(value: Json | undefined, at: string): number {
  if (isExchangeId(value)) return value
  throw fieldError(at, value, `the number of an exchange, 1 to ${limits.exchangeId}`)
}

/** Reads the numbers of several exchanges. */
export function readIds(value: Json | undefined, at: string): readonly number[] {
  return readArray(value, at).map((item) => readId(item, at))
}

/** Reads a number of at least 0, with fractions. */
export function readNumber(value: Json | undefined, at: string): number {
  if (typeof value === 'number' && value >= 0) return value
  throw fieldError(at, value, 'a number of at least 0')
}

/** Reads true or false. */
export function readBoolean(value: Json | undefined, at: string): boolean {
  if (typeof value === 'boolean') return value
  throw fieldError(at, value, 'true or false')
}

/** Reads true or an absent member: a later addition to the protocol, which older sides lack. */
export function readFlag(value: Json | undefined, at: string): true | undefined {
  if (value === undefined || value === true) return value
  throw fieldError(at, value, 'true or absent')
}

/** Reads the id of a room. */
export function readRoom(value: Json | undefined, at: string): string {
  if (isRoomId(value)) return value
  throw fieldError(at, value, roomIdRule)
}

/** Returns a reader of text that has at most `length` UTF-16 code units. */
export function readText(length: number): FieldParser<string> {
  return (value, at) => {
    if (typeof value === 'string' && value.length <= length) return value
    throw fieldError(at, value, `a string of at most ${length} characters`)
  }
}

/** Returns a reader of several texts, each of at most `length` UTF-16 code units. */
export function readTexts(length: number): FieldParser<readonly string[]> {
  const read = readText(length)
  return (value, at) => readArray(value, at).map((item) => read(item, at))
}

/** Reads the messages of a run. */
export function readMessages(value: Json | undefined, at: string): readonly string[] {
  const texts = readTexts(limits.detailLength)(value, at)
  if (texts.length <= messageLimit) return texts
  throw fieldError(at, value, `at most ${messageLimit} messages`)
}

/** Reads fractions of messages, or an absent member (a later addition); invalid ones become null. */
export function readFractions(value: Json | undefined, at: string): readonly (number | null)[] | undefined {
  if (value === undefined) return value
  const fractions = readArray(value, at)
  if (fractions.length <= messageLimit) return fractions.map((fraction) => toFraction(fraction) ?? null)
  throw fieldError(at, value, `at most ${messageLimit} fractions`)
}

/** Reads any JSON object. */
export function readObject(value: Json | undefined, at: string): JsonObject {
  if (value !== undefined && isJsonObject(value)) return value
  throw fieldError(at, value, 'an object')
}

/** Reads several JSON objects. */
export function readObjects(value: Json | undefined, at: string): readonly JsonObject[] {
  return readArray(value, at).map((item) => readObject(item, at))
}

/** Reads HTTP headers: names in lower case, and values without control characters. */
export function readHeaders(value: Json | undefined, at: string): { readonly [name: string]: string } {
  const headers: { [name: string]: string } = {}
  for (const [name, text] of Object.entries(readObject(value, at))) {
    if (!isHeaderName(name) || typeof text !== 'string' || !isHeaderText(text))
      throw fieldError(`${at}.${name}`, text, 'the text of a header')
    headers[name] = text
  }
  return headers
}

/** Returns whether a text can be the value of a header in a frame. */
export function isHeaderText(text: string): boolean {
  return text.length <= limits.headerLength && /^[\x20-\x7e\x80-\xff]*$/.test(text)
}

function isHeaderName(name: string): boolean {
  return name.length <= limits.headerNameLength && /^[a-z0-9-]+$/.test(name)
}

/** Returns a reader of one of several values. */
export function readChoice<const T extends string | number>(choices: readonly T[]): FieldParser<T> {
  return (value, at) => {
    const choice = choices.find((item) => item === value)
    if (choice !== undefined) return choice
    throw fieldError(at, value, `one of ${choices.join(', ')}`)
  }
}

/** Returns a reader that also permits null. */
export function orNull<V>(read: FieldParser<V>): FieldParser<V | null> {
  return (value, at) => (value === null ? null : read(value, at))
}

function readArray(value: Json | undefined, at: string): readonly Json[] {
  if (Array.isArray(value)) return value
  throw fieldError(at, value, 'an array')
}

function fieldError(at: string, found: Json | undefined, wanted: string): LinkError {
  return new LinkError('protocol', `${at} must be ${wanted} (got ${describe(found)})`)
}
