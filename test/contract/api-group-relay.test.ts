/**
 * The API contract of a worker that has dialled in to one of three hosts, behind a balancer that sends each
 * request to the next.
 */
import { rm } from 'node:fs/promises'
import { createHost, createWorker } from 'specimen-host'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findPort } from '../support/find-port.ts'
import { makeProbe } from '../support/probe-bundle.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { startRoundRobin } from '../support/round-robin.ts'
import { describeApi } from './api/contract.ts'
import { behindRelay } from './api/served-api.ts'

describe.skipIf(redisMissing !== undefined)('a group with a worker', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  describeApi(
    'a worker at one of three hosts',
    async ({ poolSize }) => {
      await redis.client.flushall()
      const { folder, plugins, specimens } = makeProbe()
      const hosts = await Promise.all(
        [1, 2, 3].map(async () => {
          const port = await findPort()
          const shared = {
            redis: redis.url,
            peerAddress: `http://127.0.0.1:${port}`,
            groupSecret: 'a-secret-of-a-group-that-is-long-enough',
          }
          return await createHost({ relay: true, port, logLevel: 'silent', ...shared })
        }),
      )
      const urls = await Promise.all(hosts.map((host) => host.listen()))
      const worker = await createWorker({
        relay: urls[0] ?? '',
        ...{ id: 'w1', plugins, specimens, poolSize, logLevel: 'silent' },
      })
      await worker.connected
      const countAt = async (url: string): Promise<number> => {
        const answer = await fetch(`${url}/api/specimens/`)
        return ((await answer.json()) as unknown[]).length // of specimens
      }
      for (const url of urls) await expect.poll(() => countAt(url)).toBeGreaterThan(0)
      const balancer = await startRoundRobin(urls)
      return {
        url: balancer.url,
        close: async () => {
          await balancer.close()
          await worker.close()
          await Promise.all(hosts.map((host) => host.close()))
          await rm(folder, { recursive: true })
        },
      }
    },
    { ...behindRelay('w1'), room: { host: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) } },
  )
})
