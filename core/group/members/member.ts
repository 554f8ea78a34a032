import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import { isCount } from '../../contract/values/number.ts'
import { toPeerAddress } from '../group-settings.ts'
import { parseOwnJson } from '../redis/own-json.ts'

/** A worker by the host that has its link; or the host itself, as the worker with the name of its catalog. */
export interface HeldWorker {
  readonly workerId: string
  /** Names one start of the worker's process. */
  readonly instance: string
  /** The time of its link, by Redis' clock, in milliseconds: the newest counts. */
  readonly since: number
  /** Digest of the catalog. */
  readonly catalog: string
  /** Set while the worker takes requests. */
  readonly isAvailable: boolean
}

/** A host of the group, by its own description. */
export interface GroupMember {
  /** Random, another one after each start. */
  readonly id: string
  /** The address at which other hosts reach it. */
  readonly address: string
  /** The revisions of its bundles. */
  readonly revisions: readonly string[]
  readonly workers: readonly HeldWorker[]
  /** Runs that it takes at a time. */
  readonly places: number
  /** The version of its software. */
  readonly software: string
}

/** Returns the name under which a host shows its own catalog: no worker's, as ids have no ~. */
export function toHostName(host: string): string {
  return `~${host}`
}

/** Returns true for a name of {@link toHostName}. */
export function isHostName(workerId: string): boolean {
  return workerId.startsWith('~')
}

/** The form of the keys; another one cannot share them. */
export const layoutVersion = 8

/** Returns a member as text. */
export function formatMember(member: Omit<GroupMember, 'id'>): string {
  return JSON.stringify({ layout: layoutVersion, ...member })
}

/** Returns the member that a text of Redis is; undefined for one of another version. */
export function parseMember(id: string, record: string): GroupMember | undefined {
  const parsed = parseOwnJson(record)
  if (!isJsonObject(parsed)) return undefined
  const { layout, address, revisions, workers, places, software } = parsed
  if (layout !== layoutVersion || typeof address !== 'string' || typeof software !== 'string')
    return undefined
  if (!isJsonArray(revisions) || !isJsonArray(workers) || !isCount(places)) return undefined
  if (toPeerAddress(address) !== address) return undefined
  const texts = revisions.filter((revision) => typeof revision === 'string')
  return { id, address, revisions: texts, workers: workers.flatMap(parseWorker), places, software }
}

function parseWorker(found: Json): HeldWorker | [] {
  if (!isJsonObject(found)) return []
  const { workerId, instance, since, catalog, isAvailable } = found
  if (typeof workerId !== 'string' || typeof instance !== 'string' || !isCount(since)) return []
  if (typeof catalog !== 'string' || typeof isAvailable !== 'boolean') return []
  return { workerId, instance, since, catalog, isAvailable }
}
