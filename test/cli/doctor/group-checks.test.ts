/** What `specimen doctor` says of a group, seen from outside: a real Redis, and real hosts in it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { checkGroup, describeGroup } from '../../../core/cli/doctor/group-checks.ts'
import { formatMember, layoutVersion } from '../../../core/group/members/member.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { countHosts } from '../../group/rooms/read-owner.ts'
import { connectPeer } from '../../service/rooms/test-peer.ts'
import { findPort } from '../../support/find-port.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const groupSecret = 'a-secret-of-a-group-that-is-long-enough'
const ignore = (): void => {}
const around = { log: { debug: ignore, info: ignore, warn: ignore, error: ignore }, now: Date.now }
/** A group of no hosts. */
const noGroup = { ahead: 0, members: [], unread: [], work: { rooms: new Map(), queues: [] } }
const given = { redis: undefined, peerAddress: undefined, groupSecret: undefined }

describe.skipIf(redisMissing !== undefined || !isRedisOwn)('a group', () => {
  const hosts: Host[] = []
  let redis: TestRedis
  beforeEach(async () => {
    redis = await startRedis(['--appendonly', 'yes'])
  })
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.close()))
    await redis.close()
  })

  const check = async (more: Partial<Parameters<typeof checkGroup>[0]> = {}, now = Date.now) =>
    await checkGroup({ ...given, redis: redis.url, groupSecret, ...more }, { ...around, now })

  /** Writes the record of a host that is none. */
  async function tell(
    id: string,
    address: string,
    { software = '1.0.0', layout = layoutVersion, revisions = ['a-revision'] } = {},
  ): Promise<void> {
    const keys = toKeys(redis.prefix)
    const record = formatMember({ address, revisions, workers: [], places: 2, software })
    await redis.client.hset(keys.hosts, id, record.replace(`"layout":${layoutVersion}`, `"layout":${layout}`))
    await redis.client.zadd(keys.ends, Date.now() + 60_000, id)
  }

  async function startHost(plugins: string): Promise<string> {
    const port = await findPort()
    const peerAddress = `http://127.0.0.1:${port}`
    const host = await createHost({
      ...{ plugins, specimens: '', port, peerAddress, groupSecret },
      ...{ redis: redis.url, poolSize: 2, logLevel: 'silent' },
    })
    hosts.push(host)
    await host.listen()
    return peerAddress
  }

  function makePlugins(): string {
    const { folder, plugins } = makeProbe()
    temporaryFolders.push(folder)
    return plugins
  }

  it('of nobody has nothing to be mended', async () => {
    const findings = await check()
    // A busy machine may take long for the round trip.
    const states = findings.map(({ name, state }) => (name === 'round trip' ? name : `${state} ${name}`))
    expect(states).toEqual(['ok group', 'round trip', 'ok clock of Redis', 'ok hosts'])
    expect(findings[0]?.found).toContain(redis.url)
  })

  it('is seen host by host, and leaves nothing of the look in Redis', async () => {
    const plugins = makePlugins()
    const [first, second] = [await startHost(plugins), await startHost(plugins)]
    const findings = await check({ peerAddress: first })
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
    const hosts = findings.filter(({ name }) => name.startsWith('host '))
    expect(hosts.map(({ found }) => found.replace(/version [^,]+/, 'version X')).sort()).toEqual(
      [first, second]
        .map((address) => `${address}, version X, 2 places, 1 bundle: it answers, and takes the secret.`)
        .sort(),
    )
    expect(findings.at(-1)?.found).toContain(`is at ${first} now`)
    await redis.passTime(2000)
    expect((await redis.client.keys('*doctor*')).length).toBe(0)
  })

  it('says who has how many rooms, and who waits for whom', async () => {
    const plugins = makePlugins()
    const [first, second] = [await startHost(plugins), await startHost(plugins)]
    // Rooms move as a host learns of another one, and their peers then come again.
    await expect.poll(() => Promise.all([first, second].map((url) => countHosts(url)))).toEqual([2, 2])
    const peers = await Promise.all(['a', 'b', 'c'].map((room) => connectPeer(first, room)))
    onTestFinished(() => peers.forEach((peer) => void peer.close()))
    for (const peer of peers) await peer.take('welcome')
    const idle = await check()
    expect(idle.find(({ name }) => name === 'runs')?.found).toBe('none waits, and none runs.')
    expect(idle.find(({ name }) => name === 'rooms')?.found).toMatch(/^3 rooms: [123] at \w{16}/)
    const [address, name] = [`${second}/api/specimens/endless/start`, 'content-type']
    for (let room = 0; room < 6; room++) {
      const body = JSON.stringify({ room_id: `a private room ${room}` })
      const started = await fetch(address, { method: 'POST', headers: { [name]: 'application/json' }, body })
      expect(started.status).toBe(200)
    }
    const readRuns = async () => (await check()).find((finding) => finding.name === 'runs')?.found
    await expect.poll(readRuns).toMatch(/^2 wait and 4 run, for jobs alone; taken by \w{16}, \w{16}[.]$/)
    peers[0]?.set({ 'views/1/specimen': 'endless' })
    await expect.poll(readRuns).toMatch(/^3 wait and 4 run, for clients at \w{16} [(]1[)]; taken by/)
    expect(JSON.stringify(await check())).not.toContain('private')
  })

  it('is told what a host holds up that gives signs of life alone', async () => {
    await tell('gone', `http://127.0.0.1:${await findPort()}`)
    const key = toKeys(redis.prefix).state('lab')
    await redis.client.hset(key, '~moment', 'life.1.gone')
    const silent = (await check()).find(({ name }) => name === 'silent host')
    expect(silent).toMatchObject({
      state: 'warn',
      found: expect.stringContaining('peers that come to its 1 room,'),
    })
  })

  it('has hosts that refuse another secret, and of which nothing is known without one', async () => {
    await startHost(makePlugins())
    const [refused] = (await check({ groupSecret: 'b'.repeat(40) })).filter(({ state }) => state !== 'ok')
    expect(refused).toMatchObject({
      state: 'fail',
      found: expect.stringMatching(/it refuses what is signed here[.] .*SPECIMEN_GROUP_SECRET/),
      remedy: expect.stringContaining('same SPECIMEN_GROUP_SECRET'),
    })
    const unknown = (await check({ groupSecret: undefined })).filter(({ state }) => state !== 'ok')
    expect(unknown).toMatchObject([{ name: 'secret', state: 'warn' }])
  })

  it('takes the time of Redis for signatures, whatever the clock of this machine shows', async () => {
    await startHost(makePlugins())
    const findings = await check({}, () => Date.now() - 3_600_000)
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([])
    const late = findings.filter(({ state }) => state === 'warn').map(({ found }) => found)
    expect(late).toEqual([
      expect.stringMatching(/^3(599|6\d\d) s ahead of this machine's[.]$/),
      expect.stringMatching(/^its clock is 3(599|6\d\d) s ahead of this machine's/),
    ])
  })

  it('names hosts with other bundles, of other versions, and at one address', async () => {
    const address = await startHost(makePlugins())
    await startHost('')
    await startHost('')
    await tell('twin', address)
    const findings = (await check()).filter(({ state }) => state !== 'ok')
    expect(findings.map(({ name, state }) => `${state} ${name}`)).toEqual([
      'warn addresses',
      'warn versions',
      'warn bundles',
      'warn bundles',
    ])
    const found = findings.map((finding) => finding.found)
    expect(found[0]).toContain(`all say that they are at ${address}`)
    expect(found[1]).toContain('1 of 1.0.0')
    expect(found.slice(2).sort()).toEqual([
      expect.stringMatching(/: 1 that most do not have, 0 too few[.]$/),
      'twin: 1 that most do not have, 0 too few.',
    ])
  })

  it('names hosts whose address leads nowhere, or to something else', async () => {
    const other = createServer((_request, answer) => answer.end('hello')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo // it listens on a port
    await tell('gone', `http://127.0.0.1:${await findPort()}`)
    await tell('other', `http://127.0.0.1:${port}`)
    const findings = (await check()).filter(({ state }) => state === 'fail')
    expect(findings).toMatchObject([
      { name: 'host gone', found: expect.stringMatching(/it does not answer \(.*ECONNREFUSED/) },
      { name: 'host other', found: expect.stringContaining('no host of a group answers') },
    ])
    expect(findings.every(({ remedy }) => remedy.includes('--peer-address'))).toBe(true)
  })

  it('refuses this version when its keys have another form', async () => {
    await tell('older', 'http://127.0.0.1:9', { layout: layoutVersion - 1 })
    expect(await check()).toContainEqual({
      name: 'form of the keys',
      state: 'fail',
      found: 'this version does not understand what older says of itself.',
      remedy: expect.stringContaining('another database: /1'),
    })
  })

  it('cannot be served by a Redis that evicts, or by none', async () => {
    await redis.client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    expect(await check()).toMatchObject([
      { name: 'group', state: 'fail', found: expect.stringContaining('set it to noeviction') },
    ])
    await redis.kill()
    expect(await check()).toMatchObject([
      { name: 'group', state: 'fail', found: expect.stringContaining('cannot be reached') },
    ])
  })
})

it('is not looked at without --redis, and what is for hosts of one is then refused', async () => {
  expect(await checkGroup(given, around)).toEqual([])
  expect(await checkGroup({ ...given, groupSecret }, around)).toMatchObject([
    { state: 'fail', found: expect.stringContaining('give --redis as well') },
  ])
})

it('is warned of a Redis that loses its data', () => {
  const view = { ...noGroup, redis: 'redis://r', isDurable: false, roundTrips: [1] }
  const warned = describeGroup(view).filter(({ state }) => state === 'warn')
  expect(warned).toMatchObject([{ name: 'data of Redis', remedy: expect.stringContaining('everysec') }])
})

it('is warned of a Redis that is far away', () => {
  const view = { ...noGroup, redis: 'redis://far', isDurable: true }
  expect(describeGroup({ ...view, roundTrips: [8, 24.4, 31] })[1]).toMatchObject({
    state: 'warn',
    found: 'Redis answers in 24 ms, in 31 ms at the longest.',
  })
  expect(describeGroup({ ...view, roundTrips: [0.2, 0.31, 31] })[1]).toMatchObject({
    state: 'ok',
    found: 'Redis answers in 0.3 ms, in 31 ms at the longest.',
  })
})
