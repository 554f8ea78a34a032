/** A group over a Redis with a replica and a Sentinel, which names the other one; and over a Redis Cluster. */
import { afterEach, describe, expect, it } from 'vitest'
import { encodePoses } from '../../../core/contract/wire/room-poses.ts'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { connectPeer } from '../../service/rooms/test-peer.ts'
import { isRedisOwn, redisMissing, startRedis, startSentinel } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { plain, readTag, startGroupHost } from './fault-group.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function start(...more: readonly string[]) {
  const redis = await startRedis(more)
  open.push(redis)
  return { ...redis, port: Number(new URL(redis.url).port) }
}

async function startHosts(redis: string): Promise<readonly BuiltHost[]> {
  const folders = makeTimed('')
  const hosts = await Promise.all([1, 2].map(async () => await startGroupHost({ redis, folders })))
  open.push(...hosts.map((host) => ({ close: async () => void (await host.stop()) })))
  return hosts
}

async function ask({ api }: BuiltHost, label: number): Promise<number> {
  const query = new URLSearchParams({
    room_id: `room ${label}`,
    params: JSON.stringify({ label, milliseconds: 0 }),
  })
  return await readTag(await fetch(`${api.url}/api/specimens/timed/data?${query}`, { headers: plain }), label)
}

async function expectOne([one, other]: readonly BuiltHost[], label: number): Promise<void> {
  if (!one || !other) throw new Error('there are two hosts')
  expect(await ask(other, label)).toBe(await ask(one, label))
}

/** Two peers at two hosts see one result, and each other's poses. */
async function expectOneRoom([one, other]: readonly BuiltHost[]): Promise<void> {
  const peers = await Promise.all([one, other].map((host) => connectPeer(host?.api.url ?? '', 'lab')))
  open.push({ close: async () => peers.forEach((peer) => void peer.close()) })
  peers[0]?.set({ 'views/1/specimen': 'timed' })
  const results = await Promise.all(
    peers.map((peer) => peer.take('changed', ({ fields }) => 'views/1/result' in fields)),
  )
  expect(results[0]).toEqual(results[1])
  peers[0]?.webSocket.send(encodePoses([{ peer: 0, view: 1, cursor: [0, 0, 0] }]))
  expect((await peers[1]?.takeFrame())?.byteLength).toBe(11)
}

describe.skipIf(redisMissing ?? !isRedisOwn)('a group', () => {
  it('goes on when Sentinels name another master, and ends the job that was running', async () => {
    const master = await start()
    const replica = await start('--replicaof', '127.0.0.1', String(master.port))
    await expect.poll(async () => await replica.client.info()).toContain('master_link_status:up')
    const sentinel = await startSentinel('lab', master.port)
    open.push(sentinel)
    await expect.poll(async () => await master.client.info()).toContain('connected_slaves:1')
    const hosts = await startHosts(`redis-sentinel://127.0.0.1:${sentinel.port}/lab`)
    await expectOne(hosts, 1)
    const job = await hosts[0]?.api.start('timed', { label: 2, milliseconds: 5000 }, 'room 2')
    await expect
      .poll(async () => (await hosts[1]?.api.json(`/api/jobs/${job?.job_id}/progress`))?.status)
      .toMatch(/^(running|done)$/) // a busy machine may be late
    await expect.poll(() => sentinel.failOver()).toBe('OK') // once it knows of the replica
    await expect.poll(async () => await replica.client.info()).toContain('role:master')
    await master.kill()
    for (const { api } of hosts)
      await expect.poll(async () => (await api.json('/readyz')).degraded).toBe(undefined)
    expect(await hosts[1]?.api.settle(job?.job_id ?? '')).toMatchObject({ status: 'done' })
    await expectOne(hosts, 3)
    await expectOneRoom(hosts)
  })

  it('works over a cluster, of which some nodes are named', async () => {
    const node = await start('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1')
    await node.client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await expect.poll(async () => await node.client.call('CLUSTER', 'INFO')).toContain('cluster_state:ok')
    const hosts = await startHosts(`redis://127.0.0.1:${node.port},127.0.0.1:${node.port}`)
    await expectOne(hosts, 1)
    const job = await hosts[0]?.api.start('timed', { label: 2, milliseconds: 10 }, 'room 2')
    expect(await hosts[1]?.api.settle(job?.job_id ?? '')).toMatchObject({ status: 'done' })
    await expectOneRoom(hosts)
  })
})
