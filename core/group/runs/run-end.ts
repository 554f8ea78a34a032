import type { SpecimenError } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import { parseFailure, toFailureJson } from '../redis/failure-json.ts'
import { parsePointer, type ResultPointer, toPointerJson } from '../results/result-pointer.ts'

/** How a run ended, as hosts tell each other. */
export type RunEnd =
  | { readonly kind: 'done'; readonly pointer: ResultPointer }
  | { readonly kind: 'failed'; readonly error: SpecimenError }

/** Returns the end of a run as JSON. */
export function formatEnd(end: RunEnd): string {
  if (end.kind === 'done') return JSON.stringify({ pointer: toPointerJson(end.pointer) })
  return JSON.stringify({ error: toFailureJson(end.error) })
}

/** Returns the end that JSON from Redis tells; undefined when it tells none. */
export function parseEnd(value: Json | undefined): RunEnd | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined
  const pointer = parsePointer(value.pointer)
  if (pointer) return { kind: 'done', pointer }
  const error = parseFailure(value.error)
  return error && { kind: 'failed', error }
}
