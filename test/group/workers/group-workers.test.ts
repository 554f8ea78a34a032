/** What callers see of a worker of a group that dials in to one host, and moves to another. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Api, createApi } from '../../support/api.ts'
import { findPort } from '../../support/find-port.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import {
  type Crossing,
  type GatedWorker,
  groupSecret,
  ofValues,
  openCrossing,
  type RelayHost,
  rock,
  startGatedWorker,
  startRelayHost,
} from './worker-group.ts'

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
const file = '/api/specimens/w1:rock/data?room_id=lab'
let rooms = 0

describe.skipIf(redisMissing !== undefined)('a worker of a group', () => {
  let redis: TestRedis
  let hosts: RelayHost[]
  let [one, two, three]: Api[] = []
  let crossing: Crossing
  let worker: GatedWorker

  beforeAll(async () => {
    redis = await startRedis()
    hosts = await Promise.all([1, 2, 3].map(async () => await startRelayHost(redis.url)))
    ;[one, two, three] = hosts.map(({ api }) => api)
  })
  afterAll(async () => {
    await Promise.all(hosts.map(({ host }) => host.close()))
    await redis.close()
  })
  beforeEach(async () => {
    crossing = await openCrossing(hosts[0]?.port ?? 0)
    worker = startGatedWorker(crossing.port)
    await worker.side.connected
    await showAll(true)
  })
  afterEach(async () => {
    for (const call of worker.calls) call.resolve(0)
    await worker.side.close(0)
    await crossing.close()
    // What they say of the next one is of that alone.
    await showAll(false)
  })

  const showAll = async (state: boolean): Promise<void> =>
    await expect
      .poll(() => Promise.all(hosts.map(({ api }) => readState(api))))
      .toEqual([state, state, state])
  const portOf = (index: number): number => hosts[index]?.port ?? 0

  it('is shown alike by every host, also while it is away', async () => {
    const read = async ({ api }: RelayHost) => {
      const list = await api.get('/api/specimens/')
      const functions = await api.get('/api/processing/functions')
      return [await list.json(), list.headers.get('etag'), await functions.json()]
    }
    const [first, ...others] = await Promise.all(hosts.map(read))
    expect(others).toEqual([first, first])
    crossing.moveTo(undefined)
    await showAll(false)
    const refused = await invoke(three, 1)
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'worker.unreachable'])
    crossing.moveTo(portOf(1))
    await showAll(true)
    expect(await Promise.all(hosts.map(read))).toEqual([first, first, first])
  })

  it('has its new functions at every host, and reads its folders when any is asked to', async () => {
    worker.addFunction('late')
    const names = async ({ api }: RelayHost) =>
      (await (await api.get('/api/processing/functions')).json()).map(({ name }: { name: string }) => name)
    await expect
      .poll(() => Promise.all(hosts.map(names)))
      .toEqual([1, 2, 3].map(() => ['w1:gated', 'w1:late']))
    await expect(three?.get('/api/specimens/reload')).resolves.toMatchObject({ status: 200 })
    expect(worker.reloads).toBe(1)
  })

  it('has its files at every host: whole, in part, by condition, and its refusals', async () => {
    for (const api of [one, two, three]) {
      const whole = await api?.get(file)
      const etag = whole?.headers.get('etag') ?? ''
      expect([whole?.status, whole?.headers.get('content-length')]).toEqual([200, String(rock.length)])
      expect((await readBytes(whole)).equals(rock)).toBe(true)
      const part = await api?.get(file, { range: 'bytes=1000000-1000009' })
      expect([part?.status, part?.headers.get('content-range')]).toEqual([
        206,
        `bytes 1000000-1000009/${rock.length}`,
      ])
      expect(await readBytes(part)).toEqual(rock.subarray(1_000_000, 1_000_010))
      const known = await api?.get(file, { 'if-none-match': etag })
      const beyond = await api?.get(file, { range: 'bytes=9000000-' })
      const head = await fetch(`${api?.url}${file}`, { method: 'HEAD' })
      expect([known?.status, beyond?.status, head.status]).toEqual([304, 416, 200])
      expect(head.headers.get('content-length')).toBe(String(rock.length))
      expect((await api?.get('/api/specimens/w1:rock/thumbnail'))?.status).toBe(404)
    }
  })

  it('has the files of the parts of a scene at every host', async () => {
    for (const api of [one, two, three]) {
      expect(await api?.json('/api/specimens/w1:scene')).toMatchObject({
        returns: { parts: { points: 'point_cloud' } },
        part_files: { points: 'cloud.csv' },
      })
      const part = await api?.get('/api/specimens/w1:scene/data?part=points')
      expect([part?.status, await part?.text()]).toEqual([200, 'x,y,z,heat,depth\n1,2,3,4,5\n'])
    }
  })

  it('decodes its files at itself for every host, with their notes, and says them at a reload', async () => {
    for (const [i, api] of [three, one, two].entries()) {
      const answer = await api?.get(`/api/specimens/w1:cloud/data?format=json&room_id=room-${rooms++}`)
      expect([answer?.status, answer?.headers.get('specimen-notes')]).toEqual([200, `"${ofValues}"`])
      expect(await answer?.json()).toMatchObject({ type: 'point_cloud', scalars: [4], notes: [ofValues] })
      expect(worker.decoded).toEqual(Array(i + 1).fill('cloud.csv'))
    }
    const reload = await three?.get('/api/specimens/reload')
    expect(await reload?.json()).toMatchObject({ notes: [{ id: 'w1:cloud', notes: [ofValues] }] })
  })

  it('gives the places of files back whose clients leave in the middle', async () => {
    for (let i = 0; i < 70; i++) {
      const left = new AbortController()
      const answer = await fetch(`${two?.url}${file}`, { signal: left.signal })
      await answer.body?.getReader().read()
      left.abort()
    }
    await expect.poll(async () => (await readBytes(await two?.get(file))).equals(rock)).toBe(true)
  })

  it('computes once what is asked at two hosts, and is cancelled from a third', async () => {
    const room = `room-${rooms++}`
    const answers = [two, three].map((api) => invoke(api, 2, room))
    await expect.poll(() => worker.calls.length).toBe(1)
    worker.calls[0]?.resolve(5)
    const [first, second] = await Promise.all(answers)
    expect([first?.status, await first?.json()]).toEqual([second?.status, await second?.json()])
    expect([first?.status, worker.calls.length]).toEqual([200, 1])
    const job = await start(two, 3)
    await expect.poll(() => worker.calls.length).toBe(2)
    await fetch(`${three?.url}/api/jobs/${job}`, { method: 'DELETE' })
    await expect.poll(() => readJob(one, job)).toMatchObject({ status: 'error', error: 'cancelled' })
  })

  it('begins again what it computes when it moves, and the job ends with its result', async () => {
    const jobs = [await start(one, 4), await start(two, 5)]
    await expect.poll(() => worker.calls.length).toBe(2)
    crossing.moveTo(portOf(2))
    await expect.poll(() => worker.calls.length).toBe(4)
    for (const call of worker.calls) call.resolve(7)
    for (const job of jobs) {
      await expect.poll(() => readJob(one, job)).toMatchObject({ status: 'done' })
      const { messages } = await readJob(two, job)
      const texts = messages.map(({ text }: { text: string }) => text)
      expect(texts).toContain('The host that computed this has stopped; it is begun again.')
      expect((await three?.get(`/api/jobs/${job}/result`))?.status).toBe(200)
    }
  })

  it('stays when another process dials another host, which refuses that until it is gone', async () => {
    const job = await start(two, 6)
    await expect.poll(() => worker.calls.length).toBe(1)
    const other = startGatedWorker(portOf(2))
    await expect.poll(() => other.logged).toMatch(/Another process is connected as worker "w1"/)
    worker.calls[0]?.resolve(7)
    await expect.poll(() => readJob(one, job)).toMatchObject({ status: 'done' })
    await other.side.close(0)
  })

  it('goes on with the jobs of a host that is stopped', async () => {
    const stopped = await startRelayHost(redis.url)
    crossing.moveTo(stopped.port)
    await expect.poll(() => readHolder(redis, stopped.port)).toBe(true)
    await showAll(true)
    const jobs = [await start(two, 12), await start(stopped.api, 13)]
    await expect.poll(() => worker.calls.length).toBe(2)
    const closed = stopped.host.close()
    await expect.poll(() => readHolder(redis, stopped.port)).toBe(false)
    crossing.moveTo(portOf(1))
    await expect.poll(() => worker.calls.length).toBe(4)
    for (const call of worker.calls) call.resolve(7)
    for (const job of jobs) await expect.poll(() => readJob(three, job)).toMatchObject({ status: 'done' })
    await closed
  })

  it('goes on with the jobs of a host that is killed', async () => {
    const port = await findPort()
    const killed = await startProcess(port, redis.url)
    crossing.moveTo(port)
    await expect.poll(() => readHolder(redis, port)).toBe(true)
    await showAll(true)
    const jobs = [await start(two, 8), await start(killed.api, 9)]
    await expect.poll(() => worker.calls.length).toBe(2)
    killed.kill()
    await missHost(redis, port)
    crossing.moveTo(portOf(1))
    await expect.poll(() => worker.calls.length).toBe(4)
    for (const call of worker.calls) call.resolve(7)
    for (const job of jobs) await expect.poll(() => readJob(three, job)).toMatchObject({ status: 'done' })
  })

  it.skipIf(!isRedisOwn)('is served by its own host alone while Redis is away', async () => {
    await redis.kill()
    const state = async (api: Api | undefined) => (await api?.json('/readyz'))?.degraded
    await expect.poll(() => Promise.all([one, two].map(state))).toEqual(['redis-away', 'redis-away'])
    const asked = invoke(one, 10)
    await expect.poll(() => worker.calls.length).toBe(1)
    worker.calls[0]?.resolve(1)
    const refused = await invoke(two, 10)
    expect([(await asked).status, (await asked).headers.get('specimen-unshared')]).toEqual([
      200,
      'redis-away',
    ])
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'group.away'])
    expect((await two?.get(file))?.status).toBe(200)
    await redis.restart()
    await expect.poll(async () => await readHolder(redis, portOf(0))).toBe(true)
    const answering = setInterval(() => {
      for (const call of worker.calls) call.resolve(1)
    }, 20)
    onTestFinished(() => clearInterval(answering))
    await expect.poll(async () => (await invoke(two, 11)).status).toBe(200)
    expect(worker.calls.length).toBeGreaterThan(1)
  })
})

/** Whether a host shows the worker as there; undefined where it does not show it. */
async function readState(api: Api): Promise<boolean | undefined> {
  const list = await (await api.get('/api/specimens/')).json()
  return list.find(({ id }: { id: string }) => id === 'w1:rock')?.available
}

