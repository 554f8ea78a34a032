/** The API contract of three hosts that share a Redis, behind a balancer that sends each request to the next. */
import { rm } from 'node:fs/promises'
import { createHost } from 'specimen-host'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findPort } from '../support/find-port.ts'
import { makeProbe } from '../support/probe-bundle.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { startRoundRobin } from '../support/round-robin.ts'
import { describeApi } from './api/contract.ts'
import { alone } from './api/served-api.ts'

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  describeApi(
    'three hosts',
    async ({ poolSize }) => {
      await redis.client.flushall()
      const { folder, plugins, specimens } = makeProbe('Math.floor(Math.random() * 2 ** 23)')
      const hosts = await Promise.all(
        [1, 2, 3].map(async () => {
          const port = await findPort()
          const shared = {
            redis: redis.url,
            peerAddress: `http://127.0.0.1:${port}`,
            groupSecret: 'a-secret-of-a-group-that-is-long-enough',
          }
          return await createHost({ plugins, specimens, poolSize, port, logLevel: 'silent', ...shared })
        }),
      )
      const urls = await Promise.all(hosts.map((host) => host.listen()))
      const balancer = await startRoundRobin(urls)
      return {
        url: balancer.url,
        close: async () => {
          await balancer.close()
          await Promise.all(hosts.map((host) => host.close()))
          await rm(folder, { recursive: true })
        },
      }
    },
    { ...alone, room: { host: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) } },
  )
})
