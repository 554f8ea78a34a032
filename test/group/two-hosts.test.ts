/** What callers see of a group: two hosts with functions in code that share a Redis. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseMetrics } from '../service/watch/parse-metrics.ts'
import { type Api, createApi } from '../support/api.ts'
import { findPort } from '../support/find-port.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

const token = 'a-token-of-the-operator'
const authorization = { authorization: `Bearer ${token}` }
const schema = { type: 'object', properties: { x: { type: 'number', default: 1 } } } as const
const known = { returns: 'mesh', schema, revision: '1' } as const
const sevenNote = 'Its other half is left out.'
let computed = 0
const face = (x: number) => {
  if (x === 13) throw new Error('thirteen is no face')
  const mesh = { vertices: Float32Array.of(x, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
  if (x !== 7) return mesh
  computed++
  return { ...mesh, notes: [sevenNote] }
}

describe.skipIf(redisMissing !== undefined)('two hosts', () => {
  let redis: TestRedis
  let hosts: Host[]
  let apis: [Api, Api]
  let logged: string[]

  const toGroup = (peerAddress: string) => {
    return { redis: redis.url, peerAddress, groupSecret: 'a-secret-of-a-group-that-is-long-enough' }
  }
  const open = async (): Promise<[Api, string]> => {
    const port = await findPort()
    const address = `http://127.0.0.1:${port}`
    const host = await createHost({
      ...{ plugins: '', specimens: '', port, token, logLevel: 'error' },
      logDestination: { write: (line: string) => void logged.push(line) },
      ...toGroup(address),
    })
    hosts.push(host)
    host.registerFunction('face', face, known)
    return [createApi(await host.listen()), address]
  }

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
    logged = []
    const [[one], [other]] = [await open(), await open()]
    apis = [one, other]
  })
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.close()))
    await redis.close()
  })

  it.skipIf(!isRedisOwn)('say that Redis is away, and what was not shared for it', async () => {
    const [one] = apis
    const ask = async (x: number) => {
      const call = { function_name: 'face', kwargs: { x }, room_id: 'lab' }
      const { status, headers } = await one.post('/api/processing/invoke', call, authorization)
      return [status, headers.get('specimen-unshared')]
    }
    const readReady = async () => {
      const answer = await one.get('/readyz')
      const { status, degraded, checks } = await answer.json()
      const redisCheck = checks.find(({ name }: { name: string }) => name === 'redis')
      return [answer.status, status, degraded, redisCheck]
    }
    const well = [200, 'ready', undefined, { name: 'redis', ok: true, detail: null }]
    expect([await readReady(), await ask(1)]).toEqual([well, [200, null]])
    await redis.kill()
    const away = { name: 'redis', ok: false, detail: expect.stringContaining('Redis cannot be reached') }
    await expect.poll(readReady).toEqual([200, 'ready', 'redis-away', away])
    expect(await ask(1)).toEqual([200, 'redis-away'])
    await redis.restart()
    await expect.poll(readReady).toEqual(well)
    expect([await ask(1), await ask(1)]).toEqual([
      [200, null],
      [200, null],
    ])
  })

  it('show what each has of the group', async () => {
    const [one, other] = apis
    const ask = async (api: Api, x: number, room: string) => {
      const call = { function_name: 'face', kwargs: { x }, room_id: room }
      expect((await api.post('/api/processing/invoke', call, authorization)).status).toBe(200)
    }
    await ask(one, 1, 'lab')
    await ask(other, 1, 'lab')
    await ask(other, 2, 'school')
    const { rooms } = await (await one.get('/api/processing/cache/stats', authorization)).json()
    expect(rooms.map(({ room_id, host }: { room_id: string; host: string }) => [room_id, host])).toEqual([
      ['lab', one.url],
      ['school', other.url],
    ])
    const read = async (api: Api) => {
      const { values } = parseMetrics(await (await api.get('/metrics', authorization)).text())
      const wanted = [
        'specimen_cache_entries',
        'specimen_group_hosts',
        'specimen_group_redis_away',
        'specimen_group_fetched_total',
        'specimen_group_lost_total',
        'specimen_group_waiting_runs',
        'specimen_group_alone_total',
        'specimen_group_runs_total{part="asked"}',
        'specimen_group_runs_total{part="taken"}',
      ]
      return wanted.map((name) => values.get(name))
    }
    await expect.poll(() => read(one)).toEqual([1, 2, 0, 0, 0, 0, 0, 1, 1])
    expect(await read(other)).toEqual([2, 2, 0, 1, 0, 0, 0, 1, 1])
  })

  it('give a result of each other with its notes, in JSON and in a header', async () => {
    const call = { function_name: 'face', kwargs: { x: 7 }, room_id: 'noted' }
    for (const api of apis) {
      const answer = await api.post('/api/processing/invoke', call, authorization)
      expect(await answer.json()).toMatchObject({ type: 'mesh', notes: [sevenNote] })
      expect(answer.headers.get('specimen-notes')).toBe(`"${sevenNote}"`)
    }
    expect(computed).toBe(1)
  })

  it('log a failure once, with its stack, its run and its request', async () => {
    const call = { function_name: 'face', kwargs: { x: 13 }, room_id: 'lab' }
    const { headers } = await apis[0].post('/api/processing/invoke', call, authorization)
    const failures = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'function failed')
    expect(failures).toEqual([
      expect.objectContaining({
        stack: expect.stringContaining('two-hosts.test.ts'),
        run: expect.stringMatching(/^\w{32}$/),
        request: headers.get('x-request-id'),
      }),
    ])
  })

  it('take the tickets of each other', async () => {
    const [one, other] = apis
    const given = await one.post('/api/tickets', { room_id: 'lab' }, authorization)
    const { ticket } = await given.json()
    const seen = await other.get('/api/processing/functions', { authorization: `Bearer ${ticket}` })
    expect([given.status, seen.status]).toEqual([200, 200])
  })
})
