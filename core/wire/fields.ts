/**
 * Members of a JSON object that came from outside, read one at a time: each is what was asked for, or the
 * whole is refused with the member's name, what was found and what was wanted. Used by the envelope and
 * result JSON decoders.
 */

import { describe } from '../domain/describe.ts'
import type { SpecimenError } from '../domain/errors.ts'
import type { JsonObject } from '../domain/json.ts'
import { keysOf } from '../domain/keys-of.ts'
import { isCount } from '../domain/number.ts'
import { volumeArrays } from '../domain/result.ts'

/** Makes the error for a sentence; each format has its own code. */
export type Refuse = (detail: string) => SpecimenError

/** Element types that volumes may have. */
export const volumeDtypes = keysOf(volumeArrays)
/** Element types that images may have. */
export const imageDtypes = ['uint8', 'uint16'] as const

const maxRank = 8

/** Returns a whole number from 0 to 2^53 - 1. */
export function readCount(fields: JsonObject, name: string, refuse: Refuse): number {
  const value = fields[name]
  if (isCount(value)) return value
  throw refuse(`${name} is ${describe(value)}; a whole number of at least 0 was wanted.`)
}

/** Returns a whole number from 1 to `most`. */
export function readExtent(fields: JsonObject, name: string, most: number, refuse: Refuse): number {
  const value = fields[name]
  if (isCount(value) && value >= 1 && value <= most) return value
  throw refuse(`${name} is ${describe(value)}; a whole number from 1 to ${most} was wanted.`)
}

/** Returns the member if it is one of `choices`. */
export function readChoice<T extends string>(
  fields: JsonObject,
  name: string,
  choices: readonly T[],
  refuse: Refuse,
): T {
  const value = fields[name]
  const choice = choices.find((item) => item === value)
  if (choice !== undefined) return choice
  throw refuse(`${name} is ${describe(value)}; ${choices.join(', ')} was wanted.`)
}

/** Returns `shape` of 1 to 8 axes, whose product is a safe integer in whatever order it is taken. */
export function readShape(fields: JsonObject, refuse: Refuse): number[] {
  const { shape } = fields
  if (!Array.isArray(shape) || shape.length < 1 || shape.length > maxRank || !shape.every(isCount)) {
    throw refuse(`shape is ${describe(shape)}; 1 to ${maxRank} whole numbers of at least 0 were wanted.`)
  }
  // A zero among the extents may not hide that the others overflow.
  if (
    !Number.isSafeInteger(shape.reduce((total: number, extent: number) => total * Math.max(extent, 1), 1))
  ) {
    throw refuse(`shape is ${shape.join('×')}, which is more samples than any array can hold.`)
  }
  return shape
}

/** Returns how many samples a shape has. */
export function countSamples(shape: readonly number[]): number {
  return shape.reduce((total, extent) => total * extent, 1)
}

/** Returns 1 to 8 finite numbers, or undefined where the member is absent. Null is not absence. */
export function readNumbers(fields: JsonObject, name: string, refuse: Refuse): number[] | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.length >= 1 && value.length <= maxRank && value.every(Number.isFinite))
    return value
  throw refuse(
    `${name} is ${describe(value)}; 1 to ${maxRank} finite numbers were wanted, or no such member.`,
  )
}

/** Returns `count` if it is 0 or `wanted`: one of something for each of something else, or none at all. */
export function requireNoneOrAll(count: number, wanted: number, name: string, refuse: Refuse): number {
  if (count === 0 || count === wanted) return count
  throw refuse(`${name} is ${count}; ${wanted} was wanted (one for each), or 0.`)
}
