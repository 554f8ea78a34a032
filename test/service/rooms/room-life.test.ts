/** How long rooms, results and connections last: on a server of their own, with a clock that the test moves. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { holdResult } from '../../../core/contract/domain/result/stored-result.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { isJsonObject } from '../../../core/contract/values/json.ts'
import type { RoomChanged, RoomViewResult } from '../../../core/contract/wire/room-messages.ts'
import { roomProtocol } from '../../../core/contract/wire/room-messages.ts'
import { encodePoses } from '../../../core/contract/wire/room-poses.ts'
import { noFiles } from '../../../core/engine/catalog/plan-data.ts'
import { everybody } from '../../../core/service/access/caller.ts'
import { Account } from '../../../core/service/account/account.ts'
import type { OpenRoomsOptions } from '../../../core/service/rooms/open-rooms.ts'
import type { AdmitPeer } from '../../../core/service/rooms/room-port.ts'
import { memoryRoomStates, type RoomStates } from '../../../core/service/rooms/room-state.ts'
import { Rooms } from '../../../core/service/rooms/rooms.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const resultBytes = 400
let time: number
let isWithdrawn: boolean
let account: Account
let rooms: Rooms
let server: Server
let sockets: Socket[]

/** A host whose every specimen is a volume of as many bytes. */
function createRooms(cacheBytes: number, states: RoomStates = memoryRoomStates): Rooms {
  account = new Account({ answerBytes: 1e6, jobLimit: 10, cacheBytes, fileBytes: 0 })
  let results = 0
  const parts: unknown = {
    catalog: {
      view: () => ({
        find: () => ({
          kind: 'dynamic',
          target: { registered: { manifest: { name: 'computed', schema: {} } } },
        }),
      }),
    },
    gate: { admit: () => ({ params: {} }) },
    executor: {
      request: async () => ({
        entry: Promise.resolve(
          holdResult(`result-${results++}`, {
            type: 'volume',
            dtype: 'uint8',
            shape: [1, 1, resultBytes],
            data: new Uint8Array(resultBytes),
            spacing: [1, 1, 1],
            origin: [0, 0, 0],
          }),
        ),
      }),
    },
  }
  const computing = parts as Pick<OpenRoomsOptions, 'catalog' | 'gate' | 'decoder' | 'executor'> // what rooms use of them
  const clock = (): number => time + performance.now()
  const files = { of: () => noFiles, all: noFiles }
  const clocks = { now: clock, clock }
  return new Rooms({
    ...{ ...computing, ...clocks, files, account, states, log: createTestLog() },
    toEtag: ({ id }) => `"${id}"`,
  })
}

/** A peer whose token is the name of its client, with `read` alone where that begins with `reader`. */
const admit: AdmitPeer = async (token) => ({
  caller: token.startsWith('reader') ? { ...everybody, scopes: new Set(['read'] as const) } : everybody,
  client: token,
  countRun: () => {},
  recheck: async () => {
    if (isWithdrawn) throw new SpecimenError('token.refused', 'This token is withdrawn.')
  },
  ...{ isAdmin: false, givesAs: null, guestOf: null },
})

