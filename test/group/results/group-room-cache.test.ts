/** The rooms of a group pass the contract of those in memory; what is listed costs no pass over all keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomCache } from '../../../core/engine/cache/room-cache.ts'
import type { GroupConnection } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupResults } from '../../../core/group/results/group-results.ts'
import {
  dropResult,
  findResult,
  GroupRoomCache,
  storeResult,
} from '../../../core/group/results/group-room-cache.ts'
import { describeRoomCache, toEntry, toInvocation } from '../../interface/room-cache-contract.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createId, createShelf, near } from '../runs/test-hosts.ts'

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  async function open(ttlSeconds: number, byteLimit: number, now?: () => number) {
    const { client, prefix } = redis
    const left = await client.keys(`${prefix}*`)
    if (left.length > 0) await client.del(left)
    const keys = toKeys(prefix)
    const shelf = createShelf(byteLimit, now)
    const place = { host: 'a', address: 'http://127.0.0.1:1', redis: client, keys }
    const results = new GroupResults({ ...place, ...near, shelf, createId })
    const cached: Pick<RoomCache, 'get' | 'put'> = {
      get: async (invocation) => {
        const pointer = await findResult(client, keys, invocation, true)
        return pointer && results.find(pointer, invocation.roomId)
      },
      // A run that has been asked for at that time, and has this result.
      put: async (invocation, entry, generation, owner) => {
        const { pointer, bytes } = results.keepForRoom({ kind: 'stored', entry }, invocation, owner)
        const run = { run: 'run', by: 'token' }
        await client.hset(keys.flight(invocation), { ...run, generation })
        const stored = { ...run, pointer, bytes, ttlMs: ttlSeconds * 1000, news: '' }
        await storeResult(client, keys, invocation, stored)
      },
    }
    const connection: Pick<GroupConnection, 'ask' | 'now'> = {
      ask: async (question) => await question(client),
      now: Date.now,
    }
    const usage = () => shelf.usage
    const listing = new GroupRoomCache({ connection, keys, usage, ttlSeconds })
    return {
      keys,
      cache: {
        ...cached,
        stats: () => listing.stats(),
        usage: () => listing.usage(),
        clear: () => listing.clear(),
        close: () => listing.close(),
      },
    }
  }

  describeRoomCache('in Redis', async ({ ttlSeconds, byteLimit, now }) => {
    const { cache, keys } = await open(ttlSeconds, byteLimit, now)
    return { cache, passTime: (milliseconds) => redis.passTime(milliseconds, [keys.rooms]) }
  })

  it('lists rooms as they were stored, page by page, also when results are replaced and lost', async () => {
    const { cache, keys } = await open(300, 1e9)
    for (let i = 0; i < 1002; i++) await cache.put(toInvocation(`r${i}`, 'f'), toEntry(`${i}`), i)
    await cache.put(toInvocation('r1', 'g'), toEntry('new', 90_000), 5)
    const list = async () => (await cache.stats()).rooms.map(({ roomId }) => roomId)
    const others = Array.from({ length: 1000 }, (_, i) => `r${i + 2}`)
    expect(await list()).toEqual(['r0', ...others, 'r1'])
    const pointer = (await redis.client.hget(keys.room('r1'), 'pointer')) ?? ''
    await dropResult(redis.client, keys, 'r1', 'another')
    await dropResult(redis.client, keys, 'r0', (await redis.client.hget(keys.room('r0'), 'pointer')) ?? '')
    expect(await list()).toEqual([...others, 'r1'])
    await dropResult(redis.client, keys, 'r1', pointer)
    expect(await list()).toEqual(others)
    expect(await redis.findLasting()).toEqual([])
  })
})
