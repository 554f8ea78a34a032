/**
 * What the host that computes a run tells those that wait for it. It sends each host of a waiter one message,
 * so that no host hears of the runs of others.
 */
import { type ProgressMessage, toFraction } from '../../contract/domain/job.ts'
import { isJsonArray, type Json } from '../../contract/values/json.ts'
import { isCount, isFiniteNumber } from '../../contract/values/number.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { type ToldNews, toDone, toFailed } from './run-end.ts'

/** The news that a host has begun a run. */
export function formatBegun(run: string): string {
  return JSON.stringify([run, 'begun'])
}

/** The news that a run has reported something. */
export function formatMessage(run: string, message: ProgressMessage): string {
  return JSON.stringify([run, 'message', toRow(message)])
}

/** The news that a run has a result, by the text of its pointer. */
export function formatDone(run: string, pointer: string): string {
  return JSON.stringify([run, 'done', pointer])
}

/** The news that a run has failed, by the failure as BullMQ keeps it. */
export function formatFailed(run: string, failure: string): string {
  return JSON.stringify([run, 'failed', failure])
}

/** Returns the news that a text of Redis is; undefined when it is none. */
export function parseNews(text: string): ToldNews | undefined {
  const found = parseOwnJson(text)
  if (!isJsonArray(found)) return undefined
  const [run, kind, detail] = found
  if (typeof run !== 'string') return undefined
  if (kind === 'begun') return { run, news: { kind } }
  if (kind === 'done') return { run, news: { kind: 'end', end: toDone(detail) } }
  if (kind === 'failed') return { run, news: { kind: 'end', end: toFailed(String(detail)) } }
  const message = kind === 'message' ? parseMessage(detail) : undefined
  return message && { run, news: { kind: 'message', message } }
}

/** Returns a message without names: Redis has as many as runs report. */
export function toRow({ seq, ts, text, fraction }: ProgressMessage): (number | string)[] {
  return fraction === undefined ? [seq, ts, text] : [seq, ts, text, fraction]
}

/** Returns the message that a row of Redis is; undefined when it is none. */
export function parseRow(row = ''): ProgressMessage | undefined {
  return parseMessage(parseOwnJson(row))
}

function parseMessage(found: Json | undefined): ProgressMessage | undefined {
  if (!isJsonArray(found)) return undefined
  const [seq, ts, text, given] = found
  if (!isCount(seq) || !isFiniteNumber(ts) || typeof text !== 'string') return undefined
  const fraction = toFraction(given)
  return fraction === undefined ? { seq, text, ts } : { seq, text, ts, fraction }
}
