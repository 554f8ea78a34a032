/** Rooms whose peers sit on different hosts of a group. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/domain/json.ts'
import type { RoomChanged, RoomViewResult } from '../../../core/wire/room-messages.ts'
import { decodePoses, encodePoses } from '../../../core/wire/room-poses.ts'
import { connectPeer, type TestPeer } from '../../rooms/test-peer.ts'
import { findPort } from '../../support/find-port.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

const token = 'the-token-of-the-group'
const hasResult = ({ fields }: RoomChanged): boolean => (fields['views/1/result'] ?? null) !== null

/** Resolves when a peer has been told of a value, in whichever message. */
const sees = async (peer: TestPeer, name: string, value: Json): Promise<void> => {
  const isTold = () =>
    peer.messages.some((message) => message.type === 'changed' && message.fields[name] === value)
  await expect.poll(isTold, { timeout: 30_000 }).toBe(true)
}

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

  const open = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const port = await findPort()
      const host = await createHost({
        ...{ plugins: probe.plugins, specimens: probe.specimens, port, token, logLevel: 'silent' },
        ...{ redis: redis.url, peerAddress: `http://127.0.0.1:${port}` },
        groupSecret: 'a-secret-of-a-group-that-is-long-enough',
      })
      hosts.push(host)
      urls.push(await host.listen())
    }
  }
  const enter = async (at: number, join: { [name: string]: Json } = {}): Promise<TestPeer> => {
    const peer = await connectPeer(urls[at] ?? '', 'lab', { join: { token, ...join } })
    onTestFinished(() => peer.close())
    await peer.arrived
    return peer
  }
  const takeResult = async (peer: TestPeer): Promise<RoomViewResult> => {
    const { fields } = await peer.take('changed', hasResult)
    return fields['views/1/result'] as RoomViewResult // as the test for it says
  }
  const fetchResult = async (at: number, id: string, bearer = token) =>
    await fetch(`${urls[at]}/api/rooms/lab/results/${id}`, { headers: { authorization: `Bearer ${bearer}` } })
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

  it('gives peers that come at once at two hosts numbers of their own', async () => {
    await open(2)
    const peers = await Promise.all(Array.from({ length: 40 }, (_, i) => enter(i % 2, { name: `Peer ${i}` })))
    const numbers = await Promise.all(peers.map(async (peer) => (await peer.take('welcome')).peer))
    expect(new Set(numbers).size).toBe(40)
    const last = await enter(0)
    expect((await last.take('welcome')).peers).toHaveLength(41)
    // Those of a host that stops leave at once, and are told so.
    await hosts.pop()?.close()
    expect(await peers[1]?.take('closing')).toMatchObject({ code: 'host.stopping', retry_seconds: 2 })
    for (let i = 0; i < 20; i++) await last.take('left')
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

  it.skipIf(!isRedisOwn)('goes on at each host while Redis is away, says so, and joins again', async () => {
    await open(2)
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'tetra', 'notes/n': { view: 1, at: [0, 0, 0], text: 'before' } })
    await Promise.all([takeResult(ada), takeResult(bob)])
    await redis.kill()
    const isAway = ({ fields }: RoomChanged): boolean => fields.unshared === 'redis-away'
    await Promise.all([ada.take('changed', isAway), bob.take('changed', isAway)])
    ada.set({ 'views/1/params/size': 7 }, 50)
    await ada.take('changed', ({ seq }) => seq === 50)
    await takeResult(ada)
    bob.set({ 'views/1/display/opacity': '0.5' }, 60)
    await bob.take('changed', ({ seq }) => seq === 60)
    await redis.restart()
    const isBack = ({ fields }: RoomChanged): boolean => fields.unshared === null
    await Promise.all([ada.take('changed', isBack), bob.take('changed', isBack)])
    // An empty Redis has the state again, and what was changed at either host meanwhile.
    await sees(bob, 'views/1/params/size', 7)
    await sees(ada, 'views/1/display/opacity', '0.5')
    bob.set({ active: 1 }, 61)
    await Promise.all([ada, bob].map((peer) => peer.take('changed', ({ seq }) => seq === 61)))
    const { fields, peers } = await (await enter(1)).take('welcome')
    expect(peers).toHaveLength(3)
    expect(fields).toMatchObject({
      ...{ active: 1, 'views/1/params/size': 7, 'views/1/display/opacity': '0.5' },
      'notes/n': { text: 'before' },
    })
  })

  it.skipIf(!isRedisOwn)('has both what was changed at each host while a Redis was silent', async () => {
    await open(2)
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'tetra', 'views/2/specimen': 'grid' })
    await Promise.all([takeResult(ada), takeResult(bob)])
    redis.pause()
    const isAway = ({ fields }: RoomChanged): boolean => fields.unshared === 'redis-away'
    await Promise.all([ada.take('changed', isAway), bob.take('changed', isAway)])
    ada.set({ 'views/1/params/size': 7 }, 50)
    bob.set({ 'views/2/params/depth': 5 }, 60)
    await ada.take('changed', ({ seq }) => seq === 50)
    await bob.take('changed', ({ seq }) => seq === 60)
    redis.resume()
    await sees(bob, 'views/1/params/size', 7)
    await sees(ada, 'views/2/params/depth', 5)
    const eve = await enter(0)
    expect((await eve.take('welcome')).fields).toMatchObject({
      'views/1/params/size': 7,
      'views/2/params/depth': 5,
    })
  })

  it('goes on when Redis has lost it, and begins anew after it has expired', async () => {
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
    for (const peer of [ada, bob, eve]) peer.close()
    const readLife = async () => await redis.client.pttl((await redis.client.keys('*:state:*'))[0] ?? '')
    await expect.poll(readLife, { timeout: 20_000 }).toBeLessThanOrEqual(300_000)
    await drop()
    // The other hosts have copies still, of a room that is no more.
    const next = await enter(2)
    expect(await next.take('welcome')).toMatchObject({ peer: 1, version: 1 })
    next.set({ 'views/2/specimen': 'grid' }, 1)
    await next.take('changed', ({ seq }) => seq === 1)
    const again = await enter(0)
    expect((await again.take('welcome')).fields).toMatchObject({ 'views/2/specimen': 'grid' })
    expect(
      [...again.messages, ...next.messages].filter((message) => JSON.stringify(message).includes('tetra')),
    ).toEqual([])
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
    await expect
      .poll(() => commands.filter((text) => text.includes(':seen')).length, { timeout: 20_000 })
      .toBe(2)
    expect(commands.filter((text) => /:(state|leader):/.test(text))).toEqual([])
  })
})
