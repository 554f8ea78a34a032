/** The death of the host that has a room. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RoomChanged, RoomViewResult } from '../../../core/contract/wire/room-messages.ts'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { connectPeer, type TestPeer } from '../../service/rooms/test-peer.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { killHost, plain, readTag, startGroupHost } from '../faults/fault-group.ts'
import { readMembers, readOwner } from './read-owner.ts'

const room = 'lab'

describe.skipIf(redisMissing !== undefined)('a room whose host is killed', () => {
  let redis: TestRedis
  let hosts: readonly BuiltHost[]

  beforeAll(async () => {
    redis = await startRedis()
    const folders = makeTimed()
    hosts = await Promise.all([1, 2, 3].map(() => startGroupHost({ redis: redis.url, folders })))
  })
  afterAll(async () => {
    await Promise.all(hosts.map((host) => host.stop()))
    await redis.close()
  })

  /** Enters, again while the host of the room is being replaced. */
  const enter = async (at: number, key: string): Promise<TestPeer> => {
    const join = { key: `the-secret-of-${key}` }
    for (;;) {
      const peer = await connectPeer(hosts[at]?.api.url ?? '', room, { join }).catch(() => undefined)
      if (!peer) continue
      await peer.arrived
      if (peer.messages[0]?.type !== 'welcome') continue
      onTestFinished(() => peer.close())
      return peer
    }
  }
  const takeResult = async (peer: TestPeer, version: number): Promise<RoomViewResult> => {
    const read = ({ fields }: RoomChanged) => fields['views/1/result'] as RoomViewResult | undefined // as it is
    const changed = await peer.take('changed', (message) => read(message)?.version === version)
    const result = read(changed)
    if (!result) throw new Error('it was there')
    return result
  }
  const readLabel = async (at: number, id: string, label: number): Promise<number> =>
    await readTag(
      await fetch(`${hosts[at]?.api.url}/api/rooms/${room}/results/${id}`, { headers: plain }),
      label,
    )

  it('loses no change: the next host computes it, and has the peers under their numbers', async () => {
    await expect.poll(async () => (await readMembers(redis)).length).toBe(hosts.length)
    const ownerUrl = await readOwner(redis, room)
    const owner = hosts.findIndex(({ api }) => api.url === ownerUrl)
    const [one, two] = [0, 1, 2].filter((at) => at !== owner) as [number, number] // three hosts, but one
    const [ada, bob] = [await enter(owner, 'ada'), await enter(one, 'bob')]
    ada.set({ 'views/1/specimen': 'timed', 'views/1/params/label': 1 }, 1)
    const first = await ada.take('changed', ({ seq }) => seq === 1)
    const shown = await takeResult(bob, first.version)
    await readLabel(one, shown.id, 1)
    ada.set({ 'views/1/params/label': 2, 'views/1/params/milliseconds': 300 }, 2)
    const { version } = await bob.take('changed', ({ seq }) => seq === 2)
    const host = hosts[owner]
    if (host) await killHost(host)
    const again = await enter(one, 'bob')
    const welcome = await again.take('welcome')
    expect(welcome).toMatchObject({ peer: 2, fields: { 'views/1/params/label': 2 } })
    expect(welcome.version).toBeGreaterThanOrEqual(version)
    const second = (welcome.fields['views/1/result'] as RoomViewResult | undefined) ?? shown // as it is
    const result = second.version === version ? second : await takeResult(again, version)
    await readLabel(one, result.id, 2)
    again.set({ 'views/1/params/label': 3, 'views/1/params/milliseconds': 0 }, 3)
    const third = await takeResult(again, (await again.take('changed', ({ seq }) => seq === 3)).version)
    const tags = [await readLabel(one, third.id, 3), await readLabel(two, third.id, 3)]
    expect(tags[0]).toBe(tags[1])
    // Ada does not come again.
    expect(await again.take('left')).toEqual({ type: 'left', peer: 1 })
    const eve = await enter(two, 'eve')
    const { fields, peers } = await eve.take('welcome')
    expect(peers.map(({ peer }) => peer)).toEqual([2, 3])
    expect(fields).toEqual({
      ...{ 'views/1/specimen': 'timed', 'views/1/params/label': 3, 'views/1/params/milliseconds': 0 },
      'views/1/result': third,
    })
  })
})
