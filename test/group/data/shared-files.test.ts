/** Files that callers bring to one host of a group, by the others: who may read them, and what ends them. */
import { createHash } from 'node:crypto'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toDataSchema, toFileSchema } from '../../../core/contract/domain/data-ref.ts'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import { type Api, createApi } from '../../support/api.ts'
import { findPort } from '../../support/find-port.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'
import { writeTokens } from '../../support/write-tokens.ts'

const table = 'x,y,z\n1,2,3\n4,5,6\n'
const hash = createHash('sha256').update(table).digest('hex')
const known = { returns: 'point_cloud', revision: '1' } as const
const toSchema = (given: ReturnType<typeof toDataSchema>) => {
  return { type: 'object', properties: { given }, required: ['given'] } as const
}

describe.skipIf(redisMissing !== undefined)('a file that was brought to one of two hosts', () => {
  let redis: TestRedis
  let hosts: Host[]
  let apis: [Api, Api]
  let gate: Deferred<void> | undefined
  let begun: Deferred<void>
  const { tokens, textOfToken } = writeTokens({ ada: {}, bob: {} })
  const as = (caller: string) => ({ authorization: `Bearer ${textOfToken(caller)}` })

  const open = async (): Promise<Api> => {
    const port = await findPort()
    const host = await createHost({
      ...{ plugins: '', specimens: '', port, tokens, logLevel: 'silent', drainTimeout: 1 },
      ...{ redis: redis.url, groupSecret: 'a-secret-of-a-group-that-is-long-enough' },
      peerAddress: `http://127.0.0.1:${port}`,
    })
    hosts.push(host)
    const twice = async ({ points }: { points: Float32Array }) => {
      begun.resolve()
      await gate?.promise
      return { points: points.map((value) => 2 * value) }
    }
    host.registerFunction('twice', twice, { ...known, schema: toSchema(toDataSchema(['point_cloud'])) })
    const size = ({ name, bytes }: { name: string; bytes: Uint8Array }) => {
      return { points: Float32Array.of(bytes.length, name.length, 0) }
    }
    host.registerFunction('size', size, { ...known, schema: toSchema(toFileSchema(['.csv'])) })
    return createApi(await host.listen())
  }
  const bring = async (api: Api, caller: string) => {
    const init = { method: 'POST', body: table, headers: as(caller) }
    const answer = await fetch(`${api.url}/api/files?name=points.csv`, init)
    return [answer.status, (await answer.json()).file]
  }
  const look = async (api: Api, caller: string, method = 'GET') => {
    const answer = await fetch(`${api.url}/api/files/${hash}`, { method, headers: as(caller) })
    const text = await answer.text()
    return [answer.status, text === '' ? undefined : JSON.parse(text)]
  }
  const compute = async (api: Api, caller: string, name = 'twice') => {
    const call = { function_name: name, kwargs: { given: { file: hash } }, room_id: caller }
    const answer = await api.post('/api/processing/invoke', call, as(caller))
    const body = await answer.json()
    return [answer.status, body.points?.flat() ?? body.code, body.detail]
  }
  const doubled = [200, [2, 4, 6, 8, 10, 12], undefined]
  const missing = [404, expect.objectContaining({ code: 'file.missing' })]

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
    gate = undefined
    begun = createDeferred()
    apis = [await open(), await open()]
  })
  afterEach(async () => {
    gate?.resolve()
    await Promise.all(hosts.map((host) => host.close()))
    await redis.close()
  })

  it('is found, used and removed through the other by its caller alone', async () => {
    const [one, other] = apis
    expect(await bring(one, 'ada')).toEqual([200, hash])
    const found = { file: hash, name: 'points.csv', bytes: table.length, kind: 'point_cloud' }
    expect(await look(other, 'ada')).toEqual([200, expect.objectContaining(found)])
    expect(await look(other, 'ada', 'HEAD')).toEqual([200, undefined])
    expect(await look(other, 'bob')).toEqual(missing)
    expect(await look(other, 'bob', 'DELETE')).toEqual(missing)
    expect((await compute(other, 'bob')).slice(0, 2)).toEqual([404, 'file.missing'])
    expect(await compute(other, 'ada')).toEqual(doubled)
    expect(await compute(other, 'ada', 'size')).toEqual([200, [table.length, 10, 0], undefined])
    await expect.poll(() => redis.findLasting()).toEqual([]) // BullMQ's keys are tended from time to time
    expect(await look(other, 'ada', 'DELETE')).toEqual([204, undefined])
    await expect.poll(() => look(one, 'ada')).toEqual(missing)
    expect(await look(other, 'ada')).toEqual(missing)
    expect((await compute(one, 'ada', 'size')).slice(0, 2)).toEqual([404, 'file.missing'])
  })

  it('is there as long as one host that has it is, and missing afterwards, in words', async () => {
    const [one, other] = apis
    await bring(one, 'ada')
    gate = createDeferred()
    const running = compute(other, 'ada')
    await begun.promise // it has the bytes by now
    await hosts[0]?.close()
    gate.resolve()
    expect(await running).toEqual(doubled)
    expect(await look(other, 'ada')).toEqual([200, expect.objectContaining({ file: hash })])

    apis[0] = await open()
    await bring(apis[0], 'bob')
    const key = `${redis.prefix}file:${createHash('sha256').update(hash).digest('base64url').slice(0, 22)}`
    await expect.poll(() => redis.client.hlen(key)).toBe(3)
    await hosts[2]?.close()
    const [status, code, detail] = await compute(other, 'bob')
    expect([status, code, detail]).toEqual([404, 'file.missing', expect.stringContaining('bring it')])
  })

  it.skipIf(!isRedisOwn)('is this host’s while Redis is away, and the group’s afterwards', async () => {
    const [one, other] = apis
    await redis.kill()
    expect(await bring(one, 'ada')).toEqual([200, hash])
    expect(await look(one, 'ada')).toEqual([200, expect.objectContaining({ file: hash })])
    const away = [503, expect.objectContaining({ code: 'group.away' })]
    expect(await look(other, 'ada')).toEqual(away)
    expect(await look(one, 'ada', 'DELETE')).toEqual(away)
    await redis.restart()
    await expect.poll(() => look(other, 'ada')).toEqual([200, expect.objectContaining({ file: hash })])
    await expect.poll(() => compute(other, 'ada')).toEqual(doubled)
  })
})
