import { isJsonArray, type Json, maxJsonDepth, parseJson } from '../../contract/values/json.ts'

/**
 * Returns the value of JSON that a host has written; undefined when it is no JSON. What came from outside
 * lies in it a few levels deeper than it came.
 */
export function parseOwnJson(text: string): Json | undefined {
  try {
    return parseJson(text, 'A value in Redis', maxJsonDepth + ownLevels)
  } catch {
    return undefined // said where it is missed
  }
}

/** Returns the items of a list that a host has written; none when it is no JSON, or no list. */
export function parseOwnList(text: string): readonly Json[] {
  const parsed = parseOwnJson(text)
  return parsed !== undefined && isJsonArray(parsed) ? parsed : []
}

/** Levels that hosts put around a value: told changes, their list, a change, its fields. */
const ownLevels = 8
