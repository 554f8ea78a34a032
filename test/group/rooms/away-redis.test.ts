/** Rooms whose Redis goes while a view is changed, and comes back while the change is computed. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../../core/contract/values/json.ts'
import type { RoomViewResult } from '../../../core/contract/wire/room-messages.ts'
import { connectPeer, type TestPeer } from '../../service/rooms/test-peer.ts'
import { findPort } from '../../support/find-port.ts'
import { isRedisOwn, redisMissing, startRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { plain, readTag } from '../faults/fault-group.ts'
import { countHosts } from './read-owner.ts'

const rounds = 5
const hosts: Host[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()))
})

/** The state as a peer has it, by all that was sent to it. @throws when a version is not above the former */
function readState({ messages }: TestPeer): { readonly [name: string]: Json } {
  const fields: { [name: string]: Json } = {}
  let version = -1
  for (const message of messages) {
    if (message.type !== 'welcome' && message.type !== 'changed') continue
    if (message.version <= version) throw new Error(`${message.version} came after ${version}`)
    version = message.version
    for (const [name, value] of Object.entries(message.fields))
      if (value === null) delete fields[name]
      else fields[name] = value
  }
  return fields
}

describe.skipIf(redisMissing !== undefined || !isRedisOwn)('a view', () => {
  it.each([
    ['empty', false],
    ['with its data', true],
  ])('has the result of its last values at all hosts when Redis came back %s', async (_, isSame) => {
    const redis = await startRedis(isSame ? ['--appendonly', 'yes', '--appendfsync', 'always'] : [])
    onTestFinished(() => redis.close())
    const folders = makeTimed()
    const urls: string[] = []
    const peers: TestPeer[] = []
    for (let i = 0; i < 2; i++) {
      const port = await findPort()
      const host = await createHost({
        ...{ ...folders, port, logLevel: 'silent', redis: redis.url, poolSize: 2 },
        ...{ peerAddress: `http://127.0.0.1:${port}` },
        groupSecret: 'a-secret-of-a-group-that-is-long-enough',
      })
      hosts.push(host)
      urls.push(await host.listen())
    }
    await expect.poll(() => Promise.all(urls.map((url) => countHosts(url)))).toEqual([2, 2])
    for (const url of urls) {
      const peer = await connectPeer(url, 'lab')
      await peer.arrived
      peers.push(peer)
    }
    const [ada, bob] = peers as [TestPeer, TestPeer] // as just opened
    const set = async (peer: TestPeer, label: number, milliseconds: number): Promise<void> => {
      peer.set({ 'views/1/params/label': label, 'views/1/params/milliseconds': milliseconds }, label)
      const by = peer === ada ? 1 : 2
      await peer.take('changed', (message) => message.seq === label && message.by === by)
    }
    ada.set({ 'views/1/specimen': 'timed' }, 0)
    await bob.take('changed', ({ fields }) => 'views/1/specimen' in fields)
    for (let round = 1; round <= rounds; round++) {
      const label = 10 * round
      // One computes an older value as Redis goes; the other sets a newer one before it is back.
      await set(bob, label, 300)
      await redis.kill()
      await set(ada, label + 1, 200 * (round % 4))
      await redis.restart(isSame)
      const read = () => peers.map((peer) => readState(peer))
      await expect
        .poll(() => read().map((fields) => [fields['views/1/run'], fields['views/1/params/label']]))
        .toEqual([1, 2].map(() => [undefined, label + 1]))
      for (const [i, url] of urls.entries()) {
        const fetchLabel = async (): Promise<number> => {
          const found = read()[i]?.['views/1/result'] as RoomViewResult | undefined // as it is
          if (!found) return 0
          const response = await fetch(`${url}/api/rooms/lab/results/${found.id}`, { headers: plain })
          return await readTag(response, label + 1).then(
            () => label + 1,
            () => -1,
          )
        }
        await expect.poll(fetchLabel, { interval: 200 }).toBe(label + 1)
      }
      expect(read()[0]).toEqual(read()[1])
    }
  })
})
