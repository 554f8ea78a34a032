/** The rooms of a group pass the contract of those in memory; what is listed costs no pass over all keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomCache } from '../../../core/cache/room-cache.ts'
import type { GroupConnection } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupResults } from '../../../core/group/results/group-results.ts'
import { GroupRoomCache } from '../../../core/group/results/group-room-cache.ts'
import { dropResult, findResult, listRooms, storeResult } from '../../../core/group/results/room-records.ts'
import { describeRoomCache, toEntry, toInvocation } from '../../contract/room-cache-contract.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { createId, createShelf } from '../runs/test-hosts.ts'

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
    const peers = {
      open: async () => {
        throw new Error('all results are here')
      },
    }
    const place = { host: 'a', address: 'http://127.0.0.1:1', redis: client, keys, keepSeconds: ttlSeconds }
    const results = new GroupResults({ ...place, shelf, peers, createId })
    const cached: Pick<RoomCache, 'get' | 'put'> = {
      get: async (invocation) => {
        const pointer = await findResult(client, keys, invocation, true)
        return pointer && results.find(pointer, invocation.roomId)
      },
      // A run that has been asked for at that time, and has this result.
      put: async (invocation, entry, generation, owner) => {
        const { pointer, bytes } = results.keepForRoom(entry, invocation, owner)
        await client.hset(keys.flight(invocation), { run: 'run', generation })
        await storeResult(client, keys, invocation, { pointer, bytes, ttlMs: ttlSeconds * 1000, run: 'run' })
      },
    }
    const connection: Pick<GroupConnection, 'ask'> = { ask: async (question) => await question(client) }
    const usage = () => ({ entries: shelf.counts.own, bytes: shelf.ownBytes })
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

  it('lists rooms by pages with the sum of all, also when results are replaced and lost', async () => {
    const { cache, keys } = await open(300, 1e9)
    for (let i = 0; i < 5; i++) await cache.put(toInvocation(`r${i}`, 'f'), toEntry(`${i}`), i)
    await cache.put(toInvocation('r1', 'g'), toEntry('5', 90_000), 5)
    const page = (from: number) => listRooms(redis.client, keys, { from, count: 2 })
    const pages = [await page(0), await page(2), await page(4)]
    expect(pages.map(({ rooms }) => rooms.map(({ roomId }) => roomId))).toEqual([
      ['r0', 'r2'],
      ['r3', 'r4'],
      ['r1'],
    ])
    const bytes = pages.flatMap(({ rooms }) => rooms.map((room) => room.bytes))
    const sum = bytes.reduce((total, each) => total + each, 0)
    expect(pages.map(({ total, totalBytes }) => [total, totalBytes])).toEqual(new Array(3).fill([5, sum]))
    const pointer = (await redis.client.hget(keys.room('r1'), 'pointer')) ?? ''
    await dropResult(redis.client, keys, 'r1', 'another')
    expect(await page(0)).toMatchObject({ total: 5 })
    await dropResult(redis.client, keys, 'r1', pointer)
    expect(await page(0)).toMatchObject({ total: 4, totalBytes: sum - (bytes.at(-1) ?? 0) })
    expect(await redis.findLasting()).toEqual([])
  })
})