/** Whether the host at a port says that it has the worker. */
async function readHolder({ client, prefix }: TestRedis, port: number): Promise<boolean> {
  const records = await client.hvals(`${prefix}hosts`).catch(() => [])
  const record = records.find((text) => text.includes(`:${port}"`)) ?? ''
  return record.includes('"workerId":"w1"') && record.includes('"isAvailable":true')
}

/** Has the others miss a host at once, which takes them 8 s. */
async function missHost({ client, prefix }: TestRedis, port: number): Promise<void> {
  const records = await client.hgetall(`${prefix}hosts`)
  const [id = ''] = Object.entries(records).find(([, record]) => record.includes(`:${port}"`)) ?? []
  await client.zadd(`${prefix}ends`, 0, id)
}

async function invoke(api: Api | undefined, x: number, room = `room-${rooms++}`): Promise<Response> {
  if (!api) throw new Error('no such host')
  return await api.post('/api/processing/invoke', { function_name: 'w1:gated', kwargs: { x }, room_id: room })
}

async function start(api: Api | undefined, x: number): Promise<string> {
  if (!api) throw new Error('no such host')
  return (await api.start('w1:gated', { x }, `room-${rooms++}`)).job_id
}

async function readBytes(answer: Response | undefined): Promise<Buffer> {
  if (!answer) throw new Error('no such host')
  return Buffer.from(await answer.arrayBuffer())
}

async function readJob(api: Api | undefined, job: string) {
  return await (await api?.get(`/api/jobs/${job}/progress?since=-1`))?.json()
}

/** Starts a relay as a process, which can be killed. */
async function startProcess(port: number, redisUrl: string) {
  const address = `http://127.0.0.1:${port}`
  const flags = [
    '--port',
    String(port),
    '--redis',
    redisUrl,
    '--peer-address',
    address,
    '--log-level',
    'silent',
  ]
  const child = spawn(process.execPath, [cli, 'relay', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SPECIMEN_GROUP_SECRET: groupSecret },
  })
  const kill = (): boolean => child.kill('SIGKILL')
  onTestFinished(() => void kill())
  await once(child.stdout, 'data')
  return { api: createApi(address), kill }
}