const start = async (cacheBytes = 1e6, states?: RoomStates): Promise<void> => {
  rooms = createRooms(cacheBytes, states)
  server = createServer()
  server.on('upgrade', (request, socket, head) => rooms.upgrade({ request, socket, head }, admit))
  server.on('connection', (socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

const enter = async (room = 'lab', token = 'a client'): Promise<TestPeer> => {
  const { port } = server.address() as AddressInfo // it listens on a port, as just asked
  const peer = await connectPeer(`http://127.0.0.1:${port}`, room, { join: { token } })
  onTestFinished(() => peer.webSocket.terminate())
  await peer.arrived
  return peer
}

/** Resolves when the host knows that the peer which came last has gone. */
const leave = async (peer: TestPeer): Promise<void> => {
  const socket = sockets.at(-1)
  const left = socket && once(socket, 'close')
  peer.close()
  await left
}

const pass = (seconds: number): void => {
  time += 1000 * seconds
  vi.advanceTimersByTime(1000 * seconds)
}

const show = async (peer: TestPeer, view = 1): Promise<RoomViewResult | undefined> => {
  peer.set({ [`views/${view}/specimen`]: 'a volume' }, 100 + view)
  const [result, run] = [`views/${view}/result`, `views/${view}/run`] as const
  const isOver = ({ by, fields }: RoomChanged): boolean => {
    const { [result]: made, [run]: shown } = fields
    return by === 0 && (isJsonObject(made) || (isJsonObject(shown) && 'error' in shown))
  }
  const { fields } = await peer.take('changed', isOver)
  return fields[result] as RoomViewResult | undefined // the host writes no other
}

beforeEach(() => {
  ;[time, isWithdrawn, sockets] = [0, false, []]
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true, advanceTimeDelta: 10 })
})
afterEach(() => {
  vi.useRealTimers()
  rooms.close()
  server.closeAllConnections()
  server.close()
})

describe('a room', () => {
  it('is kept for five minutes after its last peer has left, with its results', async () => {
    await start()
    const ada = await enter()
    const result = await show(ada)
    await leave(ada)
    pass(299)
    expect((await rooms.find('lab', result?.id ?? '')).entry.bytes).toBe(resultBytes)
    const bob = await enter()
    expect((await bob.take('welcome')).fields).toMatchObject({ 'views/1/result': result })
    await leave(bob)
    pass(301)
    await expect(rooms.find('lab', result?.id ?? '')).rejects.toMatchObject({ code: 'result.unknown' })
    expect((await (await enter()).take('welcome')).fields).toEqual({})
  })

  it('holds results within a bound, each for as long as it is shown', async () => {
    await start(4.5 * resultBytes) // a client alone has half
    const ada = await enter()
    const shown = [await show(ada, 1), await show(ada, 2)]
    expect(await show(ada, 3)).toBeUndefined()
    const run = ada.messages.findLast((message) => message.type === 'changed')
    expect(run).toMatchObject({ fields: { 'views/3/run': { error: { code: 'host.busy' } } } })
    expect((await rooms.find('lab', shown[0]?.id ?? '')).entry.bytes).toBe(resultBytes)
    ada.set({ 'views/1/specimen': null }, 9)
    await ada.take('changed', ({ seq }) => seq === 9)
    await expect(rooms.find('lab', shown[0]?.id ?? '')).rejects.toMatchObject({ code: 'result.unknown' })
    expect(await show(ada, 3)).toBeDefined()
    // One result takes the place of another where two have no place.
    expect(await show(ada, 3)).toBeDefined()
  })

  it('makes place for those with peers when it has none', async () => {
    await start(4.5 * resultBytes)
    const ada = await enter('left')
    const former = [await show(ada, 1), await show(ada, 2)]
    await leave(ada)
    expect(await show(await enter('used'))).toBeDefined()
    await expect(rooms.find('left', former[0]?.id ?? '')).rejects.toMatchObject({ code: 'result.unknown' })
  })

  it('takes no place of others for a client that has its share', async () => {
    await start(5.5 * resultBytes)
    const bob = await enter('left', 'bob')
    const kept = await show(bob)
    await leave(bob)
    const ada = await enter('used', 'ada')
    expect([await show(ada, 1), await show(ada, 2)]).not.toContain(undefined)
    expect(await show(ada, 3)).toBeUndefined()
    expect((await rooms.find('left', kept?.id ?? '')).entry.bytes).toBe(resultBytes)
  })

  it('gives its place to another one only if its owner has most that were left', async () => {
    await start(5.5 * resultBytes)
    const results: string[] = []
    for (const [room, owner] of [
      ['of a class', 'teacher'],
      ['first', 'somebody'],
      ['second', 'somebody'],
      ['last', 'guest'],
    ] as const) {
      const peer = await enter(room, owner)
      results.push((await show(peer))?.id ?? '')
      await leave(peer)
    }
    expect(await show(await enter('new', 'another'))).toBeDefined()
    const [ofClass = '', first = '', second = ''] = results
    expect((await rooms.find('of a class', ofClass)).entry.id).toBe(ofClass)
    expect((await rooms.find('second', second)).entry.id).toBe(second)
    await expect(rooms.find('first', first)).rejects.toMatchObject({ code: 'result.unknown' })
  })

  it('gives back all that it held, once it is gone', async () => {
    await start()
    const held = () => account.list().map(({ name, held }) => `${name} ${held}`)
    const before = held()
    const ada = await enter()
    await show(ada)
    ada.set({ 'views/1/display/x': 'x'.repeat(10_000) }, 7)
    await ada.take('changed', ({ seq }) => seq === 7)
    const [rooms, states, results, backlogs] = (['rooms', 'states', 'results', 'backlogs'] as const).map(
      (name) => account.of(name).of('a client'),
    )
    expect([rooms, results]).toEqual([1, resultBytes])
    expect([states, backlogs].every((bytes = 0) => bytes > 10_000)).toBe(true)
    await leave(ada)
    pass(301)
    await expect.poll(held).toEqual(before)
  })

  it('is not kept where only readers were', async () => {
    await start()
    const owners = new Set<string>()
    for (let i = 0; i < 3; i++) {
      const [reader, second] = [await enter('lab', 'reader'), await enter('lab', 'reader 2')]
      owners.add(`${(await second.take('welcome')).peer}`)
      await leave(second)
      reader.close()
      await once(reader.webSocket, 'close')
      pass(0.001)
    }
    expect([...owners]).toEqual(['2']) // numbers begin again with each room
  })

  it('ends the lock of a presenter who has done nothing for a minute, pongs aside', async () => {
    await start()
    const ada = await enter()
    ada.set({ presenter: { peer: 1, locks: true } }, 1)
    await ada.take('changed')
    const watch = async (): Promise<void> => {
      pass(10)
      await ada.take('ping')
      ada.send({ type: 'pong' })
      ada.webSocket.ping()
      await once(ada.webSocket, 'pong') // the host has heard the other one, too
    }
    for (let i = 0; i < 5; i++) await watch()
    ada.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor: [0, 0, 0] }]))
    await ada.takeFrame()
    for (let i = 0; i < 5; i++) await watch()
    expect(ada.messages.filter(({ type }) => type === 'changed')).toHaveLength(1)
    for (let i = 0; i < 2; i++) await watch()
    expect(await ada.take('changed')).toMatchObject({ by: 0, fields: { presenter: null } })
  })

  it('ends the connection of a peer whose token is withdrawn, and of one that is silent', async () => {
    await start()
    const [ada, closed] = [await enter(), sockets.at(-1)]
    isWithdrawn = true
    pass(10)
    expect(await ada.take('closing')).toMatchObject({ code: 'token.refused', retry_seconds: null })
    isWithdrawn = false
    expect(closed).toBeDefined()
    const bob = await enter()
    const gone = once(bob.webSocket, 'close')
    for (let i = 0; i < 3; i++) pass(10)
    await gone
  })
})

