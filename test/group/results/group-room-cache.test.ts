/** The rooms of a group pass the contract of those in memory. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GroupResults } from '../../../core/group/results/group-results.ts'
import { GroupRoomCache } from '../../../core/group/results/group-room-cache.ts'
import { PeerResults } from '../../../core/group/results/peer-results.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { formatPointer } from '../../../core/group/results/result-pointer.ts'
import { toRoomKeys } from '../../../core/group/results/room-keys.ts'
import { dropResult, findCurrent, storeResult } from '../../../core/group/results/room-records.ts'
import { Shelf } from '../../../core/group/results/shelf.ts'
import { describeRoomCache, toInvocation } from '../../contract/room-cache-contract.ts'
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

  it('takes a lost result out before what is asked next, also in a Redis that has never done so', async () => {
    const { client, prefix } = redis
    const invocation = toInvocation('lab', 'f')
    const keys = toRoomKeys(prefix, invocation)
    const lost = {
      host: 'b',
      address: 'http://127.0.0.1:1',
      id: '1',
      type: 'mesh',
      bytes: 1,
      fitsEnvelope: true,
    }
    const pointer = formatPointer({ ...lost, type: 'mesh' })
    const find = () => findCurrent(client, keys.current, invocation)
    await storeResult(client, { keys, invocation }, { pointer, bytes: 1, ttlMs: 60_000, generation: 1 })
    expect(await find()).toEqual(lost)
    await client.script('FLUSH')
    await find() // which Redis knows again
    const [, found] = await Promise.all([dropResult(client, keys.current, pointer), find()])
    expect(found).toBeUndefined()
  })

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
    const results = new GroupResults({ ...place, shelf, peers, createId })
    const ask = async <T>(question: (redis: typeof client) => Promise<T>): Promise<T> =>
      await question(client)
    const usage = () => ({ entries: shelf.counts.own, bytes: shelf.ownBytes })
    return {
      cache: new GroupRoomCache({ ask, prefix, results, usage, ttlSeconds }),
      passTime: (milliseconds) => redis.passTime(milliseconds),
    }
  })
})
