/** A Redis that dies and comes back empty, that answers nothing for a while, and whose connections are cut. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { createFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { plain, readTag, startGroupHost } from './fault-group.ts'

/** Milliseconds for which Redis answers nothing: each host misses the others, its locks and renewals. */
const silence = 20_000
/** Milliseconds between questions meanwhile, which others need the processor for. */
const pause = 200

describe.skipIf(redisMissing !== undefined || !isRedisOwn)('a group whose Redis fails', () => {
  let redis: TestRedis
  let proxy: FaultProxy
  let hosts: readonly [BuiltHost, BuiltHost]
  let calls = 0

  /** Asks for a result nobody has, by `data` and by a job: there is an answer while Redis is as it is, and a declared one. */
  const askBoth = async ({ api }: Pick<BuiltHost, 'api'>): Promise<readonly number[]> => {
    const label = ++calls
    const room = `room ${label % 7}`
    const query = new URLSearchParams({ room_id: room, params: JSON.stringify({ label }) })
    const data = await fetch(`${api.url}/api/specimens/timed/data?${query}`, { headers: plain })
    if (data.status === 200) await readTag(data, label)
    else await expectAway(data)
    const start = await startJob({ api }, -label, room)
    if (start.status === 200) await start.json()
    else await expectAway(start)
    return [data.status, start.status]
  }
  const startJob = async ({ api }: Pick<BuiltHost, 'api'>, label: number, room: string) =>
    await fetch(`${api.url}/api/specimens/timed/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ room_id: room, params: { label } }),
    })
  const expectAway = async (response: Response): Promise<void> => {
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await response.json()).code).toBe('group.away')
  }
  /** Waits like a client: a host that misses Redis for a moment, as on a busy machine, says when to ask again. */
  const expectDone = async ({ api }: Pick<BuiltHost, 'api'>, jobId: string): Promise<void> => {
    const readStatus = async (): Promise<string> => {
      const response = await api.get(`/api/jobs/${jobId}/progress`)
      if (response.status !== 200) {
        await expectAway(response)
        return 'away'
      }
      return (await response.json()).status
    }
    await expect.poll(readStatus).toBe('done')
  }
  /** Resolves when a job of one host is done at the other, and both have the same result. */
  const waitUntilWell = async (): Promise<void> => {
    const [one, other] = hosts
    await expect
      .poll(async () => [...(await askBoth(one)), ...(await askBoth(other))])
      .toEqual([200, 200, 200, 200])
    await expect
      .poll(async () => {
        const label = ++calls
        const query = new URLSearchParams({ room_id: 'shared', params: JSON.stringify({ label }) })
        const tags = []
        for (const { api } of hosts) {
          const response = await fetch(`${api.url}/api/specimens/timed/data?${query}`, { headers: plain })
          tags.push(await readTag(response, label))
        }
        return tags[0] === tags[1]
      })
      .toBe(true)
    const label = ++calls
    const { job_id } = await one.api.start('timed', { label }, 'well')
    await expectDone(other, job_id)
  }

  beforeAll(async () => {
    redis = await startRedis()
    proxy = await createFaultProxy({ target: Number(new URL(redis.url).port) })
    const folders = makeTimed()
    hosts = await Promise.all([
      startGroupHost({ redis: `redis://127.0.0.1:${proxy.port}`, folders }),
      startGroupHost({ redis: redis.url, folders }),
    ])
  })
  afterAll(async () => {
    await Promise.all(hosts.map((host) => host.stop()))
    await proxy.close()
    await redis.close()
  })

  it('computes where it is asked while Redis is dead, and shares again with an empty one', async () => {
    const long = await hosts[0].api.start('timed', { label: 1, milliseconds: 500 }, 'long')
    await redis.kill()
    for (const host of hosts) expect((await askBoth(host))[0]).toBe(200)
    const polled = await fetch(`${hosts[1].api.url}/api/jobs/${long.job_id}/progress`)
    await expectAway(polled)
    await redis.restart()
    await waitUntilWell()
    expect((await fetch(`${hosts[1].api.url}/api/jobs/${long.job_id}/progress`)).status).toBe(404)
    await expect.poll(() => redis.findLasting()).toEqual([])
  })

  it('answers the callers who wait while Redis is emptied with their results, or with 503', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) {
      const waiting = [0, 1, 2, 3, 4, 5].map(async (i) => {
        const label = ++calls
        const params = JSON.stringify({ label, milliseconds: 300 * (1 + (i % 3)) })
        const query = new URLSearchParams({ room_id: `emptied ${i}`, params })
        const address = `${hosts[i % 2]?.api.url}/api/specimens/timed/data?${query}`
        const response = await fetch(address, { headers: plain })
        statuses.push(response.status)
        if (response.status === 200) await readTag(response, label)
        else expect((await response.json()).code).toBeOneOf(['group.away', 'result.lost', 'host.busy'])
      })
      await expect.poll(async () => (await redis.client.keys('*:flight:*')).length).toBeGreaterThan(0)
      await redis.client.flushall()
      await Promise.all(waiting)
    }
    for (const status of statuses) expect(status).toBeOneOf([200, 503])
    expect(statuses).toContain(200)
    await waitUntilWell()
  })

  it(`answers while Redis says nothing for ${silence} ms, and goes on with its jobs`, async () => {
    const { job_id } = await hosts[0].api.start('timed', { label: 1, milliseconds: 500 }, 'silent')
    redis.pause()
    const ended = Date.now() + silence
    while (Date.now() < ended) {
      await Promise.all(hosts.map(askBoth))
      await setTimeout(pause)
    }
    redis.resume()
    await waitUntilWell()
    await expectDone(hosts[1], job_id)
  })

  it.each([
    { lost: 'write', direction: 'toTarget' },
    { lost: 'answer', direction: 'toClient' },
  ] as const)(
    'ends a start of which any one $lost is lost, rightly or with a declared error',
    async ({ direction }) => {
      const cutting = await createFaultProxy({ target: Number(new URL(redis.url).port) })
      const address = `redis://127.0.0.1:${cutting.port}`
      const folders = makeTimed(`// computed nowhere else, ${direction}`)
      const alone = await startGroupHost({ redis: address, folders })
      for (let isCut = true, nth = 1; isCut; nth++) {
        await expect.poll(async () => (await alone.api.json('/readyz')).degraded).toBeUndefined()
        const label = ++calls
        const cut = cutting.cutAt(direction, nth)
        const started = await startJob(alone, label, 'cut')
        if (started.status === 200) {
          const { job_id } = await started.json()
          await expectDone(hosts[1], job_id)
          const result = await fetch(`${hosts[1].api.url}/api/jobs/${job_id}/result`, { headers: plain })
          await readTag(result, label)
        } else await expectAway(started)
        cut.stop()
        isCut = cut.isDone
      }
      await alone.stop()
      await cutting.close()
      await expect.poll(() => redis.findLasting()).toEqual([])
    },
  )

  it('answers a request whose connections to Redis are cut as they are used', async () => {
    for (const direction of ['toTarget', 'toClient'] as const) {
      let isOver = false // what passes later is of what asks whether all is well
      for (const connection of proxy.connections)
        void connection
          .whenPassed(direction, connection.passed[direction] + 1)
          .then(() => isOver || connection.end('reset'))
      await askBoth(hosts[0])
      isOver = true
      await waitUntilWell()
    }
  })
})
