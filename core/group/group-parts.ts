import type { SharingOptions } from '../service/sharing/sharing.ts'
import { GroupFiles, type GroupFilesOptions } from './files/group-files.ts'
import type { GroupSettings } from './group-settings.ts'
import { type GroupKeys, toKeys } from './redis/keys.ts'
import { GroupResults } from './results/group-results.ts'
import { PeerRequests } from './results/peer-request.ts'
import { PeerSignatures } from './results/peer-signatures.ts'
import { Shelf } from './results/shelf.ts'
import { RunQueues } from './runs/run-queues.ts'

/** The parameters of a host of a group. */
export interface GroupHostOptions extends SharingOptions {
  readonly settings: GroupSettings
}

/** The parts of a host of a group on which its others stand. */
export interface GroupParts {
  readonly keys: GroupKeys
  /** The results that this host holds for the group. */
  readonly shelf: Shelf
  readonly signatures: PeerSignatures
  readonly requests: PeerRequests
  /** Results by their pointers, here and at other hosts. */
  readonly results: GroupResults
  readonly queues: RunQueues
  /** The files of callers, here and at other hosts. */
  readonly files: GroupFiles
}

/** Connections to each other host: a file keeps one as long as its client reads. */
const connectionLimit = 256

/** Returns the parts of a host of a group that need none of the others. */
export function openGroupParts(
  { config, settings, log, createId, clock }: GroupHostOptions,
  {
    host,
    connection,
    isThere,
    isKnown,
  }: Pick<GroupFilesOptions, 'host' | 'connection' | 'isThere' | 'isKnown'>,
): GroupParts {
  const { cacheTtl, cacheBytes, jobTtl, jobBytes, resultBytes } = config
  const keys = toKeys(connection.prefix)
  const shelf = new Shelf({ byteLimit: cacheBytes + jobBytes, ttlSeconds: cacheTtl + jobTtl, now: clock })
  const signatures = new PeerSignatures(settings.secrets, () => connection.now())
  const requests = new PeerRequests(signatures, connectionLimit)
  const place = { host, address: settings.address, redis: connection.redis, keys }
  const bounds = { resultBytes, arrivingBytes: cacheBytes }
  const results = new GroupResults({ ...place, ...bounds, requests, log, createId, shelf, isKnown })
  const queues = new RunQueues({ connection, keys, log, keepSeconds: jobTtl })
  const { address } = settings
  const files = new GroupFiles({ connection, keys, host, address, requests, isThere, isKnown })
  return { keys, shelf, signatures, requests, results, queues, files }
}
