/** Hosts of a group that are not alike: some have other bundles, as while bundles are replaced, and one another time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
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
  beforeAll(async () => {
    redis = await startRedis()
    ;[former, newer] = await Promise.all([startHost(first), startHost(second, lateClock)])
  })
  afterAll(async () => {
    await Promise.all([former, newer].map((host) => host.stop()))
    await redis.close()
  })

  it('runs each version where it is, and answers what waits for one that is gone by the one that is there', async () => {
    const long = await start(former, 4, 6000)
    await waitForText(newer, long, 'begun')
    const waiting = await start(former, 5)
    await replaceTimed(former, first, second)
    for (const job of [long, waiting]) expect((await newer.api.settle(job)).status).toBe('done')
    expect(await readTexts(newer, long)).toHaveLength(1)
    const own = await readTag(await ask(newer, 5), 5)
    expect(await readTag(await ask(former, 5), 5)).toBe(own)
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
    await expect.poll(() => redis.findLasting()).toEqual([])
  })
})
