/** Hosts of a group that are not alike: some have other bundles, as while bundles are replaced, and one another time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { parseMetrics } from '../../watch/parse-metrics.ts'
import { lateClock, plain, readTag, replaceTimed, startGroupHost } from './fault-group.ts'

type Folders = ReturnType<typeof makeTimed>

describe.skipIf(redisMissing !== undefined)('a group of unlike hosts', () => {
  const version = (name: string): Folders => makeTimed(`// ${name}`)
  const [first, second] = [version('first'), version('second')]
  let redis: TestRedis
  let former: BuiltHost
  let newer: BuiltHost

  const startHost = async (folders: Folders, environment: NodeJS.ProcessEnv = {}) =>
    await startGroupHost({ redis: redis.url, folders, places: 1, environment })
  const ask = async ({ api }: BuiltHost, label: number, milliseconds = 0): Promise<Response> => {
    const query = new URLSearchParams({
      room_id: `room ${label}`,
      params: JSON.stringify({ label, milliseconds }),
    })
    return await fetch(`${api.url}/api/specimens/timed/data?${query}`, { headers: plain })
  }
  const start = async ({ api }: BuiltHost, label: number, milliseconds = 0): Promise<string> =>
    (await api.start('timed', { label, milliseconds }, `room ${label}`)).job_id
  const readTexts = async ({ api }: BuiltHost, job: string): Promise<string[]> => {
    const { messages } = await api.json(`/api/jobs/${job}/progress`)
    return messages.map(({ text }: { text: string }) => text)
  }
  const waitForText = async (host: BuiltHost, job: string, text: string): Promise<void> =>
    await expect.poll(async () => (await readTexts(host, job)).join()).toContain(text)
  const countTaken = async (...hosts: readonly BuiltHost[]): Promise<number> => {
    const counts = hosts.map(async ({ api }) => {
      const { values } = parseMetrics(await (await api.get('/metrics')).text())
      return values.get('specimen_group_runs_total{part="taken"}') ?? Number.NaN
    })
    return (await Promise.all(counts)).reduce((total, count) => total + count, 0)
  }

  beforeAll(async () => {
    redis = await startRedis()
    ;[former, newer] = await Promise.all([startHost(first), startHost(second, lateClock)])
  })
  afterAll(async () => {
    await Promise.all([former, newer].map((host) => host.stop()))
    await redis.close()
  })

  it('runs each version where it is, and has what waits for one that is gone wait for it', async () => {
    const long = await start(former, 4, 6000)
    await waitForText(newer, long, 'begun')
    const waiting = await start(former, 5)
    await replaceTimed(former, first, second)
    const taken = await countTaken(newer, former)
    const own = await readTag(await ask(newer, 5), 5)
    expect(await countTaken(newer, former)).toBe(taken + 1) // and not the one that waits
    const late = await startHost(version('first'))
    for (const job of [long, waiting]) expect((await newer.api.settle(job)).status).toBe('done')
    expect(await countTaken(newer, former)).toBe(taken + 1)
    expect(await readTag(await ask(newer, 5), 5)).toBe(own)
    expect(await readTag(await ask(former, 5), 5)).toBe(own) // which is as new now
    await late.stop()
  })

  it('exchanges results and jobs with a host whose clock is an hour late', async () => {
    const on = await startHost(second)
    for (const [label, one, other] of [
      [6, on, newer],
      [7, newer, on],
    ] as const) {
      const tag = await readTag(await ask(one, label), label)
      expect(await readTag(await ask(other, label), label)).toBe(tag)
      const job = await start(one, -label)
      expect((await other.api.settle(job)).status).toBe('done')
      const result = await fetch(`${other.api.url}/api/jobs/${job}/result`, { headers: plain })
      await readTag(result, -label)
    }
    await on.stop()
    await expect.poll(() => redis.findLasting(), { timeout: 20_000 }).toEqual([])
  })
})
