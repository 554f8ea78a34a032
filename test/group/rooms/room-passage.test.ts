/** The way of peers through a host to the one that has their room: real sockets, and owners by hand. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GroupMember } from '../../../core/group/members/member.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { RoomOwners } from '../../../core/group/rooms/room-owners.ts'
import { GroupPassage } from '../../../core/group/rooms/room-passage.ts'

type Upgrade = (request: IncomingMessage, socket: Duplex) => void

const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
/** Takes a peer, and sends back what it says. */
const take: Upgrade = (_, socket) => {
  socket.write(switching)
  socket.pipe(socket)
}
const ignore: Upgrade = () => {}

/** Says something through a connection; resolves with other words when it was ended. */
async function say(socket: Socket): Promise<string> {
  socket.write('hello')
  const [said]: unknown[] = await Promise.race([once(socket, 'data'), once(socket, 'end')])
  return String(said)
}

/** Listens until the end of the test; returns the port. */
async function listen(onUpgrade: Upgrade): Promise<number> {
  const sockets = new Set<Duplex>()
  const server = createServer().on('upgrade', (request, socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // the other side ends it
    onUpgrade(request, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port // it listens on a port, as just asked
}

const toMember = (id: string, port: number): GroupMember => ({
  ...{ id, address: `http://127.0.0.1:${port}`, revisions: [], workers: [], places: 1, software: '1' },
})

/** Opens host `a`, through which peers come, beside `b` and others without a server. */
async function open(answer: { upgrade: Upgrade }) {
  const far = await listen((request, socket) => answer.upgrade(request, socket))
  const dead = await listen(ignore)
  const [own, b, c] = [toMember('a', 1), toMember('b', far), toMember('c', dead)] as const
  const here: string[] = []
  const state = { members: [own, b], isReachable: true }
  const owners = new RoomOwners({
    own,
    findMembers: () => state.members,
    canReach: async () => state.isReachable,
    standing: { isLost: false },
    onChanged: () => passage.refresh(),
  })
  const signatures = new PeerSignatures(['a-secret-of-a-group-that-is-long-enough'], Date.now)
  const passage = new GroupPassage({ address: own.address, owners, signatures })
  onTestFinished(() => {
    owners.close()
    passage.close()
  })
  const roomId =
    Array.from({ length: 1000 }, (_, i) => `lab${i}`).find((room) => {
      const isOfB = owners.find(room).id === 'b'
      state.members = [own, b, c]
      const isOfC = owners.find(room).id === 'c'
      state.members = [own, b]
      return isOfB && isOfC
    }) ?? ''
  const near = await listen((request, socket) => {
    const peer = { roomId, request, socket, head: Buffer.of(), client: '127.0.0.1' }
    passage.pass(peer, () => {
      here.push(roomId)
      socket.write(switching)
    })
  })
  /** Comes to host `a`; resolves when the connection is through. */
  const come = async (): Promise<Socket> => {
    const socket = connect(near, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(
      `GET /ws/rooms/${roomId} HTTP/1.1\r\nHost: a\r\n${'Connection: Upgrade\r\nUpgrade: websocket'}\r\n\r\n`,
    )
    await once(socket, 'data')
    return socket
  }
  return { state, hosts: { own, b, c }, passage, owners, here, come, roomId }
}

describe('a connection that goes through a host', () => {
  it('is left to the owner of its room when another host comes, which has the room then', async () => {
    const { state, hosts, passage, owners, come, roomId } = await open({ upgrade: take })
    const ada = await come()
    state.members = [hosts.own, hosts.b, hosts.c]
    passage.refresh()
    expect(owners.find(roomId).id).toBe('c')
    expect(await say(ada)).toBe('hello')
  })

  it('is ended when its owner is gone from the list', async () => {
    const { state, hosts, passage, come } = await open({ upgrade: take })
    const ada = await come()
    state.members = [hosts.own]
    passage.refresh()
    await once(ada.resume(), 'close')
    expect(ada.closed).toBe(true)
  })

  it('is ended at a host that stands in, once the first in order is reached again', async () => {
    const { state, hosts, passage, owners, come, roomId } = await open({ upgrade: take })
    state.members = [hosts.own, hosts.b, hosts.c]
    state.isReachable = false
    await owners.suspect(hosts.c)
    expect(owners.find(roomId).id).toBe('b')
    const ada = await come()
    passage.refresh()
    expect(await say(ada)).toBe('hello')
    state.isReachable = true
    await once(ada.resume(), 'close')
    expect(owners.find(roomId).id).toBe('c')
  })

  it('outlives late answers of its owner, which has a later peer as soon as it answers', async () => {
    const answer = { upgrade: take }
    const { owners, here, come, roomId, state } = await open(answer)
    const ada = await come()
    let asked = 0
    answer.upgrade = (request, socket) => void (++asked > 2 && take(request, socket))
    await come() // the third time
    expect(await say(ada)).toBe('hello')
    expect([asked, owners.find(roomId).id, here]).toEqual([3, 'b', []])
    // Late and without a sign of life.
    state.isReachable = false
    answer.upgrade = ignore
    const ended = once(ada.resume(), 'close')
    await come()
    await ended
    expect([owners.find(roomId).id, here]).toEqual(['a', [roomId]])
  })
})
