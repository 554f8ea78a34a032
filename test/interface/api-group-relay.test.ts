/** The API contract of a worker that has dialled in to one of three hosts that share a Redis. */
import { rm } from 'node:fs/promises'
import { createWorker } from 'specimen-host'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { makeProbe } from '../support/probe-bundle.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { describeApi } from './api/contract.ts'
import { behindRelay } from './api/served-api.ts'
import { inGroup, startThreeHosts } from './three-hosts.ts'

describe.skipIf(redisMissing !== undefined)('a group with a worker', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  describeApi(
    'a worker at one of three hosts',
    async ({ poolSize }) => {
      const { folder, plugins, specimens } = makeProbe()
      const { url, urls, ...hosts } = await startThreeHosts(redis, { relay: true })
      const [relay = ''] = urls
      const served = { plugins, specimens, poolSize, logLevel: 'silent' } as const
      const worker = await createWorker({ relay, id: 'w1', ...served })
      await worker.connected
      const countAt = async (host: string): Promise<number> => {
        const answer = await fetch(`${host}/api/specimens/`)
        return ((await answer.json()) as unknown[]).length // of specimens
      }
      for (const host of urls) await expect.poll(() => countAt(host)).toBeGreaterThan(0)
      return {
        url,
        close: async () => {
          await worker.close()
          await hosts.close()
          await rm(folder, { recursive: true })
        },
      }
    },
    { ...behindRelay('w1'), ...inGroup },
  )
})
