/**
 * Adaptations for the deployed VR client (`--legacy-client`): it has a control for `number` and none for
 * `integer`, reads volumes only as envelopes, and draws only samples of `uint8` and `float32`.
 */

import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import type { ParameterSchema } from '../../../contract/domain/schema.ts'
import { keywords } from '../../../contract/schema/keywords.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { encodeEnvelope } from '../../../contract/wire/envelope.ts'
import { parsePreferences } from '../request/preferences.ts'

/** Samples converted at a time: about 0.1 ms. */
const pieceSamples = 65_536

/** Returns an equivalent schema with integers written as numbers that are multiples of 1. */
export function toLegacySchema(schema: ParameterSchema): ParameterSchema {
  return { ...schema, ...replaceIntegers(schema) }
}

function replaceIntegers(schema: JsonObject): JsonObject {
  const { type = [], multipleOf } = schema
  const types: readonly Json[] = isJsonArray(type) ? type : [type]
  const isWhole = types.includes('integer') && !types.includes('number')
  const copy: { [name: string]: Json } = {}
  for (const [name, value] of Object.entries(schema)) {
    copy[name] = name === 'type' ? replaceType(value) : replaceInside(name, value)
    if (name === 'type' && isWhole) copy.multipleOf = 1
  }
  if (!isWhole || multipleOf === undefined) return copy
  // Multiples of both: one number where that is one, else two schemas.
  if (Number.isInteger(multipleOf)) return { ...copy, multipleOf }
  const both = isJsonArray(copy.allOf) ? copy.allOf : []
  return { ...copy, multipleOf: 1, allOf: [...both, { multipleOf }] }
}

function replaceType(type: Json): Json {
  if (!isJsonArray(type)) return type === 'integer' ? 'number' : type
  return [...new Set(type.map(replaceType))]
}

function replaceInside(name: string, value: Json): Json {
  const parts = keywords.get(name)?.parts?.(value) ?? []
  const replace = (part: Json): Json => (isJsonObject(part) ? replaceIntegers(part) : part)
  if (parts.length === 0) return value
  if (isJsonArray(value)) return value.map(replace)
  const [[steps = []] = []] = parts
  if (steps.length === 0 || !isJsonObject(value)) return replace(value)
  return Object.fromEntries(Object.entries(value).map(([member, part]) => [member, replace(part)]))
}

/** Returns whether `Accept` is absent, or names only the envelope by the host's name. */
export function isLegacyAccept(accept: string | undefined, envelopeType: string): boolean {
  return parsePreferences(accept ?? '*/*').every(({ name }) =>
    ['', '*/*', envelopeType.toLowerCase()].includes(name),
  )
}

/** Returns the envelope of a volume in a drawable dtype, converted while it is sent. */
export function encodeDrawable(volume: Extract<Result, { type: 'volume' }>): {
  readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]
  readonly length: number
} {
  const { data, dtype } = volume
  if (dtype === 'uint8' || dtype === 'float32') {
    const parts = encodeEnvelope(volume)
    return { parts, length: parts.reduce((total, { byteLength }) => total + byteLength, 0) }
  }
  const head = encodeEnvelope({ ...volume, dtype: 'float32', data: new Float32Array() })
  const headBytes = head.reduce((total, { byteLength }) => total + byteLength, 0)
  return { parts: convert(head, data), length: headBytes + data.length * Float32Array.BYTES_PER_ELEMENT }
}

async function* convert(head: readonly Uint8Array[], data: ElementArray): AsyncGenerator<Uint8Array> {
  yield* head
  for (let at = 0; at < data.length; at += pieceSamples)
    yield new Uint8Array(new Float32Array(data.subarray(at, at + pieceSamples)).buffer)
}
