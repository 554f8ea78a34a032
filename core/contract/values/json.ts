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
 * maxJsonDepth}, or has a `__proto__` member. An infinite depth is for texts that were measured before.
 */
export function parseJson(text: string, what: string, maxDepth = maxJsonDepth): Json {
  if (maxDepth < Number.POSITIVE_INFINITY) checkDepth(text, what, maxDepth)
  try {
    // JSON.parse returns nothing but Json.
    const value = JSON.parse(text) as Json
    if (mayHavePrototype(text)) refusePrototype(value)
    return value
  } catch (cause) {
    const found = toThrownText(cause)
    throw new SpecimenError('json.syntax', `${what} is not valid JSON (${found}).`, { cause })
  }
}

/** Refuses a text that nests too deep, without parsing it. @throws `json.syntax` */
export function checkDepth(text: string, what: string, maxDepth = maxJsonDepth): void {
  if (measureDepth(text) <= maxDepth) return
  throw new SpecimenError(
    'json.syntax',
    `${what} nests deeper than ${maxDepth} levels; send a flatter value.`,
  )
}

/** Returns false for a text without `__proto__`; its underscores may be written as `\u005f`. */
function mayHavePrototype(text: string): boolean {
  // An expression, or a text that begins with the escape, takes several times as long for many escapes.
  return text.includes('__proto__') || text.includes('u005')
}

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

/**
 * The time that each mark takes to parse at most, and what is done with it then, as a multiple of that of a
 * further number in a list: about 40 ns. A member takes most where no other object has its name.
 */
export const jsonSteps = { bracket: 6, comma: 1, colon: 10 } as const

/**
 * Steps beyond which a message is refused before it is parsed. All lists of numbers that `--body-bytes` lets
 * in by default have fewer, and so have 25,000 points, 8,000 objects of two numbers, and 20,000 members.
 */
export const mostJsonSteps = 224 * 1024

/** The cost of a JSON text once it is parsed. */
export interface JsonCost {
  /** Bytes of memory at most: up to 47 for each of its own. */
  readonly bytes: number
  /** The time of the event loop, in numbers of a list. */
  readonly steps: number
}

/**
 * Returns what a JSON text will cost, without parsing it: in a fifth of the time or less. It stops counting
 * above `most` steps.
 */
export function measureJson(text: string, most = Number.POSITIVE_INFINITY): JsonCost {
  let [brackets, commas, colons, steps] = [0, 0, 0, 0]
  for (let at = 0; at < text.length && steps <= most; at++) {
    const mark = text.charCodeAt(at)
    if (mark === 0x22) at = findStringEnd(text, at + 1) - 1
    else if (mark === 0x2c) {
      commas++
      steps += jsonSteps.comma
    } else if (mark === 0x3a) {
      colons++
      steps += jsonSteps.colon
    } else if (mark === 0x5b || mark === 0x7b) {
      brackets++
      steps += jsonSteps.bracket
    }
  }
  const { bracket, comma, colon, character } = parsedBytes
  const bytes = character * text.length + bracket * brackets + comma * commas + colon * colons
  return { bytes, steps }
}

/** Returns the bytes that a JSON text takes at most once it is parsed. */
export function measureParsed(text: string): number {
  return measureJson(text).bytes
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
    // Escapes come close together: to look for each quote takes ten times as long as to go on by characters.
    for (let plain = 0; plain < plainRun && at < text.length; at++, plain++) {
      const mark = text.charCodeAt(at)
      if (mark === 0x22) return at + 1
      if (mark !== 0x5c) continue
      at++
      plain = 0
    }
  }
}

/** Characters without an escape after which the next quote is looked for again. */
const plainRun = 16

/** A reviver of JSON.parse would take ten times as long as the parsing itself. */
function refusePrototype(value: Json): void {
  if (typeof value !== 'object' || value === null) return
  if (isJsonArray(value)) {
    for (const each of value) if (typeof each === 'object') refusePrototype(each)
    return
  }
  if (Object.hasOwn(value, '__proto__')) throw new SyntaxError('a member may not be called "__proto__"')
  for (const name in value) refusePrototype(value[name] ?? null)
}

/**
 * Returns the canonical text of a value (RFC 8785): sorted members, shortest numbers, -0 as 0.
 * @throws `json.syntax` for a number that is not finite or a lone surrogate, which have no canonical text
 */
export function toCanonicalJson(value: Json): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new SpecimenError('json.syntax', `${value} is not a finite number.`)
    return String(value) // ECMAScript's number format is RFC 8785's; -0 becomes 0
  }
  if (value === null || typeof value === 'boolean') return String(value)
  return isJsonArray(value) ? toCanonicalList(value) : toCanonicalObject(value)
}

/** All parameters of all calls pass here: to join lists of parts takes four times as long. */
function toCanonicalList(values: readonly Json[]): string {
  let text = ''
  for (const value of values) text += text === '' ? toCanonicalJson(value) : `,${toCanonicalJson(value)}`
  return `[${text}]`
}

function toCanonicalObject(value: JsonObject): string {
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const member: Json | undefined = value[name]
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${quote(name)}:${toCanonicalJson(member)}`
  }
  return `{${text}}`
}

/** Texts that stand in JSON as they are. */
const plainText = /^[ !#-[\]-~]*$/

function quote(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  if (!text.isWellFormed())
    throw new SpecimenError('json.syntax', 'A string has a lone surrogate, which no text can hold.')
  return JSON.stringify(text)
}
