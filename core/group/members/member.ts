import { isJsonArray, isJsonObject } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import { toPeerAddress } from '../group-settings.ts'
import { toDigest } from '../redis/digest.ts'
import { parseOwnJson } from '../redis/own-json.ts'

/** A host of the group, as it says of itself. */
export interface GroupMember {
  /** Random, another one after each start. */
  readonly id: string
  /** Where other hosts reach it. */
  readonly address: string
  /** Names its set of revisions: hosts of the same set have the same bundles. */
  readonly set: string
  /** Runs of bundles that it takes at a time. */
  readonly places: number
  /** The version of its software. */
  readonly software: string
}

/** Returns the name of a set of revisions, whatever their order. */
export function toRevisionSet(revisions: Iterable<string>): string {
  return toDigest([...new Set(revisions)].sort().join('\n'))
}

/** Returns what a host writes of itself. */
export function writeMember({ address, set, places, software }: GroupMember): string {
  return JSON.stringify({ address, set, places, software })
}

/** Returns what another host has written of itself; undefined for what no host of this version writes. */
export function parseMember(id: string, record: string): GroupMember | undefined {
  const found = parseOwnJson(record)
  if (found === undefined || !isJsonObject(found)) return undefined
  const { address, set, places, software } = found
  if (typeof address !== 'string' || typeof set !== 'string' || typeof software !== 'string') return undefined
  if (!isCount(places) || toPeerAddress(address) !== address) return undefined
  return { id, address, set, places, software }
}

/** Returns a list of revisions that a host has written; undefined for what is none. */
export function parseRevisions(text: string): ReadonlySet<string> | undefined {
  const found = parseOwnJson(text)
  if (!isJsonArray(found)) return undefined
  const revisions = found.filter((revision) => typeof revision === 'string')
  return revisions.length === found.length ? new Set(revisions) : undefined
}
