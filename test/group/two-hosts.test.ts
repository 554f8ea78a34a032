/** What callers see of a group: two hosts with functions in code that share a Redis. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Api, createApi } from '../support/api.ts'
import { findPort } from '../support/find-port.ts'
import { redisMissing, startRedis, type TestRedis } from '../support/redis.ts'

const token = 'a-token-of-the-operator'
const authorization = { authorization: `Bearer ${token}` }
const schema = { type: 'object', properties: { x: { type: 'number', default: 1 } } } as const

describe.skipIf(redisMissing !== undefined)('two hosts', () => {
  let redis: TestRedis
  let hosts: Host[]
  let apis: [Api, Api]
  let addresses: [string, string]

  const open = async (): Promise<[Api, string]> => {
    const port = await findPort()
    const address = `http://127.0.0.1:${port}`
    const host = await createHost({
      ...{ plugins: '', specimens: '', port, token, logLevel: 'silent' },
      ...{ redis: redis.url, peerAddress: address, groupSecret: 'a-secret-of-a-group-that-is-long-enough' },
    })
    hosts.push(host)
    const vertices = (x: number) => Float32Array.of(x, 0, 0, 1, 0, 0, 0, 1, 0)
    host.registerFunction(
      'face',
      (x: number) => ({ vertices: vertices(x), indices: Uint32Array.of(0, 1, 2) }),
      {
        returns: 'mesh',
        schema,
      },
    )
    return [createApi(await host.listen()), address]
  }

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
    const [[one, here], [other, there]] = [await open(), await open()]
    apis = [one, other]
    addresses = [here, there]
  })
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.close()))
    await redis.close()
  })

  it('take the tickets of each other', async () => {
    const [one, other] = apis
    const given = await one.post('/api/tickets', { room_id: 'lab' }, authorization)
    const { ticket } = await given.json()
    const seen = await other.get('/api/processing/functions', { authorization: `Bearer ${ticket}` })
    expect([given.status, seen.status]).toEqual([200, 200])
  })
})
