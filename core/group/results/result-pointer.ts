import { areMembers } from '../../contract/domain/result/held-members.ts'
import { areNotes } from '../../contract/domain/result/notes.ts'
import { partTypes, resultTypes } from '../../contract/domain/result/result.ts'
import { isPartName, partCount } from '../../contract/domain/result/scene.ts'
import {
  type PartOutline,
  pickOutline,
  type ResultOutline,
} from '../../contract/domain/result/stored-result.ts'
import { isJsonObject, type Json } from '../../contract/values/json.ts'
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
  const parts = parseParts(value.parts)
  const type = resultTypes.find((known) => known === value.type)
  const isPlace = typeof host === 'string' && typeof address === 'string' && /^https?:\/\//.test(address)
  if (!isPlace || typeof id !== 'string' || type === undefined) return undefined
  if (!isCount(bytes) || !areMembers(members) || parts === null) return undefined
  const outline = { type, bytes, members, ...(typeof unit === 'string' && { unit }) }
  return { host, address, id, ...outline, ...(areNotes(notes) && { notes }), ...(parts && { parts }) }
}

/** Returns the parts that a pointer names, undefined for none; null where they are none. */
function parseParts(found: Json | undefined): readonly PartOutline[] | undefined | null {
  if (found === undefined) return undefined
  if (!Array.isArray(found) || found.length > partCount) return null
  const parts = found.flatMap((part): PartOutline[] => {
    if (!isJsonObject(part)) return []
    const { name, members } = part
    const type = partTypes.find((known) => known === part.type)
    const isPart = typeof name === 'string' && isPartName(name) && type !== undefined && areMembers(members)
    return isPart ? [{ name, type, members }] : []
  })
  return parts.length === found.length ? parts : null
}
