/** Rooms whose host alone reaches Redis late or not at all, and hosts that are of another group. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import { connectPeer, type TestPeer } from '../../service/rooms/test-peer.ts'
import { createFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'
import { findPort } from '../../support/find-port.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { countHosts, readOwner } from './read-owner.ts'

const secret = 'a-secret-of-a-group-that-is-long-enough'

describe.skipIf(redisMissing !== undefined || !isRedisOwn)('a group', () => {
  const probe = makeProbe()
  let redis: TestRedis
  let hosts: { readonly host: Host; readonly url: string; readonly proxy: FaultProxy }[]

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
  })
  afterEach(async () => {
    await Promise.all(hosts.map(({ host }) => host.close()))
    await Promise.all(hosts.map(({ proxy }) => proxy.close()))
    await redis.close()
  })

  const create = async (address: string, groupSecret = secret): Promise<Host> => {
    const port = await findPort()
    return await createHost({
      ...{ plugins: probe.plugins, specimens: probe.specimens, port, logLevel: 'silent' },
      ...{ redis: address, peerAddress: `http://127.0.0.1:${port}`, groupSecret },
    })
  }
  /** Opens hosts that reach Redis each through a proxy of its own. */
  const open = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const proxy = await createFaultProxy({ target: Number(new URL(redis.url).port) })
      const host = await create(`redis://127.0.0.1:${proxy.port}`)
      hosts.push({ host, proxy, url: await host.listen() })
    }
    const counts = () => Promise.all(hosts.map(({ url }) => countHosts(url)))
    await expect.poll(counts).toEqual(hosts.map(() => hosts.length))
  }
  const enter = async (url: string, join: { [name: string]: Json } = {}, room = 'lab'): Promise<TestPeer> => {
    for (;;) {
      const peer = await connectPeer(url, room, { join }).catch(() => undefined)
      if (!peer) continue
      onTestFinished(() => peer.close())
      await peer.arrived
      if (peer.messages[0]?.type === 'welcome') return peer
    }
  }
  const findOwner = async (room = 'lab'): Promise<number> => {
    const url = await readOwner(redis, room)
    return hosts.findIndex((host) => host.url === url)
  }

  it.each(['refuse', 'half-open'] as const)(
    'loses no change that was acknowledged when the host of a room alone loses Redis: %s',
    async (how) => {
      await open(3)
      const at = await findOwner()
      const [owner, other] = [hosts[at], hosts[(at + 1) % 3]]
      if (!owner || !other) throw new Error('the group has three hosts')
      const key = 'a-secret-of-one-peer'
      const ada = await enter(owner.url, { key })
      const bob = await enter(other.url)
      ada.set({ 'views/1/specimen': 'chatty', 'views/1/display/opacity': '0' }, 1)
      await bob.take('changed', ({ fields }) => 'views/1/display/opacity' in fields)
      owner.proxy.admit(how)
      owner.proxy.endAll(how === 'refuse' ? 'reset' : 'half-open')
      let sent = 1
      const timer = setInterval(() => ada.set({ 'views/1/display/opacity': String(sent) }, ++sent), 50)
      onTestFinished(() => clearInterval(timer))
      // Both are sent away, and told why.
      expect(await ada.take('closing')).toMatchObject({ code: 'group.away', retry_seconds: 1 })
      clearInterval(timer)
      const kept = ada.messages.flatMap((message) =>
        message.type === 'changed' && message.by === 1 && message.seq !== null ? [message.seq] : [],
      )
      // It may come at the host that is lost, which passes it on, or at another.
      const again = await enter(owner.url, { key })
      const { peer, fields, version } = await again.take('welcome')
      expect(peer).toBe(1)
      expect(Number(fields['views/1/display/opacity'])).toBeGreaterThanOrEqual(Math.max(...kept) - 1)
      again.set({ active: null }, 1000)
      expect((await again.take('changed', ({ seq }) => seq === 1000)).version).toBeGreaterThan(version)
      owner.proxy.heal()
      if (how === 'half-open') owner.proxy.endAll('reset')
      // The room goes back to its host, and the peer keeps its number.
      expect(await again.take('closing')).toMatchObject({ code: 'group.away', retry_seconds: 1 })
      await expect.poll(() => findOwner()).toBe(at)
      const last = await enter(owner.url, { key })
      expect(await last.take('welcome')).toMatchObject({ peer: 1 })
    },
  )

  it('leaves a peer its number and its lock when the host of its room hears late of one that joins', async () => {
    await open(2)
    const [owner, other] = hosts
    if (!owner || !other) throw new Error('the group has two hosts')
    const rooms: string[] = []
    for (let i = 0; rooms.length < 20; i++) if ((await findOwner(`lab${i}`)) === 0) rooms.push(`lab${i}`)
    const key = 'a-secret-of-one-peer'
    const came: TestPeer[] = []
    for (const room of rooms) {
      const ada = await enter(other.url, { key }, room)
      ada.set({ presenter: { peer: 1, locks: true } }, 1)
      await ada.take('changed', ({ seq }) => seq === 1)
      came.push(ada)
    }
    // It hears each word of Redis almost a second after the host through which the peers have come.
    owner.proxy.setFaults('toClient', { delayMilliseconds: 900 })
    await open(1)
    owner.proxy.heal()
    const owners = await Promise.all(rooms.map(findOwner))
    expect(owners).toContain(2)
    for (const [i, room] of rooms.entries()) {
      if (owners[i] !== 2) continue
      expect(await came[i]?.take('closing')).toMatchObject({ code: 'group.away', retry_seconds: 1 })
      const { peer, fields } = await (await enter(other.url, { key }, room)).take('welcome')
      expect([peer, fields.presenter]).toEqual([1, { peer: 1, locks: true }])
    }
    const stayed = came.filter((_, i) => owners[i] === 0).flatMap(({ messages }) => messages)
    expect(stayed.some(({ type }) => type === 'closing')).toBe(false)
  })

  it('goes on with its rooms where no host reaches Redis', async () => {
    await open(2)
    const ada = await enter(hosts[0]?.url ?? '')
    ada.set({ 'views/1/specimen': 'chatty' }, 0)
    await ada.take('changed', ({ seq }) => seq === 0)
    for (const { proxy } of hosts) proxy.admit('refuse')
    for (const { proxy } of hosts) proxy.endAll('reset')
    for (let seq = 1; seq <= 3; seq++) {
      ada.set({ 'views/1/display/opacity': String(seq) }, seq)
      await ada.take('changed', (changed) => changed.seq === seq)
    }
    for (const { proxy } of hosts) proxy.heal()
    const read = async (): Promise<string | null> => {
      const [key = ''] = await redis.client.keys('*:state:*')
      return await redis.client.hget(key, 'views/1/display/opacity')
    }
    await expect.poll(read).toBe('"3"')
    expect(ada.messages.some(({ type }) => type === 'closing')).toBe(false)
  })

  it('keeps a peer, its number and its changes through a cut of all connections', async () => {
    await open(3)
    const at = await findOwner()
    const ada = await enter(hosts[(at + 1) % 3]?.url ?? '')
    ada.set({ 'views/1/specimen': 'chatty' }, 0)
    await ada.take('changed', ({ seq }) => seq === 0)
    for (let seq = 1; seq <= 5; seq++) {
      for (const { proxy } of hosts) proxy.endAll('reset')
      ada.set({ 'views/1/display/opacity': String(seq) }, seq)
      await ada.take('changed', (changed) => changed.seq === seq)
    }
    expect(ada.messages.some(({ type }) => type === 'closing' || type === 'refused')).toBe(false)
  })

  it('refuses a host of another secret at its start, and takes one in whose secret changes', async () => {
    await open(1)
    const [other, next] = [
      'another-secret-of-a-group-that-is-long',
      'the-next-secret-of-a-group-that-is-long',
    ]
    const stranger = await create(redis.url, other)
    await expect(stranger.listen()).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('SPECIMEN_GROUP_SECRET'),
    })
    await stranger.close()
    // The new one signs as before, and a host that has the new one alone is too early.
    const early = await create(redis.url, next)
    await expect(early.listen()).rejects.toMatchObject({ code: 'config.invalid' })
    await early.close()
    const turning = await create(redis.url, `${secret} ${next}`)
    onTestFinished(() => turning.close())
    await turning.listen()
    const tooEarly = await create(redis.url, next)
    await expect(tooEarly.listen()).rejects.toMatchObject({ code: 'config.invalid' })
    await tooEarly.close()
    expect(await countHosts(hosts[0]?.url ?? '')).toBeGreaterThan(0)
  })
})
