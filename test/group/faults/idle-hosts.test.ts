/** The commands of a group to its Redis: at rest, as many with many bundles as with one, and for a run. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltHost } from '../../hostile/built-host.ts'
import { makeBundle } from '../../support/make-bundle.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { plain, readTag, startGroupHost } from './fault-group.ts'

/** Seconds of Redis during which its commands are counted. */
const counted = 12
/** Runs whose commands are counted. */
const runs = 60
/** Of these BullMQ by itself makes 63, with three workers of two places and a turn for each run. */
const runCommands = 97

describe.skipIf(redisMissing !== undefined)('a group', () => {
  let redis: TestRedis
  let hosts: BuiltHost[]

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
  })
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.stop()))
    await redis.close()
  })

  /** Resolves with Redis' seconds, and its commands so far, those of scripts included. */
  const readCounts = async (): Promise<readonly [seconds: number, commands: number]> => {
    const info = await redis.client.info('everything')
    const counts = [...info.matchAll(/^cmdstat_(?!info:)\S+:calls=(\d+)/gm)]
    const seconds = Number(/^server_time_usec:(\d+)/m.exec(info)?.[1]) / 1e6
    return [seconds, counts.reduce((total, [, count]) => total + Number(count), 0)]
  }
  /** Resolves with the commands that Redis has had when so many of its seconds have passed. */
  const readAfter = async (seconds: number): Promise<readonly [seconds: number, commands: number]> => {
    const [begun] = await readCounts()
    await expect
      .poll(async () => (await readCounts())[0] - begun, { interval: 1000 })
      .toBeGreaterThanOrEqual(seconds)
    return await readCounts()
  }

  it.each([1, 100])('has few commands and connections at rest, with bundles: %i', async (count) => {
    const folders = makeTimed()
    for (let i = 1; i < count; i++) {
      const name = `more${i}`
      const source = `export const ${name} = () => ({ shape: [1, 1, 1], data: new Float64Array(1) })`
      makeBundle(folders.plugins, { name, source, functions: [{ name, returns: 'volume' }] })
    }
    hosts = await Promise.all([1, 2, 3].map(() => startGroupHost({ redis: redis.url, folders })))
    const [from, before] = await readAfter(counted) // until all have learned of each other
    const [to, after] = await readAfter(counted)
    const list = String(await redis.client.client('LIST'))
    const connections = list.trim().split('\n').length - 1 // but this test's
    const rate = (after - before) / (to - from) / hosts.length
    expect(rate).toBeLessThanOrEqual(12)
    expect(connections).toBeLessThanOrEqual(7 * hosts.length)
  })

  it.each([3, 6])(
    'has the same commands for a run, wherever its room is, of so many hosts: %i',
    async (count) => {
      const folders = makeTimed()
      hosts = await Promise.all(
        Array.from({ length: count }, () => startGroupHost({ redis: redis.url, folders })),
      )
      const [start, atFirst] = await readAfter(counted)
      const [from, before] = await readAfter(counted)
      const rest = (before - atFirst) / (from - start)
      for (let label = 0; label < runs; label++) {
        const params = JSON.stringify({ label, milliseconds: 50 })
        const query = new URLSearchParams({ room_id: `room ${label}`, params })
        const url = hosts[label % hosts.length]?.api.url
        await readTag(await fetch(`${url}/api/specimens/timed/data?${query}`, { headers: plain }), label)
      }
      const [to, after] = await readCounts()
      const each = (after - before - rest * (to - from)) / runs
      expect(each).toBeGreaterThan(1)
      expect(each).toBeLessThanOrEqual(runCommands)
    },
  )
})
