import type { Log } from '../../contract/domain/log.ts'
import type { RoomListing } from '../../engine/cache/room-cache.ts'
import type { RemoteCatalogs, RemoteParts } from '../../engine/catalog/remote-catalog.ts'
import type { Flights } from '../../engine/run/flights.ts'
import type { OpenRelay } from '../../federation/relay/relay.ts'
import type { Account } from '../account/account.ts'
import type { FileSharing } from '../files/file-sharing.ts'
import type { PeerAnswers, RoomPassage } from '../http/routes/peer-answers.ts'
import type { JobStore } from '../jobs/job-store.ts'
import type { RoomStates } from '../rooms/room-state.ts'
import type { GroupWatch } from '../watch/host-watch.ts'
import type { OfferedHost } from './offered-host.ts'

/** The settings of what a host keeps; its options have them. */
export interface SharingSettings {
  /** Seconds that a result stays in its room. */
  readonly cacheTtl: number
  /** Most bytes of the results of all rooms. */
  readonly cacheBytes: number
  /** Results that a room keeps; a group keeps one. */
  readonly roomResults: number
  /** Seconds that a finished job is remembered. */
  readonly jobTtl: number
  /** Most bytes of messages and results of jobs. */
  readonly jobBytes: number
  /** Most bytes of one result. */
  readonly resultBytes: number
  /** Runs of this host at a time. */
  readonly poolSize: number
  /** Runs that may wait. */
  readonly queueSize: number
  /** Seconds for which a worker of a relay that is away keeps its runs. */
  readonly workerGrace: number
}

/** The parameters of the forms of {@link Sharing}. */
export interface SharingOptions {
  readonly config: SharingSettings
  readonly account: Account
  readonly log: Log
  /** Returns 128 random bits as text. */
  readonly createId: () => string
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

/**
 * The port to a group: what a host keeps of results, jobs and rooms, and what it shares with other hosts. A
 * single host has the form in memory, a host of a group that of core/group.
 */
export interface Sharing {
  readonly cache: RoomListing
  readonly store: JobStore
  readonly flights: Flights
  readonly rooms: RoomStates
  /** Answers requests of other hosts. */
  readonly peers?: PeerAnswers
  /** Leads peers of rooms to the host that has them. */
  readonly passage?: RoomPassage
  readonly watched?: GroupWatch
  /** Finds the files of callers at other hosts. */
  readonly files?: FileSharing
  /** Returns the catalogs of all hosts' workers; absent where only this host has workers. */
  readonly gather?: (openRelay: OpenRelay | undefined, parts: RemoteParts) => RemoteCatalogs
  /** True while it has work that a host should end before it stops. */
  readonly isBusy: boolean
  /** Joins the group once the host listens. @throws `config.invalid`, `group.away` */
  join(host: OfferedHost): Promise<void>
  /** Announces the catalog of the host; resolves when the other hosts that answer have it. */
  refresh(): Promise<void>
  /** Accepts no more work from others: the host is about to end. */
  retire(): Promise<void>
  /** Ends it after the last run of the host. */
  close(): Promise<void>
}
