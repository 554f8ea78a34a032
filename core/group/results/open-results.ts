import type { Config } from '../../config.ts'
import type { Log } from '../../domain/log.ts'
import type { GroupSettings } from '../group-settings.ts'
import { GroupResults } from './group-results.ts'
import { PeerResults } from './peer-results.ts'
import { PeerSignatures } from './peer-signatures.ts'
import { Shelf } from './shelf.ts'

/** What the results of a host are kept and fetched with. */
export interface OpenResultsOptions {
  /** This host, as the group knows it. */
  readonly host: string
  readonly settings: GroupSettings
  readonly config: Pick<Config, 'cacheTtl' | 'cacheBytes' | 'jobTtl' | 'jobBytes' | 'resultBytes'>
  readonly log: Log
  /** Returns an id that no other result has or had. */
  readonly createId: () => string
  /** Milliseconds, never going back. */
  readonly clock: () => number
  /** Unix time in milliseconds, the same at all hosts. */
  readonly now: () => number
}

/** The results of a group as a host has them, what it holds of them, and their end. */
export interface OpenResults {
  readonly results: GroupResults
  readonly shelf: Shelf
  readonly peers: PeerResults
  /** By which the hosts of the group know each other. */
  readonly signatures: PeerSignatures
  close(): void
}

/**
 * Returns the results of a group. What rooms and jobs may take of a host's memory is one budget here: a
 * result is kept once, whoever points to it.
 */
export function openResults(options: OpenResultsOptions): OpenResults {
  const { host, settings, config, log, createId, clock, now } = options
  const { cacheTtl, cacheBytes, jobTtl, jobBytes, resultBytes } = config
  const shelf = new Shelf({ byteLimit: cacheBytes + jobBytes, now: clock })
  const signatures = new PeerSignatures(settings.secrets, now)
  const arriving = { arrivingBytes: cacheBytes, copySeconds: cacheTtl }
  const peers = new PeerResults({ shelf, signatures, log, resultBytes, ...arriving })
  const { address } = settings
  const keepSeconds = cacheTtl + jobTtl
  return {
    results: new GroupResults({ host, address, shelf, peers, createId, keepSeconds }),
    shelf,
    peers,
    signatures,
    close: () => {
      peers.close()
      shelf.close()
    },
  }
}
