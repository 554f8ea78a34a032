/** What Redis has of a job, as texts: written by hosts, and parsed like all that comes from outside. */
import type { Invocation } from '../domain/invocation.ts'
import { type ProgressMessage, toFraction } from '../domain/job.ts'
import { isJsonArray, isJsonObject } from '../domain/json.ts'
import { isCount, isFiniteNumber } from '../domain/number.ts'
import { parseOwnJson } from './own-json.ts'

/** What it takes to ask for a job's result again. */
export interface AskedJob {
  /** The caller whose share its place is of. */
  readonly caller: string
  readonly invocation: Invocation
}

/** Returns a message as Redis has it: its number comes first, where scripts find it. */
export function formatMessage({ seq, ts, text, fraction }: ProgressMessage): string {
  return JSON.stringify(fraction === undefined ? [seq, ts, text] : [seq, ts, text, fraction])
}

/** Returns the message that a text is; undefined for what is none. */
export function parseMessage(written: string): ProgressMessage | undefined {
  const found = parseOwnJson(written)
  if (!isJsonArray(found)) return undefined
  const [seq, ts, text, given] = found
  if (!isCount(seq) || !isFiniteNumber(ts) || typeof text !== 'string') return undefined
  const fraction = toFraction(given)
  return fraction === undefined ? { seq, ts, text } : { seq, ts, text, fraction }
}

/** Returns what was asked as Redis has it. */
export function formatAsked({ caller, invocation }: AskedJob): string {
  return JSON.stringify({ caller, ...invocation })
}

/** Returns what was asked; undefined for a text that does not say it. */
export function parseAsked(written: string): AskedJob | undefined {
  const found = parseOwnJson(written)
  if (found === undefined || !isJsonObject(found)) return undefined
  const { caller, functionName, revision, params, roomId, key } = found
  if (typeof caller !== 'string' || typeof functionName !== 'string' || typeof revision !== 'string')
    return undefined
  if (typeof roomId !== 'string' || typeof key !== 'string' || params === undefined || !isJsonObject(params))
    return undefined
  return { caller, invocation: { functionName, revision, params, roomId, key } }
}
