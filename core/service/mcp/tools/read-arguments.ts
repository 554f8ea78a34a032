/** Readers of a tool's arguments, which a model has written. */
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import { suggestName } from '../../../contract/text/suggest.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'

/** Longest name that is compared with others: comparing takes as long as both together. */
const nearLength = 100

/** Refuses names that a tool does not have. @throws `request.invalid` */
export function checkNames(given: JsonObject, names: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const near = unknown.length > nearLength ? null : suggestName(unknown, names)
  const remedy = near === null ? `there are ${names.join(', ')}.` : `did you mean ${near}?`
  throw new SpecimenError('request.invalid', `There is no argument ${describe(unknown)}; ${remedy}`)
}

/** Returns a text, undefined where it is absent. @throws `request.invalid` */
export function readText(given: JsonObject, name: string): string | undefined {
  const value = given[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw wrongError(name, 'a text', value)
}

/** Returns a text that must be there. @throws `request.invalid` */
export function requireText(given: JsonObject, name: string): string {
  const value = readText(given, name)
  if (value !== undefined && value !== '') return value
  throw value === undefined
    ? refuse(`${name} is missing; it must be a text`)
    : wrongError(name, 'a text', value)
}

/** Returns an object, an empty one where it is absent. @throws `request.invalid` */
export function readObject(given: JsonObject, name: string): JsonObject {
  const value = given[name]
  if (value === undefined || value === null) return {}
  if (isJsonObject(value)) return value
  throw wrongError(name, 'an object such as {"name": value}', value)
}

/** Returns a list, undefined where it is absent. @throws `request.invalid` */
export function readList(given: JsonObject, name: string): readonly Json[] | undefined {
  const value = given[name]
  if (value === undefined || value === null) return undefined
  if (isJsonArray(value)) return value
  throw wrongError(name, 'a list', value)
}

/** Bounds of a number, and what it is when absent. */
export interface NumberBounds {
  readonly least: number
  readonly most: number
  readonly usual: number
}

/** Returns a whole number within bounds. @throws `request.invalid` */
export function readWhole(given: JsonObject, name: string, { least, most, usual }: NumberBounds): number {
  const value = given[name]
  if (value === undefined || value === null) return usual
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw wrongError(name, `a whole number from ${least} to ${most}`, value)
}

/** Returns one of some words. @throws `request.invalid` */
export function readWord<Word extends string>(
  given: JsonObject,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = given[name]
  if (value === undefined || value === null) return words[0]
  const found = words.find((word) => word === value)
  if (found !== undefined) return found
  throw wrongError(name, `one of ${words.join(', ')}`, value)
}

/** Returns the refusal of an argument. */
export function wrongError(name: string, wanted: string, found: Json | undefined): SpecimenError {
  return refuse(`${name} must be ${wanted} (got ${describe(found)})`)
}

function refuse(problem: string): SpecimenError {
  return new SpecimenError('request.invalid', `${problem}.`)
}
