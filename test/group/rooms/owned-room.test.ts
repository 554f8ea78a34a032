/** The state of a room at the host that has it, and its copy in Redis. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import { awayError, connectGroup, type GroupConnection } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { GroupRooms } from '../../../core/group/rooms/group-rooms.ts'
import { OwnedRoom } from '../../../core/group/rooms/owned-room.ts'
import { readRoom } from '../../../core/group/rooms/room-record.ts'
import type { OrderedChange } from '../../../core/service/rooms/room-state.ts'
import { describeRoomState } from '../../interface/room-state-contract.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

async function connect(redis: TestRedis, host: string) {
  const settings = { redis: new URL(redis.url) }
  return await connectGroup({ settings, hostId: host, prefix: redis.prefix, log: createTestLog() })
}

/** A room at a host, whose connection is away when the test says so. */
async function openRoom(redis: TestRedis, host: string) {
  const connection = await connect(redis, host)
  onTestFinished(() => connection.close())
  const standing = { isAlone: false, isLost: false }
  const changes: OrderedChange[] = []
  const moves: string[] = []
  const key = toKeys(redis.prefix).state('lab')
  let [lives, isFailing] = [0, false]
  const room = new OwnedRoom({
    ...{ host, key, createId: () => `${host}life${lives++}`, clock: () => performance.now() },
    standing,
    connection: {
      ask: async (question) => {
        if (isFailing) throw awayError()
        return await connection.ask(question)
      },
    },
    listener: {
      onChanged: (change) => void changes.push(change),
      onMoved: (error) => void moves.push(error.message),
      holdState: () => {},
    },
  })
  const turn = (isAway: boolean): void => {
    standing.isAlone = isAway
    room.turn()
  }
  const readSaved = async () => await connection.ask((client) => readRoom(client, key))
  const set = async (fields: { readonly [name: string]: Json }) => await room.change(() => fields)
  /** Has Redis answer nothing any more. */
  const fail = (): void => {
    isFailing = true
  }
  const mend = (): void => {
    isFailing = false
  }
  /** Has other hosts reach Redis, which this one does not. */
  const lose = (): void => {
    standing.isLost = true
    room.turn()
  }
  return { room, changes, moves, turn, readSaved, set, fail, mend, lose }
}

/** The rooms of a host that has each room. */
function openRooms(redis: TestRedis, connection: GroupConnection): GroupRooms {
  let ids = 0
  return new GroupRooms({
    ...{ host: 'a', address: 'http://a:1', connection, keys: toKeys(redis.prefix) },
    ...{ owners: { find: () => ({ id: 'a', address: 'http://a:1' }), findElsewhere: () => undefined } },
    ...{ results: { find: () => undefined }, requests: { ask: () => Promise.reject(new Error('none')) } },
    shelf: { put: () => {} },
    standing: { isAlone: false, isLost: false },
    isThere: () => true,
    createId: () => `life${ids++}`,
    clock: () => performance.now(),
  })
}

async function openRedis(): Promise<TestRedis> {
  const redis = await startRedis()
  onTestFinished(() => redis.close())
  return redis
}

