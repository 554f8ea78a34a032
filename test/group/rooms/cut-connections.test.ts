/** Hosts whose connections to Redis are cut while their peers change one room: all end with the same state. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import { connectPeer, type TestPeer } from '../../service/rooms/test-peer.ts'
import { createFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'
import { findPort } from '../../support/find-port.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { redisMissing, startRedis } from '../../support/redis.ts'
import { countHosts } from './read-owner.ts'

const rounds = 6
const hosts: Host[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()))
})

/** The state as a peer has it, by all that was sent to it. */
function readState({ messages }: TestPeer): { [name: string]: Json } {
  const fields = new Map<string, Json>()
  for (const message of messages) {
    if (message.type === 'welcome') fields.clear()
    if (message.type !== 'welcome' && message.type !== 'changed') continue
    for (const [name, value] of Object.entries(message.fields)) {
      if (value === null) fields.delete(name)
      else fields.set(name, value)
    }
  }
  return Object.fromEntries([...fields].sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe.skipIf(redisMissing !== undefined)('a room', () => {
  it('is the same at all hosts after their connections to Redis were cut in turn', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const { plugins, specimens } = makeProbe()
    const proxies: FaultProxy[] = []
    const urls: string[] = []
    const peers: TestPeer[] = []
    for (let i = 0; i < 3; i++) {
      const proxy = await createFaultProxy({ target: Number(new URL(redis.url).port) })
      onTestFinished(() => proxy.close())
      proxies.push(proxy)
      const port = await findPort()
      const host = await createHost({
        ...{ plugins, specimens, port, logLevel: 'silent', redis: `redis://127.0.0.1:${proxy.port}` },
        ...{ peerAddress: `http://127.0.0.1:${port}` },
        groupSecret: 'a-secret-of-a-group-that-is-long-enough',
      })
      hosts.push(host)
      urls.push(await host.listen())
    }
    await expect.poll(() => Promise.all(urls.map((url) => countHosts(url)))).toEqual([3, 3, 3])
    for (const url of urls) {
      const peer = await connectPeer(url, 'lab')
      await peer.arrived
      peers.push(peer)
    }
    peers[0]?.set({ 'views/1/specimen': 'tetra' }, 0)
    for (const peer of peers) await peer.take('changed', ({ fields }) => 'views/1/specimen' in fields)
    const acknowledged: Promise<unknown>[] = []
    for (let round = 1; round <= rounds; round++) {
      for (const [i, peer] of peers.entries()) {
        for (let n = 0; n < 5; n++) {
          const seq = round * 100 + n
          peer.set({ 'views/1/display/shared': `${i} ${seq}`, [`views/1/display/of${i}`]: seq }, seq)
          acknowledged.push(peer.take('changed', (message) => message.seq === seq && message.by === i + 1))
        }
        if (i === round % 3) proxies[i]?.endAll('reset')
        await new Promise(setImmediate)
      }
      peers[0]?.set({ 'views/1/params/size': round }, round)
      await peers[0]?.take('changed', ({ seq, by }) => seq === round && by === 1)
      await Promise.all(acknowledged.splice(0))
    }
    const last = rounds * 100 + 4
    const read = () => peers.map((peer) => JSON.stringify(readState(peer)))
    await expect.poll(() => new Set(read()).size).toBe(1)
    expect(readState(peers[0] as TestPeer)).toMatchObject({
      'views/1/display/of0': last,
      'views/1/display/of1': last,
      'views/1/display/of2': last,
      'views/1/params/size': rounds,
    }) // is there
  })
})
