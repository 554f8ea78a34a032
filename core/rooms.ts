/** The memory of results and jobs, and the sharing of runs: of a single host, or of a group. */
import type { Logger } from 'pino'
import type { RoomCache } from './cache/room-cache.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { Config } from './config.ts'
import type { CreateRemotes, RemoteParts } from './engine.ts'
import type { Gate } from './functions/gate.ts'
import type { PeerAnswers } from './http/routes/peer-answers.ts'
import type { JobStore } from './jobs/job-store.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { OpenRelay } from './open-relay.ts'
import type { Flights } from './run/flights.ts'
import type { ReadinessCheck } from './watch/health.ts'
import type { Collect } from './watch/watch.ts'

/** The settings of {@link HostMemory}. */
export interface RoomsOptions {
  readonly config: Config
  readonly log: Logger
  /** Returns 128 random bits as text. */
  readonly createId: () => string
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

/** The parts of a host that work for others, too. */
export interface OfferedHost {
  readonly catalog: Catalog
  readonly gate: Gate
  readonly jobs: Jobs
}

/** The part of a group that is visible from outside. */
export interface WatchedRooms {
  readonly readiness: ReadinessCheck
  readonly collect: Collect
}

/** The memory of a host, and its share in a group. */
export interface HostMemory {
  readonly cache: RoomCache
  readonly store: JobStore
  readonly flights: Flights
  /** Answers requests of other hosts. */
  readonly peers?: PeerAnswers
  readonly watched?: WatchedRooms
  /** Returns the catalogs of all hosts' workers; absent where only this host has workers. */
  readonly gather?: (openRelay: OpenRelay | undefined, parts: RemoteParts) => ReturnType<CreateRemotes>
  /** True while it has work that a host should end before it stops. */
  readonly isBusy: boolean
  /** Joins the group once the host listens. @throws `config.invalid`, `group.away` */
  join(host: OfferedHost): Promise<void>
  /** Announces that the bundles of the host have changed. */
  refresh(): void
  /** Accepts no more work from others: the host is about to end. */
  retire(): Promise<void>
  /** Ends it after the last run of the host. */
  close(): Promise<void>
}
