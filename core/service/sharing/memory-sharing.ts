import { MemoryRoomCache } from '../../engine/cache/memory-room-cache.ts'
import { MemoryFlights } from '../../engine/run/memory-flights.ts'
import { MemoryJobStore } from '../jobs/memory-job-store.ts'
import { memoryRoomStates } from '../rooms/room-state.ts'
import type { Sharing, SharingOptions } from './sharing.ts'

/** Returns what a single host keeps: everything in memory, and nothing shared. */
export function createMemorySharing({ config, account, createId, clock: now }: SharingOptions): Sharing {
  const { cacheTtl, cacheBytes, roomResults, jobTtl, jobBytes } = config
  const cache = new MemoryRoomCache({ ttlSeconds: cacheTtl, byteLimit: cacheBytes, roomResults, now })
  const running = account.of('jobs')
  const store = new MemoryJobStore({ ttlSeconds: jobTtl, running, byteLimit: jobBytes, now })
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
    refresh: nothing,
    retire: nothing,
    close: async () => {
      await cache.close()
      await store.close()
    },
  }
}
