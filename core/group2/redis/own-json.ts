import { type Json, parseJson } from '../../domain/json.ts'

/** Returns the value of JSON that a host has written; undefined when it is no JSON. */
export function parseOwnJson(text: string): Json | undefined {
  try {
    return parseJson(text, 'A value in Redis')
  } catch {
    return undefined // said where it is missed
  }
}
