/** What remembers results and jobs, and says who shares which run: of a host by itself, or of a group. */
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
import type { ExecutorOptions } from './run/executor.ts'
import type { Flights } from './run/flights.ts'
import type { ReadinessCheck } from './watch/health.ts'
import type { Collect } from './watch/watch.ts'

/** What {@link HostMemory} need of their host. */
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

/** What of a group is seen from outside. */
export interface WatchedRooms {
  readonly readiness: ReadinessCheck
  readonly collect: Collect
}

/** The memory of a host, and what it has in common with others. */
export interface HostMemory {
  readonly cache: RoomCache
  readonly store: JobStore
  readonly flights: Flights
  /** Returns what runs a call; the call's own runner when absent. */
  readonly share?: NonNullable<ExecutorOptions['share']>
  /** What other hosts may ask this one for. */
  readonly peers?: PeerAnswers
  /** What is looked at in it when somebody asks how the host is. */
  readonly watched?: WatchedRooms
  /**
   * Returns the catalogs of the workers of all hosts, those of this one's relay among them; absent where
   * there are none but those.
   */
  readonly gather?: (openRelay: OpenRelay | undefined, parts: RemoteParts) => ReturnType<CreateRemotes>
  /** Whether it computes now what others wait for. */
  readonly isBusy: boolean
  /** Takes part, from the moment in which the host listens. @throws `config.invalid`, `group.away` */
  join(host: OfferedHost): Promise<void>
  /** Says that the bundles of the host have changed. */
  refresh(): void
  /** Takes nothing more from others: the host is about to end. */
  retire(): Promise<void>
  /** Ends it, when nothing of the host runs any more. */
  close(): Promise<void>
}
