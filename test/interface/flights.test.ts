import { MemoryRoomCache } from '../../core/engine/cache/memory-room-cache.ts'
import { MemoryFlights } from '../../core/engine/run/memory-flights.ts'
import { describeFlights } from './flights-contract.ts'

describeFlights('in memory', async () => {
  let ids = 0
  const cache = new MemoryRoomCache({ ttlSeconds: 300, byteLimit: 1e6, now: () => 0 })
  const flights = new MemoryFlights({ cache, createId: () => `id${ids++}`, now: () => 5_000 })
  return { hosts: [flights, flights], close: () => cache.close() }
})
