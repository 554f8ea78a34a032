import { isJsonObject, type Json } from '../../contract/values/json.ts'
import { parseOwnJson } from './own-json.ts'

/** What hosts tell each other in the channel of their group. */
export interface ToldInGroup {
  /** A run that all have left. */
  readonly left: string | undefined
  /** A job that was cancelled. */
  readonly job: string | undefined
  /** A host whose record has changed. */
  readonly host: string | undefined
}

/** Returns what a message of the group's channel tells; members of another type tell nothing. */
export function parseTold(message: string): ToldInGroup {
  const told = parseOwnJson(message)
  const { left, job, host } = isJsonObject(told) ? told : {}
  return { left: toName(left), job: toName(job), host: toName(host) }
}

function toName(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