describe.skipIf(redisMissing !== undefined)('a room in a group', () => {
  describeRoomState('with a copy in Redis', async () => {
    const redis = await startRedis()
    const connection = await connect(redis, 'a')
    const states = openRooms(redis, connection)
    const close = async (): Promise<void> => {
      connection.close()
      await redis.close()
    }
    return { states, close }
  })

  it('begins as the host left it that had it before, with later versions', async () => {
    const redis = await openRedis()
    const [a, b] = [await openRoom(redis, 'a'), await openRoom(redis, 'b')]
    await a.set({ size: 7, '~own': 'of hosts' })
    await a.set({ size: 8 })
    await b.set({ more: 1 })
    expect(Object.fromEntries(b.room.fields)).toEqual({ size: 8, '~own': 'of hosts', more: 1 })
    expect(b.changes.map(({ version }) => version)).toEqual([a.room.version, a.room.version + 1])
    expect((await b.readSaved()).fields).toEqual(b.room.fields)
  })

  it('takes what another host has written meanwhile before its next change', async () => {
    const redis = await openRedis()
    const [a, b] = [await openRoom(redis, 'a'), await openRoom(redis, 'b')]
    await a.set({ count: 1, gone: 1 })
    await b.set({ count: 5, gone: null })
    await a.room.change((fields) => ({ count: Number(fields.get('count')) + 1 }))
    expect([...a.room.fields]).toEqual([['count', 6]])
    const versions = a.changes.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other))
  })

  it('goes on while Redis is away, and brings Redis to its state afterwards', async () => {
    const redis = await openRedis()
    const a = await openRoom(redis, 'a')
    await a.set({ first: 1, size: 1 })
    a.turn(true)
    await a.set({ size: 2 })
    await a.set({ first: null })
    expect((await a.readSaved()).fields.get('size')).toBe(1)
    a.turn(false)
    await expect.poll(async () => (await a.readSaved()).version).toBe(a.room.version)
    expect([...(await a.readSaved()).fields]).toEqual([['size', 2]])
  })

  it('asks Redis for what another host has written when its host was silent, before it goes on', async () => {
    const redis = await openRedis()
    const [a, b] = [await openRoom(redis, 'a'), await openRoom(redis, 'b')]
    await a.set({ size: 1 })
    await b.set({ size: 2 })
    // The connections of a process that was stopped count as lost at first.
    a.turn(true)
    a.room.doubt()
    const late = a.room.change((fields) => ({ seen: fields.get('size') ?? null }))
    a.turn(false)
    await late
    expect([...a.room.fields]).toEqual([
      ['size', 2],
      ['seen', 2],
    ])
    a.turn(true)
    await a.set({ size: 3 })
    expect(a.room.fields.get('size')).toBe(3)
  })

  it('is opened with its copy by a host that was silent, whose connections are not back yet', async () => {
    const redis = await openRedis()
    const b = await openRoom(redis, 'b')
    await b.set({ size: 1 })
    await b.set({ size: 2 })
    const connection = await connect(redis, 'a')
    onTestFinished(() => connection.close())
    const rooms = openRooms(redis, connection)
    connection.subscriber.disconnect(true) // it comes back by itself
    await expect.poll(() => connection.reachability.isAway).toBe(true)
    rooms.doubt()
    const versions: number[] = []
    const room = rooms.open('lab', {
      onChanged: ({ version }) => void versions.push(version),
      holdState: () => {},
      findHeld: () => undefined,
      onMoved: () => {},
      onHostsGone: () => {},
    })
    await room.change(() => ({ more: 1 }))
    expect(Object.fromEntries(room.fields)).toEqual({ size: 2, more: 1 })
    expect(versions.at(-1)).toBe(b.room.version + 1)
  })

  it('goes on alone when Redis cannot be asked after a silence of its host', async () => {
    const redis = await openRedis()
    const a = await openRoom(redis, 'a')
    await a.set({ size: 1 })
    a.turn(true)
    a.fail()
    a.room.doubt()
    await a.set({ size: 2 })
    expect(a.room.fields.get('size')).toBe(2)
  })

  it.each([
    ['lost', async (redis: TestRedis) => await redis.client.flushall()],
    [
      'gone back to an earlier state',
      async (redis: TestRedis) => {
        const key = toKeys(redis.prefix).state('lab')
        const life = (await redis.client.hget(key, '~moment'))?.split('.')[0]
        await redis.client.hset(key, { size: '1', '~moment': `${life}.1.a` })
      },
    ],
  ])('gives Redis all again when its copy is %s', async (_, lose) => {
    const redis = await openRedis()
    const a = await openRoom(redis, 'a')
    await a.set({ size: 1 })
    await a.set({ size: 2, kept: 1 })
    const { version } = a.room
    await lose(redis)
    await a.set({ next: 1 })
    expect([...a.room.fields]).toEqual(Object.entries({ size: 2, kept: 1, next: 1 }))
    expect(a.room.version).toBe(version + 1)
    const saved = await a.readSaved()
    expect([saved.version, [...saved.fields].sort()]).toEqual([version + 1, [...a.room.fields].sort()])
  })

  it('brings Redis to its state when it is told of a loss, without a change', async () => {
    const redis = await openRedis()
    const a = await openRoom(redis, 'a')
    await a.set({ size: 1 })
    await redis.client.flushall()
    a.turn(false)
    await expect.poll(async () => (await a.readSaved()).fields.get('size')).toBe(1)
  })

  it('leaves a room to the host that has written it while this one could not', async () => {
    const redis = await openRedis()
    const [a, b] = [await openRoom(redis, 'a'), await openRoom(redis, 'b')]
    await a.set({ size: 1 })
    a.turn(true)
    await a.set({ alone: 1 })
    for (const size of [2, 3, 4]) await b.set({ size })
    a.turn(false)
    await expect.poll(() => [...a.room.fields]).toEqual([['size', 4]])
    expect(a.moves).toEqual([])
    expect(a.room.version).toBeGreaterThanOrEqual(b.room.version)
  })

  it('tells its peers when what they were told while no host reached Redis is lost', async () => {
    const redis = await openRedis()
    const [a, b] = [await openRoom(redis, 'a'), await openRoom(redis, 'b')]
    await a.set({ size: 1 })
    a.turn(true)
    await a.room.change(() => ({ alone: 1 }), { by: 1, seq: 5 })
    expect(a.room.isOnlyHere).toBe(true)
    await b.set({ size: 2 })
    a.turn(false)
    await expect.poll(() => a.moves).toEqual([expect.stringContaining('is lost')])
    expect([...a.room.fields]).toEqual([['size', 2]])
    expect(a.room.isOnlyHere).toBe(false)
  })

  it('has nothing that is here alone once Redis has it', async () => {
    const redis = await openRedis()
    const a = await openRoom(redis, 'a')
    a.turn(true)
    await a.room.change(() => ({ alone: 1 }), { by: 1, seq: 5 })
    a.turn(false)
    await expect.poll(() => a.room.isOnlyHere).toBe(false)
    expect((await a.readSaved()).fields.get('alone')).toBe(1)
    expect(a.moves).toEqual([])
  })

  it('keeps a change waiting through a cut of the connection, and refuses it once the host is lost', async () => {
    const redis = await openRedis()
    const a = await openRoom(redis, 'a')
    await a.set({ size: 1 })
    a.fail()
    const cut = a.set({ size: 2 })
    a.mend()
    a.room.turn()
    await cut
    expect((await a.readSaved()).fields.get('size')).toBe(2)
    a.fail()
    const late = a.set({ size: 3 })
    a.lose()
    await expect(late).rejects.toMatchObject({ code: 'group.away' })
    await expect(a.set({ size: 4 })).rejects.toMatchObject({ code: 'group.away' })
    expect(a.room.fields.get('size')).toBe(2)
  })

  it('has its own change that Redis took without an answer, and what came after it', async () => {
    const redis = await openRedis()
    const a = await openRoom(redis, 'a')
    await a.set({ size: 1 })
    const key = toKeys(redis.prefix).state('lab')
    const [life, version] = (await redis.client.hget(key, '~moment'))?.split('.') ?? []
    a.turn(true)
    await redis.client.hset(key, { size: '2', '~moment': `${life}.${Number(version) + 1}.a` })
    await a.set({ size: 2 })
    await a.set({ size: 3 })
    a.turn(false)
    await expect.poll(async () => (await a.readSaved()).fields.get('size')).toBe(3)
    expect(a.room.fields.get('size')).toBe(3)
  })

  it('keeps values that nest as deeply as peers may send', async () => {
    const redis = await openRedis()
    const [a, b] = [await openRoom(redis, 'a'), await openRoom(redis, 'b')]
    // A message of a peer has 64 levels, two of which are its own.
    const deep: Json = JSON.parse('['.repeat(62) + ']'.repeat(62))
    await a.set({ deep })
    await b.set({ more: 1 })
    expect(b.room.fields.get('deep')).toEqual(deep)
  })
})
