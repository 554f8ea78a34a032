import { createHost, type HostOptions } from 'specimen-host'
import { expect } from 'vitest'
import { findPort } from '../support/find-port.ts'
import type { TestRedis } from '../support/redis.ts'
import { startRoundRobin } from '../support/round-robin.ts'

/** What a room's entry has besides in a group: the address of the host that has its result. */
export const inGroup = { room: { host: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) } }

/** Three hosts that share an emptied Redis, behind a balancer that sends each request to the next. */
export interface ThreeHosts {
  /** The balancer's. */
  readonly url: string
  readonly urls: readonly string[]
  close(): Promise<void>
}

/** The warnings and errors of a contract in which all is well, by their texts. */
const expected = [
  /^function failed$/,
  /^job failed$/, // with the one above, where the caller waits for a job
  /^worker w1 is away: The worker has shut down\.$/,
  /^This Redis keeps no append-only file/,
  /^Redis can(not be reached| be reached again)$/, // by a process that is a second late itself
]

/** Starts them, each with these options. Their end fails when they have logged what is not expected. */
export async function startThreeHosts(redis: TestRedis, options: HostOptions): Promise<ThreeHosts> {
  await redis.client.flushall()
  const logged: string[] = []
  const logDestination = { write: (line: string) => void logged.push(line) }
  const hosts = await Promise.all(
    [1, 2, 3].map(async () => {
      const port = await findPort()
      const shared = {
        redis: redis.url,
        peerAddress: `http://127.0.0.1:${port}`,
        groupSecret: 'a-secret-of-a-group-that-is-long-enough',
      }
      return await createHost({ ...options, port, logLevel: 'warn', logDestination, ...shared })
    }),
  )
  const urls = await Promise.all(hosts.map((host) => host.listen()))
  const balancer = await startRoundRobin(urls)
  return {
    url: balancer.url,
    urls,
    close: async () => {
      await balancer.close()
      await Promise.all(hosts.map((host) => host.close()))
      const texts = logged.filter((line) => !expected.some((known) => known.test(JSON.parse(line).msg)))
      expect(texts).toEqual([])
    },
  }
}
