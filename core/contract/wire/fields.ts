/**
 * Members of an untrusted JSON object, read one at a time: an unexpected one is refused with its name, the
 * expectation and the value.
 */

import type { SpecimenError } from '../domain/errors.ts'
import { labelsWanted, parseLabels } from '../domain/result/labels.ts'
import { areNotes, noteCount } from '../domain/result/notes.ts'
import { parseRange, rangeWanted } from '../domain/result/range.ts'
import type { MemberReader } from '../domain/result/read-result.ts'
import { describe } from '../text/describe.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { isCount, isExtent, isFiniteNumber } from '../values/number.ts'

/** Creates the error for a sentence; each format has its own code. */
export type Refuse = (detail: string) => SpecimenError

const maxRank = 8

/** Reads the members of one object. @throws the error of `refuse`, from every method */
export class FieldReader {
  readonly fields: JsonObject
  readonly #refuse: Refuse

  constructor(fields: JsonObject, refuse: Refuse) {
    this.fields = fields
    this.#refuse = refuse
  }

  /** Returns a whole number from 0 to 2^53 - 1. */
  readCount(name: string): number {
    const value = this.fields[name]
    if (isCount(value)) return value
    throw this.#refuse(`${name} must be a whole number of at least 0 (got ${describe(value)}).`)
  }

  readExtent(name: string, most: number): number {
    const value = this.fields[name]
    if (isExtent(value) && value <= most) return value
    throw this.#refuse(`${name} must be a whole number from 1 to ${most} (got ${describe(value)}).`)
  }

  readChoice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.fields[name]
    const choice = choices.find((item) => item === value)
    if (choice !== undefined) return choice
    throw this.#refuse(`${name} must be ${listChoices(choices)} (got ${describe(value)}).`)
  }

  /** Returns 1 to 8 extents, whose product is a safe integer in any order. */
  readShape(name: string): readonly number[] {
    const shape = this.fields[name]
    if (!isList(shape) || shape.length < 1 || shape.length > maxRank || !shape.every(isCount)) {
      throw this.#refuse(
        `${name} must be 1 to ${maxRank} whole numbers of at least 0 (got ${describe(shape)}).`,
      )
    }
    // A zero among the extents must not hide an overflow of the others.
    const product = shape.reduce<number>((total, extent) => total * Math.max(extent, 1), 1)
    if (Number.isSafeInteger(product)) return shape
    throw this.#refuse(`${name} must have no more samples than an array can hold (got ${shape.join('×')}).`)
  }

  /** Returns a text, or undefined where the member is absent. */
  readText(name: string): string | undefined {
    const value = this.fields[name]
    if (value === undefined || typeof value === 'string') return value
    throw this.#refuse(`${name} must be a text or left out (got ${describe(value)}).`)
  }

  /** Returns what a parser makes of a member, or undefined where the member is absent. */
  readAs<T>(name: string, wanted: string, parse: (value: Json) => T | undefined): T | undefined {
    const value = this.fields[name]
    if (value === undefined) return undefined
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    throw this.#refuse(`${name} must be ${wanted} (got ${describe(value)}).`)
  }

  readNotes(name: string): readonly string[] | undefined {
    return this.readAs(name, `at most ${noteCount} texts`, (value) => (areNotes(value) ? value : undefined))
  }

  /** Returns 1 to 8 finite numbers, or undefined where the member is absent. Null is not absence. */
  readNumbers(name: string): readonly number[] | undefined {
    const value = this.fields[name]
    if (value === undefined) return undefined
    if (isList(value) && value.length >= 1 && value.length <= maxRank && value.every(isFiniteNumber))
      return value
    throw this.#refuse(`${name} must be 1 to ${maxRank} finite numbers or left out (got ${describe(value)}).`)
  }

  /** Returns x, y, z, or undefined where the member is absent. */
  readPlace(name: string): readonly [number, number, number] | undefined {
    const numbers = this.readNumbers(name)
    if (numbers === undefined) return undefined
    const [x, y, z] = numbers
    if (x !== undefined && y !== undefined && z !== undefined && numbers.length === 3) return [x, y, z]
    throw this.#refuse(`${name} must be three finite numbers or left out (got ${describe(numbers)}).`)
  }

  /** Returns rows of finite numbers, as many as each of them has, or undefined where the member is absent. */
  readMatrix(name: string): readonly (readonly number[])[] | undefined {
    const value = this.fields[name]
    if (value === undefined) return undefined
    const isSquare = isList(value) && value.length >= 1 && value.length <= maxRank
    const isRow = (row: unknown): row is readonly number[] =>
      isList(row) && isList(value) && row.length === value.length && row.every(isFiniteNumber)
    if (isSquare && value.every(isRow)) return value
    throw this.#refuse(
      `${name} must be 1 to ${maxRank} rows of as many finite numbers, or left out (got ${describe(value)}).`,
    )
  }
}

/** Returns the part of a {@link MemberReader} that JSON has for small members. */
export function readSmallMembers(
  reader: FieldReader,
): Omit<MemberReader, 'list' | 'samples' | 'captions' | 'columns' | 'parts'> {
  return {
    extent: (name, { most = Number.MAX_SAFE_INTEGER }) => reader.readExtent(name, most),
    shape: (name) => reader.readShape(name),
    vector: (name) => reader.readNumbers(name),
    matrix: (name) => reader.readMatrix(name),
    text: (name) => reader.readText(name),
    place: (name) => reader.readPlace(name),
    count: (name) => (name in reader.fields ? reader.readCount(name) : undefined),
    texts: (name) => reader.readNotes(name),
    choice: (name, { choices }) => (name in reader.fields ? reader.readChoice(name, choices) : undefined),
    column: (name) => reader.readText(name),
    labels: (name) => reader.readAs(name, labelsWanted, parseLabels),
    range: (name) => reader.readAs(name, rangeWanted, parseRange),
  }
}

function listChoices(choices: readonly string[]): string {
  return choices.length === 1 ? choices.join() : `one of ${choices.join(', ')}`
}

// `Array.isArray` would narrow unknown to a list of `any`.
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
