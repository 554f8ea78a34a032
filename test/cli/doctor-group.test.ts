/** `specimen doctor --redis` as its own program: a group that is well, one that is not, and a Redis that evicts. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { startGroupHost } from '../group/faults/fault-group.ts'
import type { BuiltHost } from '../hostile/built-host.ts'
import { findPort } from '../support/find-port.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../support/redis.ts'
import { makeTimed } from '../support/timed-bundle.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname

describe.skipIf(redisMissing !== undefined || !isRedisOwn)('specimen doctor --redis', () => {
  let redis: TestRedis
  const hosts: BuiltHost[] = []
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop()))
    await redis.close()
  })

  /** Resolves with the exit code, and the lines about the group. */
  const look = async (): Promise<readonly [number, string]> => {
    const args = [cli, 'doctor', '--port', '0', '--sandbox', 'off', '--redis', redis.url]
    const env = { ...process.env, SPECIMEN_GROUP_SECRET: 'a-secret-of-a-group-that-is-long-enough' }
    return await promisify(execFile)(process.execPath, args, { env }).then(
      ({ stdout }) => [0, stdout],
      ({ code, stdout }) => [code, stdout],
    )
  }
  const start = async (
    folders: ReturnType<typeof makeTimed>,
    flags: readonly string[] = [],
  ): Promise<BuiltHost> => {
    const host = await startGroupHost({ redis: redis.url, folders, flags })
    hosts.push(host)
    return host
  }

  it('says who is there, whose bundles differ, and who does not answer', async () => {
    redis = await startRedis(['--appendonly', 'yes'])
    const folders = makeTimed()
    const [one, other] = [await start(folders), await start(folders)]
    const [well, seen] = await look()
    expect([well, seen]).toEqual([0, expect.stringMatching(/^ok {4}group: the Redis at /m)])
    for (const { api } of [one, other])
      expect(seen).toMatch(
        new RegExp(`^ok {4}host .*: ${api.url}, .* 1 bundle: it answers, and takes the`, 'm'),
      )

    const nowhere = `http://127.0.0.1:${await findPort()}`
    await start(makeTimed('// another'), ['--peer-address', nowhere])
    const [code, said] = await look()
    expect(code).toBe(1)
    expect(said).toMatch(
      new RegExp(
        `^fail {2}host .*: ${nowhere}, .* it does not answer .*\\n {6}Give it the --peer-address`,
        'm',
      ),
    )
    expect(said).toMatch(/^warn {2}bundles: .*: 1 that most do not have, 1 too few\.\n {6}Give all the same/m)
    expect(said).toMatch(new RegExp(`^ok {4}host .*: ${other.api.url}, `, 'm'))
  })

  it('fails for a Redis that evicts', async () => {
    redis = await startRedis(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'])
    const [code, said] = await look()
    expect(code).toBe(1)
    expect(said).toMatch(/^fail {2}group: The Redis at .* drops keys .*: set it to noeviction/m)
  })
})
