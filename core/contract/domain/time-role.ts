/**
 * Time as a role of a number. Who knows the annotation of its schema plays the number; to all others it is
 * one as any.
 */
import { isJsonObject } from '../values/json.ts'
import type { ParameterSchema } from './schema.ts'

/** The annotation: true where a number is a time. */
export const timeKeyword = 'time'

/** A parameter that is a time. */
export interface TimeParameter {
  readonly name: string
  readonly from: number
  readonly to: number
  /** Null where any number between is one. */
  readonly step: number | null
}

/** Returns the first parameter that is a time with both ends; null for none. */
export function findTime({ properties }: ParameterSchema): TimeParameter | null {
  for (const [name, schema] of Object.entries(properties)) {
    if (!isJsonObject(schema) || schema[timeKeyword] !== true) continue
    const { minimum, maximum, multipleOf, type } = schema
    if (typeof minimum !== 'number' || typeof maximum !== 'number') continue
    const whole = type === 'integer' ? 1 : null
    return { name, from: minimum, to: maximum, step: typeof multipleOf === 'number' ? multipleOf : whole }
  }
  return null
}
