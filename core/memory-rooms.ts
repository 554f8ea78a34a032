import { MemoryRoomCache } from './cache/memory-room-cache.ts'
import { MemoryJobStore } from './jobs/memory-job-store.ts'
import type { HostMemory, RoomsOptions } from './rooms.ts'
import { MemoryFlights } from './run/memory-flights.ts'

/** Returns the memory of a single host. */
export function createMemoryRooms({ config, createId, clock }: RoomsOptions): HostMemory {
  const { cacheTtl, cacheBytes, jobTtl, jobLimit, jobBytes } = config
  const cache = new MemoryRoomCache({ ttlSeconds: cacheTtl, byteLimit: cacheBytes, now: clock })
  const store = new MemoryJobStore({
    ttlSeconds: jobTtl,
    runningLimit: jobLimit,
    byteLimit: jobBytes,
    now: clock,
  })
  const nothing = async (): Promise<void> => {}
  return {
    cache,
    store,
    flights: new MemoryFlights({ cache, createId, now: Date.now }),
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
