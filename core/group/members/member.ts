import { isJsonArray, isJsonObject } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import { toPeerAddress } from '../group-settings.ts'
import { parseOwnJson } from '../redis/own-json.ts'

/** A host of the group, by its own description. */
export interface GroupMember {
  /** Random, another one after each start. */
  readonly id: string
  /** The address at which other hosts reach it. */
  readonly address: string
  /** The revisions of its bundles. */
  readonly revisions: readonly string[]
  /** Runs that it takes at a time. */
  readonly places: number
  /** The version of its software. */
  readonly software: string
}

/** The form of the keys; another one cannot share them. */
export const layoutVersion = 2

/** Returns a member as text. */
export function formatMember({ address, revisions, places, software }: GroupMember): string {
  return JSON.stringify({ layout: layoutVersion, address, revisions, places, software })
}

/** Returns the member that a text of Redis is; undefined for one of another version. */
export function parseMember(id: string, record: string): GroupMember | undefined {
  const found = parseOwnJson(record)
  if (found === undefined || !isJsonObject(found)) return undefined
  const { layout, address, revisions, places, software } = found
  if (layout !== layoutVersion || typeof address !== 'string' || typeof software !== 'string')
    return undefined
  if (!isJsonArray(revisions) || !isCount(places) || toPeerAddress(address) !== address) return undefined
  const texts = revisions.filter((revision) => typeof revision === 'string')
  return { id, address, revisions: texts, places, software }
}
