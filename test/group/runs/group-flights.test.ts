/** Flights of two hosts that share a Redis pass the contract of those in memory. */
import { afterAll, beforeAll, describe } from 'vitest'
import { describeFlights } from '../../contract/flights-contract.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createShelf, openHost } from './test-hosts.ts'

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  describeFlights('in Redis', async () => {
    const shelf = createShelf()
    const hosts = await Promise.all(['a', 'b'].map((name) => openHost(redis, { name, shelf })))
    const [a, b] = hosts
    if (!a || !b) throw new Error('two hosts were opened')
    return {
      hosts: [a.flights, b.flights],
      close: async () => {
        await Promise.all(hosts.map((host) => host.close()))
        await redis.client.flushall()
      },
    }
  })
})
