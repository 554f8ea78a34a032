/** Texts of a link: what is between `?`, `&` and `=`, and values of parameters. */
import { SpecimenError } from '../../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../domain/json.ts'

/** Readable in an address, and without a meaning there. */
const plain = /%(?:2C|3A|2F|40|24|3B|5B|5D|7B|7D)/g

/** Returns a text as it stands in a link: a blank as `+`, and what would end it escaped. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(plain, decodeURIComponent).replaceAll('%20', '+')
}

/** Returns the text that {@link encodeText} was given; what is not escaped properly stays as it is. */
export function decodeText(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced // a percent sign that stands for itself
  }
}

/** Returns a value as JSON; a text without its quotes, unless it would be read as something else then. */
export function writeValue(value: Json): string {
  return typeof value === 'string' && !isJsonText(value) ? value : JSON.stringify(value)
}

/** Returns the value that {@link writeValue} was given; undefined for one that no host takes. */
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
    return false // that is the answer
  }
}

/** 1e999 is JSON, and no number that could be sent. */
function isSendable(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (isJsonArray(value)) return value.every(isSendable)
  return !isJsonObject(value) || Object.values(value).every(isSendable)
}

/** Returns a number with as many significant digits, or fewer. */
export function toShort(value: number, digits: number): number {
  return Number(value.toPrecision(digits)) + 0
}

/** Returns finite numbers that are separated by commas; undefined unless there are as many as wanted. */
export function readNumbers(text: string, count: number): number[] | undefined {
  const parts = text.split(',', count + 1)
  const numbers = parts.map((part) => (/^-?[\d.]+(e[+-]?\d+)?$/.test(part) ? Number(part) : Number.NaN))
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined
}
