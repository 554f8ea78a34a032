import { areMembers } from '../../contract/domain/result/held-members.ts'
import { areNotes } from '../../contract/domain/result/notes.ts'
import { resultTypes } from '../../contract/domain/result/result.ts'
import { pickOutline, type ResultOutline } from '../../contract/domain/result/stored-result.ts'
import { isJsonObject } from '../../contract/values/json.ts'
import { isCount } from '../../contract/values/number.ts'
import { parseOwnJson } from '../redis/own-json.ts'

/** The place of a result: all that Redis has of it. */
export interface ResultPointer extends ResultOutline {
  /** The host whose memory it is in. */
  readonly host: string
  /** The address at which that host answers other hosts: `http://HOST:PORT`. */
  readonly address: string
  /** The id of the result. */
  readonly id: string
}

/** Returns the one text of a pointer. */
export function formatPointer(pointer: ResultPointer): string {
  const { host, address, id } = pointer
  return JSON.stringify({ host, address, id, ...pickOutline(pointer) })
}

/** Returns the pointer that a text of Redis is; undefined when it is none. */
export function parsePointer(text: string): ResultPointer | undefined {
  const value = parseOwnJson(text)
  if (value === undefined || !isJsonObject(value)) return undefined
  const { host, address, id, bytes, members, unit, notes } = value
  const type = resultTypes.find((known) => known === value.type)
  const isPlace = typeof host === 'string' && typeof address === 'string' && /^https?:\/\//.test(address)
  if (!isPlace || typeof id !== 'string' || type === undefined) return undefined
  if (!isCount(bytes) || !areMembers(members)) return undefined
  const outline = { type, bytes, members, ...(typeof unit === 'string' && { unit }) }
  return { host, address, id, ...outline, ...(areNotes(notes) && { notes }) }
}
