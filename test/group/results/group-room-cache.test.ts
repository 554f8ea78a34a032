/** The rooms of a group pass the contract of those in memory. */
import { afterAll, beforeAll, describe } from 'vitest'
import { GroupResults } from '../../../core/group/results/group-results.ts'
import { GroupRoomCache } from '../../../core/group/results/group-room-cache.ts'
import { PeerResults } from '../../../core/group/results/peer-results.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { Shelf } from '../../../core/group/results/shelf.ts'
import { describeRoomCache } from '../../contract/room-cache-contract.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createId } from '../kept-results.ts'
import { secret } from './group-host.ts'

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  describeRoomCache('in Redis', async ({ ttlSeconds, byteLimit, now }) => {
    const { client, prefix } = redis
    const left = await client.keys(`${prefix}*`)
    if (left.length > 0) await client.del(left)
    const log = createTestLog()
    const shelf = new Shelf({ byteLimit, now })
    const signatures = new PeerSignatures([secret], Date.now)
    const limits = { resultBytes: 1e9, arrivingBytes: 1e9, copySeconds: ttlSeconds }
    const peers = new PeerResults({ shelf, signatures, log, ...limits })
    const place = { host: 'a', address: 'http://127.0.0.1:1', keepSeconds: ttlSeconds }
    const results = new GroupResults({ ...place, shelf, peers, signatures, createId })
    const ask = async <T>(question: (redis: typeof client) => Promise<T>): Promise<T> =>
      await question(client)
    const usage = () => ({ entries: shelf.counts.own, bytes: shelf.ownBytes })
    return {
      cache: new GroupRoomCache({ ask, prefix, results, usage, ttlSeconds }),
      passTime: (milliseconds) => redis.passTime(milliseconds),
    }
  })
})
