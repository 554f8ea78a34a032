/** The state of a room in Redis: its contract, and what two hosts make of it. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectGroup } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupRooms } from '../../../core/group/rooms/group-rooms.ts'
import type { OrderedChange, RoomState } from '../../../core/rooms/room-state.ts'
import { describeRoomState } from '../../contract/room-state-contract.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

async function openHost(redis: TestRedis, host: string) {
  const settings = { redis: new URL(redis.url) }
  const log = createTestLog()
  const connection = await connectGroup({ settings, hostId: host, prefix: redis.prefix, log })
  let ids = 0
  const states = new GroupRooms({
    ...{ host, address: `http://${host}:1`, connection, keys: toKeys(redis.prefix) },
    results: { find: () => undefined },
    isThere: () => true,
    createId: () => `${host}life${ids++}`,
    clock: () => performance.now(),
  })
  const close = async (): Promise<void> => {
    states.close()
    connection.close()
  }
  return { states, close }
}

describe.skipIf(redisMissing !== undefined)('in a group', () => {
  describeRoomState('in Redis', async () => {
    const redis = await startRedis()
    const host = await openHost(redis, 'a')
    return {
      ...host,
      close: async () => {
        await host.close()
        await redis.close()
      },
    }
  })

  it('two hosts have all changes in one order, and one of them leads', async () => {
    const redis = await startRedis()
    const hosts = await Promise.all([openHost(redis, 'a'), openHost(redis, 'b')])
    onTestFinished(async () => {
      await Promise.all(hosts.map((host) => host.close()))
      await redis.close()
    })
    const heard: OrderedChange[][] = [[], []]
    const states = hosts.map((host, i): RoomState => {
      const onChanged = (change: OrderedChange) => void heard[i]?.push(change)
      return host.states.open('lab', {
        ...{ onChanged, onPoses: () => {}, onHostsGone: () => {}, findHeld: () => undefined },
      })
    })
    const add = (state: RoomState) =>
      state.change((fields) => ({ count: Number(fields.get('count') ?? 0) + 1 }))
    for (const state of states) await add(state)
    await Promise.all(Array.from({ length: 50 }, () => states.map(add)).flat())
    await expect.poll(() => states.map(({ fields }) => fields.get('count'))).toEqual([102, 102])
    expect(heard[1]).toEqual(heard[0]?.slice(-(heard[1]?.length ?? 0)))
    expect([await states[0]?.lead(), await states[1]?.lead()]).toEqual([true, false])
    await redis.client.del(toKeys(redis.prefix).leader('lab'))
    expect(await states[1]?.lead()).toBe(true)
  })
})
