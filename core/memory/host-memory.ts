/** The memory of results and jobs, and the sharing of runs: of a single host, or of a group. */

import { MemoryRoomCache } from '../cache/memory-room-cache.ts'
import type { RoomListing } from '../cache/room-cache.ts'
import type { RemoteCatalogs, RemoteParts } from '../catalog/remote-catalog.ts'
import type { Config } from '../config.ts'
import type { Log } from '../domain/log.ts'
import type { Engine } from '../engine.ts'
import type { OpenRelay } from '../federation/relay/relay.ts'
import type { PeerAnswers } from '../http/routes/peer-answers.ts'
import type { JobStore } from '../jobs/job-store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { MemoryJobStore } from '../jobs/memory-job-store.ts'
import { memoryRoomStates, type RoomStates } from '../rooms/room-state.ts'
import type { Flights } from '../run/flights.ts'
import { MemoryFlights } from '../run/memory-flights.ts'
import type { GroupWatch } from '../watch/host-watch.ts'

/** The settings of {@link HostMemory}. */
export interface MemoryOptions {
  readonly config: Config
  readonly log: Log
  /** Returns 128 random bits as text. */
  readonly createId: () => string
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

/** The parts of a host that work for others, too. */
export interface OfferedHost extends Pick<Engine, 'catalog' | 'gate'> {
  readonly jobs: Jobs
}

/** The memory of a host, and its share in a group. */
export interface HostMemory {
  readonly cache: RoomListing
  readonly store: JobStore
  readonly flights: Flights
  readonly rooms: RoomStates
  /** Answers requests of other hosts. */
  readonly peers?: PeerAnswers
  readonly watched?: GroupWatch
  /** Returns the catalogs of all hosts' workers; absent where only this host has workers. */
  readonly gather?: (openRelay: OpenRelay | undefined, parts: RemoteParts) => RemoteCatalogs
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

/** Returns the memory of a single host. */
export function createHostMemory({ config, createId, clock: now }: MemoryOptions): HostMemory {
  const { cacheTtl, cacheBytes, roomResults, jobTtl, jobLimit, jobBytes } = config
  const cache = new MemoryRoomCache({ ttlSeconds: cacheTtl, byteLimit: cacheBytes, roomResults, now })
  const jobs = { ttlSeconds: jobTtl, runningLimit: jobLimit, byteLimit: jobBytes, now }
  const store = new MemoryJobStore(jobs)
  const nothing = async (): Promise<void> => {}
  return {
    cache,
    store,
    flights: new MemoryFlights({ cache, createId, now: Date.now }),
    rooms: memoryRoomStates,
    get isBusy() {
      return store.isBusy
    },
    join: nothing,
    refresh: () => {},
    retire: nothing,
    close: async () => {
      await cache.close()
      await store.close()
    },
  }
}
