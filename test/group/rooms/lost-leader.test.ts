/** The death of the host that computes for a room whose peers sit on another one as well. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RoomChanged, RoomViewResult } from '../../../core/wire/room-messages.ts'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { connectPeer, type TestPeer } from '../../rooms/test-peer.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { killHost, plain, readTag, startGroupHost } from '../faults/fault-group.ts'

describe.skipIf(redisMissing !== undefined)('a room whose leading host is killed', () => {
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

  const enter = async (at: number): Promise<TestPeer> => {
    const peer = await connectPeer(hosts[at]?.api.url ?? '', 'lab')
    onTestFinished(() => peer.close())
    await peer.arrived
    return peer
  }
  const hasResult = ({ fields }: RoomChanged): boolean => (fields['views/1/result'] ?? null) !== null
  const takeResult = async (peer: TestPeer, version: number): Promise<RoomViewResult> => {
    const read = ({ fields }: RoomChanged) => fields['views/1/result'] as RoomViewResult | undefined // as it is
    const changed = await peer.take('changed', (message) => read(message)?.version === version)
    const result = read(changed)
    if (!result) throw new Error('it was there')
    return result
  }
  const readLabel = async (at: number, id: string, label: number): Promise<number> =>
    await readTag(await fetch(`${hosts[at]?.api.url}/api/rooms/lab/results/${id}`, { headers: plain }), label)

  it('loses no change: another host computes it, and the next ones', async () => {
    const [ada, bob] = [await enter(0), await enter(1)]
    ada.set({ 'views/1/specimen': 'timed', 'views/1/params/label': 1 }, 1)
    const first = await ada.take('changed', ({ seq }) => seq === 1)
    const shown = await takeResult(bob, first.version)
    await readLabel(1, shown.id, 1)
    ada.set({ 'views/1/params/label': 2, 'views/1/params/milliseconds': 300 }, 2)
    const { version } = await bob.take('changed', ({ seq }) => seq === 2)
    const [leader = ''] = await redis.client.keys('*:leader:*')
    const members = await redis.client.hgetall('{sp}:hosts')
    const host = await redis.client.get(leader)
    expect(JSON.parse(members[host ?? ''] ?? '{}').address).toBe(hosts[0]?.api.url)
    if (hosts[0]) await killHost(hosts[0])
    const second = await takeResult(bob, version)
    await readLabel(1, second.id, 2)
    bob.set({ 'views/1/params/label': 3, 'views/1/params/milliseconds': 0 }, 3)
    const third = await takeResult(bob, (await bob.take('changed', ({ seq }) => seq === 3)).version)
    const tags = [await readLabel(1, third.id, 3), await readLabel(2, third.id, 3)]
    expect(tags[0]).toBe(tags[1])
    expect(await bob.take('left')).toEqual({ type: 'left', peer: 1 })
    const eve = await enter(2)
    const { fields, peers } = await eve.take('welcome')
    expect(peers.map(({ peer }) => peer)).toEqual([2, 3])
    expect(fields).toEqual({
      ...{ 'views/1/specimen': 'timed', 'views/1/params/label': 3, 'views/1/params/milliseconds': 0 },
      'views/1/result': third,
    })
  })

  it('has a result elsewhere whose bytes were at the dead host', async () => {
    const [bob, eve] = [await enter(1), await enter(2)]
    bob.set({ 'views/1/params/label': 4 }, 4)
    const { version } = await bob.take('changed', ({ seq }) => seq === 4)
    await takeResult(eve, version)
    const readPlace = async () => {
      const [state = ''] = await redis.client.keys('*:state:*')
      return JSON.parse((await redis.client.hget(state, '~views/1/place')) ?? '{}').host
    }
    const former = await readPlace()
    if (hosts[1]) await killHost(hosts[1])
    await expect.poll(readPlace, { timeout: 60_000 }).not.toBe(former)
    const found = eve.messages.findLast((message) => message.type === 'changed' && hasResult(message))
    const { id } = (found as RoomChanged).fields['views/1/result'] as RoomViewResult // as the test for it says
    await readLabel(2, id, 4)
  })
})