it('sends a peer away whose room is dropped while the state of the room is asked', async () => {
  const asked = createDeferred<void>()
  const answered = createDeferred<void>()
  const open: RoomStates['open'] = (id, listener) => {
    const state = memoryRoomStates.open(id, listener)
    const { change } = state
    state.change = async (...args) => {
      asked.resolve()
      await answered.promise
      await change(...args)
    }
    return state
  }
  await start(1e6, { ...memoryRoomStates, open })
  const { port } = server.address() as AddressInfo // it listens on a port, as just asked
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/rooms/lab`, roomProtocol)
  const messages: string[] = []
  socket.on('message', (data) => messages.push(String(data)))
  const join = { type: 'join', name: 'ada', color: '#336699', key: 'the-secret-of-ada', token: 'a client' }
  socket.on('open', () => socket.send(JSON.stringify(join)))
  await asked.promise
  rooms.close()
  answered.resolve()
  await once(socket, 'close')
  expect(messages.map((text) => JSON.parse(text))).toMatchObject([{ type: 'closing', code: 'host.stopping' }])
})

it('puts no peer out that is on its way in, whenever it looks for those that are gone', async () => {
  const open: RoomStates['open'] = (id, listener) => {
    const state = memoryRoomStates.open(id, listener)
    const { change } = state
    let isJoin = true
    state.change = async (...args) => {
      await change(...args)
      if (!isJoin) return
      isJoin = false
      void sweepOften(listener.onHostsGone)
    }
    return state
  }
  // The state has the peer by now; each turn is one in which the room may not have it yet.
  const sweepOften = async (sweep: () => void): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) {
      sweep()
      await Promise.resolve()
    }
  }
  await start(1e6, { ...memoryRoomStates, open })
  const ada = await enter()
  expect(ada.messages).toMatchObject([{ type: 'welcome', peer: 1, peers: [{ peer: 1 }] }])
  ada.set({ active: null }, 1)
  expect(await ada.take('changed')).toMatchObject({ by: 1, seq: 1 })
})
