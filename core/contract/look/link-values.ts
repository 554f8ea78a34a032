import { SpecimenError } from '../domain/errors.ts'
import { decodePercent } from '../text/decode-percent.ts'
import { isJsonArray, isJsonObject, type Json, parseJson } from '../values/json.ts'

/** Characters that are readable in an address and have no meaning there. */
const plain = /%(?:2C|3A|2F|40|24|3B|5B|5D|7B|7D)/g

/** Returns a text for a link: a blank as `+`, and separators escaped. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(plain, decodeURIComponent).replaceAll('%20', '+')
}

/** Returns the original of {@link encodeText}; text with invalid escapes stays unchanged. */
export function decodeText(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  return decodePercent(spaced) ?? spaced // with a literal percent sign
}

/** Returns a value as JSON; a text without its quotes, unless that would be ambiguous. */
export function writeValue(value: Json): string {
  return typeof value === 'string' && !isJsonText(value) ? value : JSON.stringify(value)
}

/** Returns the original of {@link writeValue}; undefined for a value that no host takes. */
export function readValue(text: string): Json | undefined {
  if (!isJsonText(text)) return text
  try {
    const value = parseJson(text, 'the link')
    return isSendable(value) ? value : undefined
  } catch (error) {
    if (error instanceof SpecimenError) return undefined
    throw error
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // text that is not JSON
  }
}

/** 1e999 is JSON, but not a finite number. */
function isSendable(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (isJsonArray(value)) return value.every(isSendable)
  return !isJsonObject(value) || Object.values(value).every(isSendable)
}

/** Returns a number with at most this many significant digits. */
export function toShort(value: number, digits: number): number {
  return Number(value.toPrecision(digits)) + 0
}

/** Returns comma-separated finite numbers; undefined for another count. */
export function readNumbers(text: string, count: number): number[] | undefined {
  const parts = text.split(',', count + 1)
  const numbers = parts.map((part) => (/^-?[\d.]+(e[+-]?\d+)?$/.test(part) ? Number(part) : Number.NaN))
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined
}
