/** The API contract of three hosts that share a Redis. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { makeProbe } from '../support/probe-bundle.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { describeApi } from './api/contract.ts'
import { alone } from './api/served-api.ts'
import { inGroup, startThreeHosts } from './three-hosts.ts'

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.close())

  describeApi(
    'three hosts',
    async ({ poolSize }) => {
      const { folder, plugins, specimens } = makeProbe('Math.floor(Math.random() * 2 ** 23)')
      const hosts = await startThreeHosts(redis, { plugins, specimens, poolSize })
      return {
        url: hosts.url,
        close: async () => {
          await hosts.close()
          await rm(folder, { recursive: true })
        },
      }
    },
    { ...alone, ...inGroup },
  )
})
