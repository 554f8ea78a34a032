/** Hosts of a group that are not alike: some have other bundles, as while bundles are replaced, and one another time. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { parseMetrics } from '../../watch/parse-metrics.ts'
import { lateClock, plain, readTag, startGroupHost } from './fault-group.ts'

type Folders = ReturnType<typeof makeTimed>

describe.skipIf(redisMissing !== undefined)('a group of unlike hosts', () => {
  const version = (name: string): Folders => makeTimed(`// ${name}`)
  const [first, second, rare] = [version('first'), version('second'), version('rare')]
  let redis: TestRedis
  let former: BuiltHost
  let newer: BuiltHost
  let lonely: BuiltHost

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
  /** Gives a host the bundles of the newer one. */
  const replace = async ({ api }: BuiltHost, { plugins }: Folders, from: Folders): Promise<void> => {
    rmSync(join(plugins, 'timed'), { recursive: true })
    cpSync(join(from.plugins, 'timed'), join(plugins, 'timed'), { recursive: true })
    expect((await api.post('/api/specimens/reload')).status).toBe(200)
  }
  const countWaiting = async (): Promise<number> => {
    const [queue = ''] = await redis.client.keys(`${redis.prefix}q:*:prioritized`)
    return await redis.client.zcard(queue)
  }
  const countTaken = async ({ api }: BuiltHost): Promise<number | undefined> => {
    const { values } = parseMetrics(await (await api.get('/metrics')).text())
    return values.get('specimen_group_runs_total{part="taken"}')
  }

  beforeAll(async () => {
    redis = await startRedis()
    ;[former, newer, lonely] = await Promise.all([
      startHost(first),
      startHost(second, lateClock),
      startHost(rare),
    ])
  })
  afterAll(async () => {
    await Promise.all([former, newer, lonely].map((host) => host.stop()))
    await redis.close()
  })

  it('runs each version where it is, lets what waits for one that is gone wait for it, and refuses it at last', async () => {
    // Nobody will have the rare version: its two requests wait longest, while all else goes on.
    const held = await start(lonely, 1, 12_000)
    await waitForText(lonely, held, 'begun')
    const refused = await start(lonely, 2)
    const unanswered = ask(lonely, 3)
    unanswered.catch(() => {}) // looked at below
    await expect.poll(countWaiting).toBe(2)
    await replace(lonely, rare, second)
    await waitForText(newer, refused, 'No host has this version')

    const long = await start(former, 4, 8000)
    await waitForText(newer, long, 'begun')
    const waiting = await start(former, 5)
    const taken = await countTaken(newer)
    const own = await readTag(await ask(newer, 5), 5)
    expect(await countTaken(newer)).toBe(Number(taken) + 1) // and not the one that waits
    await replace(former, first, second)
    await waitForText(newer, waiting, 'No host has this version')
    expect(await readTexts(newer, waiting)).toHaveLength(1)
    const late = await startHost(version('first'))
    for (const job of [long, waiting]) expect((await newer.api.settle(job)).status).toBe('done')
    expect(await countTaken(newer)).toBe(Number(taken) + 1)
    expect(await readTag(await ask(newer, 5), 5)).toBe(own)
    expect(await readTag(await ask(former, 5), 5)).toBe(own) // which is as new now
    await late.stop()

    expect((await newer.api.settle(held)).status).toBe('done')
    expect(await newer.api.settle(refused)).toMatchObject({ status: 'error' })
    const { status, headers } = await unanswered
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
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
