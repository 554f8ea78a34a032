/** Readers of members of control frames: each returns the valid value, or throws a `LinkError`. */

import { isRoomId, roomIdRule } from '../../contract/domain/invocation.ts'
import { messageLimit, toFraction } from '../../contract/domain/job.ts'
import { type FileAddress, isFileAddress } from '../../contract/domain/specimen.ts'
import { describe } from '../../contract/text/describe.ts'
import { isJsonObject, type Json, type JsonObject } from '../../contract/values/json.ts'
import { isCount, isExtent } from '../../contract/values/number.ts'
import { limits } from './limits.ts'
import { LinkError } from './link-error.ts'

/** Returns a valid value of the member `at`, e.g. `ping.n`. @throws LinkError */
export type FieldParser<V> = (value: Json | undefined, at: string) => V

function createReader<V extends Json | undefined>(
  isValid: (value: Json | undefined) => value is V,
  wanted: string,
): FieldParser<V> {
  return (value, at) => {
    if (isValid(value)) return value
    throw fieldError(at, value, wanted)
  }
}

/** Reads a whole number of at least 0. */
export const readCount = createReader<number>(isCount, 'a whole number of at least 0')

/** Reads such a number, or an absent member: a later addition, which older sides lack. */
export const readOptionalCount = createReader(
  (value): value is number | undefined => value === undefined || isCount(value),
  'a whole number of at least 0, or absent',
)

/** Reads the name of data by their content. */
export const readHash = createReader(
  (value): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  '64 hexadecimal digits',
)

/** Reads a number of at least 0, with fractions. */
export const readNumber = createReader(
  (value): value is number => typeof value === 'number' && value >= 0,
  'a number of at least 0',
)

/** Reads true or false. */
export const readBoolean = createReader((value) => typeof value === 'boolean', 'true or false')

/** Reads true or an absent member: a later addition to the protocol, which older sides lack. */
export const readFlag = createReader((value) => value === undefined || value === true, 'true or absent')

/** Reads the address of a file of a specimen. */
export const readFileAddress = createReader<FileAddress>(
  isFileAddress,
  'data, thumbnail, or data/ and the name of a part',
)

/** Reads the id of a room. */
export const readRoom = createReader<string>(isRoomId, roomIdRule)

/** Reads any JSON object. */
export const readObject = createReader<JsonObject>(
  (value): value is JsonObject => value !== undefined && isJsonObject(value),
  'an object',
)

const readArray = createReader((value): value is readonly Json[] => Array.isArray(value), 'an array')

/** Returns whether a value is the number of an exchange. */
export function isExchangeId(value: Json | undefined): value is number {
  return isExtent(value) && value <= limits.exchangeId
}

/** Reads the number of an exchange. */
export const readId = createReader(isExchangeId, `the number of an exchange, 1 to ${limits.exchangeId}`)

/** Reads the numbers of several exchanges. */
export function readIds(value: Json | undefined, at: string): readonly number[] {
  return readArray(value, at).map((item) => readId(item, at))
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

/** Reads several JSON objects. */
export function readObjects(value: Json | undefined, at: string): readonly JsonObject[] {
  return readArray(value, at).map((item) => readObject(item, at))
}

/** An entry of a catalog: as JSON text, maybe invalid, where its frame was too large to be parsed at once. */
export type UnreadEntry = JsonObject | string

/** Reads entries of a catalog. */
export const readEntries: FieldParser<readonly UnreadEntry[]> = readObjects

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

function fieldError(at: string, found: Json | undefined, wanted: string): LinkError {
  return new LinkError('protocol', `${at} must be ${wanted} (got ${describe(found)})`)
}
