/** How long rooms, results and connections last: on a server of their own, with a clock that the test moves. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { everybody } from '../../core/access/caller.ts'
import { SpecimenError } from '../../core/domain/errors.ts'
import { isJsonObject } from '../../core/domain/json.ts'
import { holdResult } from '../../core/domain/result/stored-result.ts'
import { memoryRoomStates } from '../../core/rooms/room-state.ts'
import { type AdmitPeer, Rooms, type RoomsOptions } from '../../core/rooms/rooms.ts'
import type { RoomChanged, RoomViewResult } from '../../core/wire/room-messages.ts'
import { encodePoses } from '../../core/wire/room-poses.ts'
import { createTestLog } from '../contract/runner-harness.ts'
import { connectPeer, type TestPeer } from './test-peer.ts'

const resultBytes = 400
let time: number
let isWithdrawn: boolean
let rooms: Rooms
let server: Server
let sockets: Socket[]

/** A host whose every specimen is a volume of as many bytes. */
function createRooms(heldBytes: number): Rooms {
  let results = 0
  const parts: unknown = {
    catalog: { view: () => ({ find: () => ({ kind: 'dynamic', target: { registered: {} } }) }) },
    gate: { admit: () => ({}) },
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
  const computing = parts as Pick<RoomsOptions, 'catalog' | 'gate' | 'executor'> // what rooms use of them
  const clock = (): number => time + performance.now()
  const clocks = { now: clock, clock }
  return new Rooms({
    ...{ ...computing, ...clocks, heldBytes, states: memoryRoomStates, log: createTestLog() },
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

const start = async (heldBytes = 1e6): Promise<void> => {
  rooms = createRooms(heldBytes)
  server = createServer()
  server.on('upgrade', (request, socket, head) => rooms.upgrade(request, socket, head, admit))
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
    await start(2.5 * resultBytes)
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
    await start(2.5 * resultBytes)
    const ada = await enter('left')
    const former = [await show(ada, 1), await show(ada, 2)]
    await leave(ada)
    expect(await show(await enter('used'))).toBeDefined()
    await expect(rooms.find('left', former[0]?.id ?? '')).rejects.toMatchObject({ code: 'result.unknown' })
  })

  it('gives its place to another one only if its owner has most that were left', async () => {
    await start(3.5 * resultBytes)
    const results: string[] = []
    for (const [room, owner] of [
      ['of a class', 'teacher'],
      ['first', 'somebody'],
      ['second', 'somebody'],
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
