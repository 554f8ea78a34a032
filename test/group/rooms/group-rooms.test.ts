/** Rooms whose peers sit on different hosts of a group. */
import { once } from 'node:events'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Json } from '../../../core/contract/values/json.ts'
import { decodeBodies, encodeBodies } from '../../../core/contract/wire/room-bodies.ts'
import type { RoomChanged, RoomViewResult } from '../../../core/contract/wire/room-messages.ts'
import { decodePoses, encodePoses } from '../../../core/contract/wire/room-poses.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { connectPeer, type TestPeer } from '../../service/rooms/test-peer.ts'
import { findPort } from '../../support/find-port.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { callTool, factsOf, useAgents } from '../../support/use-agent.ts'
import { countHosts, readOwner } from './read-owner.ts'

const token = 'the-token-of-the-group'
const groupSecret = 'a-secret-of-a-group-that-is-long-enough'
const connect = useAgents()
const hasResult = ({ fields }: RoomChanged): boolean => (fields['views/1/result'] ?? null) !== null

describe.skipIf(redisMissing !== undefined)('a room of a group', () => {
  const probe = makeProbe()
  let redis: TestRedis
  let hosts: Host[]
  let urls: string[]

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
    urls = []
  })
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.close()))
    await redis.close()
  })

  const open = async (count: number, options: HostOptions = {}): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const port = await findPort()
      const host = await createHost({
        ...{ plugins: probe.plugins, specimens: probe.specimens, port, token, logLevel: 'silent' },
        ...{ redis: redis.url, peerAddress: `http://127.0.0.1:${port}` },
        groupSecret,
        ...options,
      })
      hosts.push(host)
      urls.push(await host.listen())
    }
    const counts = () => Promise.all(urls.map((url) => countHosts(url, token)))
    await expect.poll(counts).toEqual(urls.map(() => hosts.length))
  }
  const enter = async (at: number, join: { [name: string]: Json } = {}, room = 'lab'): Promise<TestPeer> => {
    const peer = await connectPeer(urls[at] ?? '', room, { join: { token, ...join } })
    onTestFinished(() => peer.close())
    await peer.arrived
    return peer
  }
  const takeResult = async (peer: TestPeer): Promise<RoomViewResult> => {
    const { fields } = await peer.take('changed', hasResult)
    return fields['views/1/result'] as RoomViewResult // as the test for it says
  }
  const fetchResult = async (at: number, id: string, bearer = token, room = 'lab') =>
    await fetch(`${urls[at]}/api/rooms/${room}/results/${id}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
  /** Resolves with the number of the host that has a room. */
  const findOwner = async (room: string): Promise<number> => urls.indexOf(await readOwner(redis, room))
  const findRoomOf = async (at: number): Promise<string> => {
    for (let i = 0; ; i++) if ((await findOwner(`lab${i}`)) === at) return `lab${i}`
  }
  const readSaved = async (field: string): Promise<string | null> => {
    const [key = ''] = await redis.client.keys('*:state:*')
    return await redis.client.hget(key, field)
  }
  const changesOf = ({ messages }: TestPeer): string[] =>
    messages.filter(({ type }) => type === 'changed').map((message) => JSON.stringify(message))

  it('has its peers, its state and its results at all hosts, and computes once', async () => {
    await open(3)
    const ada = await enter(0, { name: 'Ada' })
    const bob = await enter(1, { name: 'Bob' })
    expect(await ada.take('welcome')).toMatchObject({ peer: 1, peers: [{ name: 'Ada' }] })
    expect(await bob.take('welcome')).toMatchObject({ peer: 2, peers: [{ name: 'Ada' }, { name: 'Bob' }] })
    expect(await ada.take('came')).toMatchObject({ peer: 2, name: 'Bob' })
    ada.set({ 'views/1/specimen': 'tetra', 'views/1/params/size': 2, active: 1 }, 7)
    const [result, same] = await Promise.all([takeResult(ada), takeResult(bob)])
    expect(same).toEqual(result)
    // The third host has no peer in the room.
    const answers = await Promise.all([0, 1, 2].map((at) => fetchResult(at, result.id)))
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    expect(answers.map(({ status, headers }) => [status, headers.get('etag')])).toEqual(
      answers.map(() => [200, result.etag]),
    )
    expect(bodies.every((body) => body.equals(bodies[0] ?? Buffer.of()))).toBe(true)
    const eve = await enter(2, { name: 'Eve' })
    const { version, fields } = await eve.take('welcome')
    expect(fields).toEqual({
      ...{ 'views/1/specimen': 'tetra', 'views/1/params/size': 2, active: 1 },
      'views/1/result': result,
    })
    expect(version).toBeGreaterThan(result.version)
    bob.set({ active: null }, 8)
    await Promise.all([ada, bob, eve].map((peer) => peer.take('changed', ({ seq }) => seq === 8)))
    expect(changesOf(bob)).toEqual(changesOf(ada))
    bob.close()
    expect(await ada.take('left')).toEqual({ type: 'left', peer: 2 })
    expect(await eve.take('left')).toEqual({ type: 'left', peer: 2 })
    const lasting = await redis.findLasting()
    expect(lasting.filter((key) => /:(state|leader):/.test(key))).toEqual([])
  })

  it('is not opened at a host that another one takes for its owner', async () => {
    await open(2)
    const room = await findRoomOf(0)
    const ada = await enter(0, { name: 'Ada' }, room)
    // As the second host would be asked by a third that cannot reach the first.
    const url = `${urls[1]}/ws/rooms/${room}?client=127.0.0.1`
    const signature = new PeerSignatures([groupSecret], Date.now).sign({ method: 'GET', url })
    const passed = new WebSocket(url.replace('http', 'ws'), 'specimen-room.v1', {
      headers: { 'specimen-peer': signature },
    })
    onTestFinished(() => passed.terminate())
    await once(passed, 'open')
    passed.send(
      JSON.stringify({ type: 'join', name: 'Bob', color: '#336699', key: 'the-secret-of-bob', token }),
    )
    const [first] = await once(passed, 'message')
    expect(JSON.parse(String(first))).toMatchObject({ type: 'closing', code: 'group.away' })
    const bob = await enter(1, { name: 'Bob' }, room)
    expect((await bob.take('welcome')).peers.map(({ name }) => name)).toEqual(['Ada', 'Bob'])
    expect(await ada.take('came')).toMatchObject({ peer: 2, name: 'Bob' })
  })

  it('takes a peer of another host once for a signature, and none for a forged one', async () => {
    await open(2)
    const room = await findRoomOf(0)
    const path = `/ws/rooms/${room}?client=127.0.0.1`
    const own = new PeerSignatures([groupSecret], Date.now)
    const signed = own.sign({ method: 'GET', url: `${urls[0]}${path}` })
    const strangers = new PeerSignatures(['another-secret-that-is-long-enough'], Date.now)
    const come = async (signature: string, at = 0, to = path): Promise<number | undefined> => {
      const headers = { 'specimen-peer': signature }
      const passed = new WebSocket(`${urls[at]}${to}`.replace('http', 'ws'), 'specimen-room.v1', { headers })
      onTestFinished(() => passed.on('error', () => {}).terminate())
      const refused = once(passed, 'unexpected-response').then(([, { statusCode }]) => statusCode)
      return await Promise.race([once(passed, 'open').then(() => 101), refused])
    }
    expect(await come('')).toBe(401)
    expect(await come('Specimen-Peer 1.a')).toBe(401)
    expect(await come(strangers.sign({ method: 'GET', url: `${urls[0]}${path}` }))).toBe(403)
    expect([await come(signed, 1), await come(signed, 0, `${path}8`)]).toEqual([403, 403])
    expect([await come(signed), await come(signed), await come(signed)]).toEqual([101, 403, 403])
    // As the header of a request, it opens nothing.
    const asked = { headers: { authorization: signed } }
    expect((await fetch(`${urls[0]}/group/rooms/${room}`, asked)).status).toBe(403)
    const peers = await Promise.all([1, 1, 1].map((at) => enter(at, {}, room)))
    for (const peer of peers) await peer.take('welcome')
  })

  it('gives changes that are made at once at two hosts one order at both', async () => {
    await open(2)
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'chatty' })
    await bob.take('changed')
    for (let i = 0; i < 50; i++) {
      ada.set({ 'views/1/display/opacity': `a${i}` }, 100 + i)
      bob.set({ 'views/1/display/opacity': `b${i}` }, 200 + i)
    }
    const isLast = ({ seq }: RoomChanged): boolean => seq === 149 || seq === 249
    for (const peer of [ada, bob]) for (let i = 0; i < 2; i++) await peer.take('changed', isLast)
    const own = (peer: TestPeer): string[] => changesOf(peer).filter((text) => text.includes('opacity'))
    expect(own(ada)).toHaveLength(100)
    expect(own(bob)).toEqual(own(ada))
  })

  it('shows the progress of a run at all hosts', async () => {
    await open(2)
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'endless' })
    const isTold = ({ fields }: RoomChanged) => JSON.stringify(fields['views/1/run'] ?? '').includes('text')
    for (const peer of [ada, bob])
      expect((await peer.take('changed', isTold)).fields).toMatchObject({
        'views/1/run': { text: expect.any(String) },
      })
    bob.send({ type: 'cancel', view: 1 })
  })

  it('cancels at one host what another computes', async () => {
    await open(2)
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'endless' })
    await bob.take('changed', ({ fields }) => 'views/1/run' in fields)
    bob.send({ type: 'cancel', view: 1 })
    const isError = ({ fields }: RoomChanged) => JSON.stringify(fields['views/1/run'] ?? '').includes('error')
    for (const peer of [ada, bob])
      expect((await peer.take('changed', isError)).fields).toMatchObject({
        'views/1/run': { error: { code: 'run.cancelled' } },
      })
    await expect.poll(async () => (await redis.client.keys('*:flight:*')).length).toBe(0)
  })

  it('shows the poses of all hosts at each, also those of peers that have not moved since', async () => {
    await open(2)
    const ada = await enter(0)
    const cursor = [0.5, 0, -1] as const
    ada.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor }]))
    await ada.takeFrame()
    const bob = await enter(1)
    expect(decodePoses(await bob.takeFrame())).toEqual([{ peer: 1, view: 1, cursor }])
    bob.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor: [1, 1, 1] }]))
    const seen = new Set<number>()
    while (!seen.has(2)) for (const { peer } of decodePoses(await ada.takeFrame())) seen.add(peer)
  })

  it('shows the heads and hands of all hosts at each', async () => {
    await open(2)
    const frames = [1, 2]
    const ada = await enter(0, { frames })
    const head = { point: [0, 2, 8], turn: [0, 0, 0, 1] } as const
    ada.webSocket.send(encodeBodies([{ peer: 0, view: 1, metre: 4, head }]))
    await ada.takeFrame()
    const bob = await enter(1, { frames })
    expect(decodeBodies(await bob.takeFrame())).toEqual([{ peer: 1, view: 1, metre: 4, head }])
  })

  it('takes a peer that comes again at another host for the same one', async () => {
    await open(2)
    const key = 'a-secret-of-one-peer'
    const [first, bob] = [await enter(0, { key }), await enter(0)]
    const second = await enter(1, { key })
    expect(await second.take('welcome')).toMatchObject({ peer: 1 })
    expect(await first.take('closing')).toMatchObject({ code: 'replaced', retry_seconds: null })
    second.close()
    expect(await bob.take('left')).toEqual({ type: 'left', peer: 1 })
    expect(bob.messages.filter(({ type }) => type === 'left')).toHaveLength(1)
  })

  it('is entered by an agent at a host that does not have it', async () => {
    await open(2)
    const room = await findRoomOf(1)
    const bob = await enter(1, { name: 'Bob' }, room)
    const agent = await connect(urls[0] ?? '', { token })
    const joined = await callTool(agent, 'join_room', { room })
    expect(factsOf(joined)).toMatchObject({ you: { peer: 2 }, others: [{ peer: 1, name: 'Bob' }] })
    expect(await bob.take('came')).toMatchObject({ peer: 2, name: 'test (agent)' })
    const set = await callTool(agent, 'set', { specimen: 'tetra', params: { size: 2 } })
    expect(factsOf(set)).toMatchObject({ result: 'current', params: { size: 2 }, facts: { kind: 'mesh' } })
    expect(await takeResult(bob)).toMatchObject({ type: 'mesh' })
    await callTool(agent, 'point', { at: [1, 0, 0] })
    expect(decodePoses(await bob.takeFrame())).toMatchObject([{ peer: 2, view: 1 }])
    // The host with the room stops; the next call enters the room where it is then, as the same peer.
    await hosts.pop()?.close()
    const again = async () => await callTool(agent, 'look')
    await expect.poll(async () => (await again()).isError).toBeUndefined()
    expect(factsOf(await again())).toMatchObject({ you: { peer: 2 }, specimen: 'tetra' })
  })

  it('gives peers that come at once at two hosts numbers of their own', async () => {
    await open(2)
    const peers = await Promise.all(Array.from({ length: 40 }, (_, i) => enter(i % 2, { name: `Peer ${i}` })))
    const numbers = await Promise.all(peers.map(async (peer) => (await peer.take('welcome')).peer))
    expect(new Set(numbers).size).toBe(40)
    const last = await enter(0)
    expect((await last.take('welcome')).peers).toHaveLength(41)
  })

  it('goes on at the next host when the one that has it stops, and peers keep their numbers', async () => {
    await open(2)
    const room = await findRoomOf(1)
    const key = 'a-secret-of-one-peer'
    const [ada, bob] = [await enter(0, { key }, room), await enter(1, {}, room)]
    ada.set({ 'views/1/specimen': 'tetra', presenter: { peer: 1, locks: false } }, 5)
    await takeResult(bob)
    const { version } = ada.messages.findLast(({ type }) => type === 'changed') as RoomChanged // was there
    await hosts.pop()?.close()
    for (const peer of [ada, bob])
      expect(await peer.take('closing')).toMatchObject({ code: 'host.stopping', retry_seconds: 2 })
    const again = await enter(0, { key }, room)
    const welcome = await again.take('welcome')
    expect(welcome).toMatchObject({
      peer: 1,
      fields: { presenter: { peer: 1 }, 'views/1/specimen': 'tetra' },
    })
    expect(welcome.version).toBeGreaterThan(version)
    // Where its bytes went with the host it is computed again, under another id.
    const readResult = (): RoomViewResult =>
      again.messages.reduce(
        (found, message) =>
          'fields' in message
            ? ((message.fields['views/1/result'] as RoomViewResult | undefined) ?? found)
            : found,
        welcome.fields['views/1/result'] as RoomViewResult, // as results are
      )
    const fetchStatus = async () => (await fetchResult(0, readResult().id, token, room)).status
    await expect.poll(fetchStatus).toBe(200)
  })

  it('lets a host stop through which peers come, while their room is at another', async () => {
    await open(2)
    const room = await findRoomOf(0)
    const key = 'a-secret-of-one-peer'
    const ada = await enter(1, { key }, room)
    ada.set({ 'views/1/specimen': 'tetra' }, 5)
    await takeResult(ada)
    await hosts.pop()?.close()
    const { fields } = await (await enter(0, { key }, room)).take('welcome')
    expect(fields).toMatchObject({ 'views/1/specimen': 'tetra' })
  })

  it('counts a peer that another host passes on as a connection of none of its addresses', async () => {
    const most = 8
    await open(1, { clientConnections: 1000 })
    await open(1, { clientConnections: most })
    const room = await findRoomOf(1)
    const peers = await Promise.all(Array.from({ length: 2 * most }, () => enter(0, {}, room)))
    for (const peer of peers) expect((await peer.take('welcome')).type).toBe('welcome')
    // Its own clients are limited as before.
    const direct = await Promise.allSettled(Array.from({ length: 2 * most }, () => enter(1, {}, room)))
    expect(direct.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(most)
  })

  it('refuses peers that come with a wrong signature of a host, and counts them as clients', async () => {
    await open(2, { requestRate: 600 })
    const come = async (signature: string): Promise<string> => {
      const headers = { 'specimen-peer': signature }
      const coming = connectPeer(urls[0] ?? '', 'lab', { headers, join: false })
      return await coming.then(
        () => 'in',
        (error: Error) => error.message,
      )
    }
    const wrong = [`${Date.now()}.x`, 'nothing', '']
    const answers: string[] = []
    while (!answers.at(-1)?.includes('429')) answers.push(await come(wrong[answers.length % 3] ?? ''))
    for (const answer of answers.slice(0, -1)) expect(answer).toMatch(/40[13]/)
    expect(answers.length).toBeLessThan(700)
    // Those with a right one are another host's, and counted where they came.
    const room = await findRoomOf(0)
    expect((await (await enter(1, {}, room)).take('welcome')).type).toBe('welcome')
  })

  it('takes no change of a peer at a host that has lost it to another', async () => {
    await open(1)
    const ada = await enter(0, { key: 'a-secret-of-one-peer' })
    ada.set({ active: null }, 1)
    await ada.take('changed', ({ seq }) => seq === 1)
    // The next host has the room, and the peer, while this one was silent.
    const [key = ''] = await redis.client.keys('*:state:*')
    const [life, version] = ((await redis.client.hget(key, '~moment')) ?? '').split('.')
    const member = JSON.parse((await redis.client.hget(key, '~peers/1')) ?? '{}')
    await redis.client.hset(key, {
      ...{ '~peers/1': JSON.stringify({ ...member, host: 'another' }), 'views/1/specimen': '"tetra"' },
      '~moment': `${life}.${Number(version) + 1}.another`,
    })
    ada.set({ 'views/1/specimen': 'chatty' }, 2)
    expect(await ada.take('closing')).toMatchObject({ code: 'replaced' })
    expect(await readSaved('views/1/specimen')).toBe('"tetra"')
  })

  it('moves to a host that comes, with its state and its results', async () => {
    await open(1)
    // The host that comes has each room with one half of all chances: of 16 one at least.
    const rooms = Array.from({ length: 16 }, (_, i) => `lab${i}`)
    const peers = await Promise.all(rooms.map((room) => enter(0, {}, room)))
    for (const peer of peers) peer.set({ 'views/1/specimen': 'tetra' })
    const results = await Promise.all(peers.map(takeResult))
    await open(1)
    const moved = (await Promise.all(rooms.map(findOwner))).indexOf(1)
    expect(await peers[moved]?.take('closing')).toMatchObject({ code: 'group.away', retry_seconds: 1 })
    const [room, id] = [rooms[moved], results[moved]?.id ?? '']
    const again = await enter(0, {}, room)
    const { fields } = await again.take('welcome')
    expect(fields).toMatchObject({ 'views/1/result': { id } })
    expect((await fetchResult(1, id, token, room)).status).toBe(200)
  })

  it('frees itself from a presenter of another host who leaves', async () => {
    await open(2)
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'tetra', presenter: { peer: 1, locks: true } })
    await bob.take('changed', ({ fields }) => 'presenter' in fields)
    bob.set({ 'views/1/params/size': 4 })
    expect(await bob.take('refused')).toMatchObject({ code: 'room.locked' })
    ada.close()
    expect(await bob.take('changed', ({ fields }) => fields.presenter === null)).toMatchObject({ by: 0 })
  })

  it('lets guests watch and fetch at any host', async () => {
    await open(2)
    const given = await fetch(`${urls[0]}/api/tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ room_id: 'lab', scopes: ['read'] }),
    })
    const { ticket } = await given.json()
    const [ada, guest] = [await enter(0), await enter(1, { token: ticket })]
    ada.set({ 'views/1/specimen': 'tetra' })
    const { id } = await takeResult(guest)
    expect((await fetchResult(1, id, ticket)).status).toBe(200)
    guest.set({ 'views/1/params/size': 3 })
    expect(await guest.take('refused')).toMatchObject({ code: 'scope.missing' })
  })

  it.skipIf(!isRedisOwn)(
    'is shared by all hosts also while Redis is away, and saved afterwards',
    async () => {
      await open(2)
      const [ada, bob] = [await enter(0), await enter(1)]
      ada.set({ 'views/1/specimen': 'tetra', 'notes/n': { view: 1, at: [0, 0, 0], text: 'before' } })
      await Promise.all([takeResult(ada), takeResult(bob)])
      await redis.kill()
      ada.set({ 'views/1/params/size': 7 }, 50)
      const [result, same] = await Promise.all([takeResult(ada), takeResult(bob)])
      expect(same).toEqual(result)
      const answers = await Promise.all([0, 1].map((at) => fetchResult(at, result.id)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      bob.set({ 'views/1/display/opacity': '0.5' }, 60)
      await Promise.all([ada, bob].map((peer) => peer.take('changed', ({ seq }) => seq === 60)))
      await redis.restart()
      // An empty Redis has the state again, and what was changed meanwhile.
      await expect.poll(async () => await readSaved('views/1/params/size')).toBe('7')
      bob.set({ active: 1 }, 61)
      await Promise.all([ada, bob].map((peer) => peer.take('changed', ({ seq }) => seq === 61)))
      const { fields, peers } = await (await enter(1)).take('welcome')
      expect(peers).toHaveLength(3)
      expect(fields).toMatchObject({
        ...{ active: 1, 'views/1/params/size': 7, 'views/1/display/opacity': '0.5' },
        'notes/n': { text: 'before' },
      })
    },
  )

  it('goes on when Redis has lost it', async () => {
    await open(3)
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'tetra' })
    await Promise.all([takeResult(ada), takeResult(bob)])
    const drop = async () => await redis.client.del(await redis.client.keys('*:state:*'))
    expect(await drop()).toBe(1)
    bob.set({ active: 1 }, 70)
    await bob.take('changed', ({ seq }) => seq === 70)
    await ada.take('changed', ({ fields }) => fields.active === 1)
    ada.set({ 'views/1/display/opacity': '1' }, 71)
    await bob.take('changed', ({ seq }) => seq === 71)
    const eve = await enter(1)
    const { fields, peers } = await eve.take('welcome')
    expect(peers).toHaveLength(3)
    expect(fields).toMatchObject({ active: 1, 'views/1/specimen': 'tetra' })
  })

  it('is at rest without a command', async () => {
    await open(1)
    const ada = await enter(0)
    ada.set({ 'views/1/specimen': 'tetra' })
    await takeResult(ada)
    ada.set({ active: 1 }, 9)
    await ada.take('changed', ({ seq }) => seq === 9)
    const monitor = await redis.client.monitor()
    onTestFinished(() => monitor.disconnect())
    const commands: string[] = []
    monitor.on('monitor', (_, words: string[]) => commands.push(words.join(' ')))
    // Two signs of life of the host, which come every 2 s.
    await expect.poll(() => commands.filter((text) => text.includes(':seen')).length).toBe(2)
    expect(commands.filter((text) => /:(state|leader):/.test(text))).toEqual([])
  })
})
