import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../contract/values/json.ts'
import type { Facts } from '../../contract/wire/facts.ts'

/** A fact that differs between two results. */
export interface FactChange {
  /** Its place in the answer of `/facts`: `bounds.high`, `labels.3.volume`. */
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Facts as they are computed, or as an answer has them. */
type AnyFacts = Facts | JsonObject

/** A fact of one result: a list of one, or of the parts of a vector. */
type Fact = readonly Json[]

const digits = 7
const unknown: Fact = [null]

/**
 * Returns the facts that differ, in their order, without the bins of histograms and the first rows of tables:
 * ends and means say enough.
 */
export function listFactChanges(before: AnyFacts, after: AnyFacts): readonly FactChange[] {
  const [first, last] = [listFacts(before), listFacts(after)]
  return [...new Set([...first.keys(), ...last.keys()])].flatMap((name) => {
    const [one, other] = [first.get(name) ?? unknown, last.get(name) ?? unknown]
    return writeWhole(one) === writeWhole(other) ? [] : [{ name, ...writeBoth(one, other) }]
  })
}

/** Returns both as texts that differ: with few digits where these do. */
function writeBoth(one: Fact, other: Fact): Pick<FactChange, 'before' | 'after'> {
  const [before, after] = [writeShort(one), writeShort(other)]
  return before === after ? { before: writeWhole(one), after: writeWhole(other) } : { before, after }
}

function writeShort(fact: Fact): string {
  return writeWhole(fact.map((part) => (typeof part === 'number' ? Number(part.toPrecision(digits)) : part)))
}

function writeWhole(fact: Fact): string {
  return fact.map((part) => (part === null ? 'unknown' : String(part))).join(', ')
}

function listFacts(facts: AnyFacts): ReadonlyMap<string, Fact> {
  const { notes: _, ...measured } = facts
  // Every member is plain JSON, as the answer of a host is.
  return new Map(flatten(JSON.parse(JSON.stringify(measured)), ''))
}

function flatten(value: Json, name: string): readonly (readonly [string, Fact])[] {
  const inside = name === '' ? '' : `${name}.`
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, part]) => flatten(part, inside + key))
  if (!isJsonArray(value)) return [[name, [value]]]
  if (/(^|[.])(histogram[.]counts|first_rows)$/.test(name) || /^parts[.][^.]+[.]notes$/.test(name)) return []
  if (!value.some(isJsonObject)) return [[name, value]]
  return value.flatMap((part, i) => {
    // Labels come and go: each is known by its value, not by its place.
    const key = isJsonObject(part) && typeof part.value === 'number' ? part.value : i
    return flatten(part, `${inside}${key}`)
  })
}
