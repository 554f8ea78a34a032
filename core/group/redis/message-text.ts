import { type ProgressMessage, toFraction } from '../../domain/job.ts'
import { isJsonArray, type Json } from '../../domain/json.ts'
import { isCount, isFiniteNumber } from '../../domain/number.ts'

/** Returns a message as Redis has it: its number comes first, where scripts find it. */
export function formatMessage({ seq, ts, text, fraction }: ProgressMessage): string {
  return JSON.stringify(fraction === undefined ? [seq, ts, text] : [seq, ts, text, fraction])
}

/** Returns the message that JSON from Redis is; undefined for what is none. */
export function parseMessage(found: Json | undefined): ProgressMessage | undefined {
  if (!isJsonArray(found)) return undefined
  const [seq, ts, text, given] = found
  if (!isCount(seq) || !isFiniteNumber(ts) || typeof text !== 'string') return undefined
  const fraction = toFraction(given)
  return fraction === undefined ? { seq, text, ts } : { seq, text, ts, fraction }
}
