/** The state of a room in Redis: its contract, and what two hosts make of it. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDeferred } from '../../../core/domain/deferred.ts'
import type { Json } from '../../../core/domain/json.ts'
import { connectGroup } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import type { RoomConnection } from '../../../core/group/rooms/group-room-options.ts'
import { GroupRoomState } from '../../../core/group/rooms/group-room-state.ts'
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

  it('keeps what was set while Redis was away, though another host brings its copy back first', async () => {
    const redis = await startRedis()
    const [a, b] = [await openCopy(redis, 'a'), await openCopy(redis, 'b')]
    onTestFinished(async () => {
      for (const { connection } of [a, b]) connection.close()
      await redis.close()
    })
    await a.state.change(() => ({ first: 1 }))
    await b.state.change(() => ({ size: 7, kept: 1 }))
    await expect.poll(() => a.state.fields.get('size')).toBe(7)
    a.away.isAway = true
    a.state.turn(true)
    await a.state.change(() => ({ size: 8 }))
    await redis.client.flushall()
    // The host comes back and has read the empty room; before it sets its field, the other sets all.
    const mayChange = createDeferred<void>()
    a.away.isAway = false
    a.away.afterNext = mayChange.promise
    a.state.turn(false)
    await expect.poll(() => a.away.waits).toBe(1)
    b.state.turn(false)
    await expect.poll(() => redis.client.hget(toKeys(redis.prefix).state('lab'), 'size')).toBe('7')
    await expect.poll(() => a.state.fields.get('size')).toBe(7)
    mayChange.resolve()
    await expect.poll(() => [a, b].map(({ state }) => state.fields.get('size'))).toEqual([8, 8])
    expect(b.state.fields.get('kept')).toBe(1)
  })

  it('tells other hosts of values that nest as deeply as peers may send', async () => {
    const redis = await startRedis()
    const hosts = [await openCopy(redis, 'a'), await openCopy(redis, 'b')]
    onTestFinished(async () => {
      for (const { connection } of hosts) connection.close()
      await redis.close()
    })
    // A message of a peer has 64 levels, two of which are its own.
    const deep: Json = JSON.parse('['.repeat(62) + ']'.repeat(62))
    for (const { state } of hosts) await state.change(() => ({ first: 1 }))
    await hosts[0]?.state.change(() => ({ deep }))
    await expect.poll(() => hosts[1]?.state.fields.get('deep')).toEqual(deep)
  })
})

/** A copy of a room; its connection is away, or waits after the next question, when the test says so. */
async function openCopy(redis: TestRedis, host: string) {
  const settings = { redis: new URL(redis.url) }
  const connection = await connectGroup({
    ...{ settings, hostId: host, prefix: redis.prefix, log: createTestLog() },
  })
  const away = { isAway: false, waits: 0, afterNext: undefined as Promise<void> | undefined }
  const steered: RoomConnection = {
    reachability: away,
    listen: (key, onMessage) => connection.listen(key, onMessage),
    unlisten: (key) => connection.unlisten(key),
    ask: async (question) => {
      const { afterNext } = away
      away.afterNext = undefined
      if (afterNext) {
        held = afterNext
        return await connection.ask(question)
      }
      if (held) {
        away.waits++
        await held
        held = undefined
      }
      return await connection.ask(question)
    },
  }
  let held: Promise<void> | undefined
  const state = new GroupRoomState({
    ...{ host, connection: steered, key: toKeys(redis.prefix).state('lab'), onOther: () => {} },
    ...{ listener: { onChanged: () => {} }, createId: () => `${host}life`, clock: () => performance.now() },
  })
  return { state, connection, away }
}
