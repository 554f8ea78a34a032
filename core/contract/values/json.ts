/**
 * JSON as the host accepts it from outside: bounded in depth before it is parsed, without prototype tricks,
 * and with one canonical text per value (RFC 8785), so that equal parameters have equal keys.
 */
import { SpecimenError } from '../domain/errors.ts'
import { toThrownText } from '../text/thrown-text.ts'

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** An object of JSON. */
export type JsonObject = { readonly [name: string]: Json }

/** Deepest nesting accepted from outside. Recursive code over parsed values relies on it. */
export const maxJsonDepth = 64

/** Returns true for an object in JSON's sense: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Narrows to an array; `Array.isArray` does not where the type is readonly. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/**
 * Parses JSON text from outside. @throws `json.syntax` for text that is no JSON, nests deeper than {@link
 * maxJsonDepth}, or has a `__proto__` member.
 */
export function parseJson(text: string, what: string, maxDepth = maxJsonDepth): Json {
  if (measureDepth(text) > maxDepth)
    throw new SpecimenError(
      'json.syntax',
      `${what} nests deeper than ${maxDepth} levels; send a flatter value.`,
    )
  try {
    // A reviver for every member takes several times as long as the parsing itself. JSON.parse returns
    // nothing but Json.
    return JSON.parse(text, maybePrototype.test(text) ? refusePrototype : undefined) as Json
  } catch (cause) {
    const found = toThrownText(cause)
    throw new SpecimenError('json.syntax', `${what} is not valid JSON (${found}).`, { cause })
  }
}

/** Texts without a match have no `__proto__`, whose underscores have no other spelling. */
const maybePrototype = /__proto__|\\u005f/i

/**
 * Returns the deepest nesting of brackets outside strings, without recursion and without parsing. It leaps
 * from one to the next: during a host's start, loops over characters are slow.
 */
function measureDepth(text: string): number {
  const marks = /["[\]{}]/g
  let depth = 0
  let deepest = 0
  while (marks.test(text)) {
    const mark = text.charCodeAt(marks.lastIndex - 1)
    if (mark === 0x22) marks.lastIndex = findStringEnd(text, marks.lastIndex)
    else if (mark === 0x5b || mark === 0x7b) deepest = Math.max(deepest, ++depth)
    else depth--
  }
  return deepest
}

/**
 * Bytes of memory that each mark of a text costs at most once it is parsed, and each character: texts are
 * copied, in two bytes where they are not Latin-1. An empty object takes 64, a number in parsing 40, and a
 * member 160 where no other object has its name. A test measures them.
 */
const parsedBytes = { bracket: 64, comma: 40, colon: 160, character: 2 } as const

/** Returns the bytes that a JSON text takes at most once it is parsed: up to 47 for each of its own. */
export function measureParsed(text: string): number {
  let bytes = parsedBytes.character * text.length
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (mark === 0x22) at = findStringEnd(text, at + 1) - 1
    else if (mark === 0x2c) bytes += parsedBytes.comma
    else if (mark === 0x3a) bytes += parsedBytes.colon
    else if (mark === 0x5b || mark === 0x7b) bytes += parsedBytes.bracket
  }
  return bytes
}

/** Returns the end of a string that begins at `start`: after its quote, or with the text. */
function findStringEnd(text: string, start: number): number {
  for (let at = start; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return text.length
    let escapes = 0
    while (quote - escapes > start && text.charCodeAt(quote - escapes - 1) === 0x5c) escapes++
    if (escapes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

function refusePrototype(this: unknown, name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('a member may not be called "__proto__"')
  return value
}

/**
 * Returns the canonical text of a value (RFC 8785): sorted members, shortest numbers, -0 as 0.
 * @throws `json.syntax` for a number that is not finite or a lone surrogate, which have no canonical text
 */
export function toCanonicalJson(value: Json): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new SpecimenError('json.syntax', `${value} is not a finite number.`)
    return JSON.stringify(value) // ECMAScript's number format is RFC 8785's; -0 becomes 0
  }
  if (value === null || typeof value === 'boolean') return String(value)
  if (isJsonArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  const members = Object.entries<Json | undefined>(value) // members may be undefined
    .flatMap(([name, member]) => (member === undefined ? [] : [{ name, member }]))
    .sort((a, b) => (a.name < b.name ? -1 : 1)) // by UTF-16 code units (RFC 8785)
    .map(({ name, member }) => `${quote(name)}:${toCanonicalJson(member)}`)
  return `{${members.join(',')}}`
}

function quote(text: string): string {
  if (!text.isWellFormed())
    throw new SpecimenError('json.syntax', 'A string has a lone surrogate, which no text can hold.')
  return JSON.stringify(text)
}
