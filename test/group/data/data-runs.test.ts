/** Calls that take the results of others, asked of two hosts: what is equal is computed once. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import { type Api, createApi } from '../../support/api.ts'
import { findPort } from '../../support/find-port.ts'
import { redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

const mesh = toDataSchema(['mesh'])
const number = { type: 'number', default: 1 } as const

describe.skipIf(redisMissing !== undefined)('two hosts with calls inside calls', () => {
  let redis: TestRedis
  let hosts: Host[]
  let apis: Api[]
  let runs: string[]
  let begun: Deferred<void>
  let gate: Deferred<void>

  const open = async (): Promise<Api> => {
    const port = await findPort()
    const group = {
      redis: redis.url,
      groupSecret: 'a-secret-of-a-group-that-is-long-enough',
    }
    const host = await createHost({
      ...{
        plugins: '',
        specimens: '',
        port,
        logLevel: 'silent',
        drainTimeout: 1,
        ...group,
      },
      peerAddress: `http://127.0.0.1:${port}`,
    })
    hosts.push(host)
    const face = async (x: number) => {
      runs.push(`face ${x}`)
      begun.resolve()
      await gate.promise
      return {
        vertices: Float32Array.of(x, 0, 0, 1, 0, 0, 0, 1, 0),
        indices: Uint32Array.of(0, 1, 2),
      }
    }
    const lift = ({ vertices, indices }: { vertices: Float32Array; indices: Uint32Array }, by: number) => {
      runs.push(`lift ${by}`)
      return { vertices: vertices.map((value) => value + by), indices }
    }
    const known = { returns: 'mesh', revision: '1' } as const
    host.registerFunction('face', face, {
      ...known,
      schema: { type: 'object', properties: { x: number } },
    })
    const properties = { mesh, by: number }
    host.registerFunction('lift', lift, {
      ...known,
      schema: { type: 'object', properties, required: ['mesh'] },
    })
    return createApi(await host.listen())
  }
  const lift = async (api: Api | undefined, by: number, room: string) => {
    const kwargs = { mesh: { process: 'face', inputs: { x: 3 } }, by }
    const answer = await api?.post('/api/processing/invoke', {
      function_name: 'lift',
      kwargs,
      room_id: room,
    })
    return [answer?.status, (await answer?.json())?.vertices?.[0]]
  }

  beforeEach(async () => {
    redis = await startRedis()
    hosts = []
    runs = []
    begun = createDeferred()
    gate = createDeferred()
    apis = [await open(), await open()]
  })
  afterEach(async () => {
    gate.resolve()
    await Promise.all(hosts.map((host) => host.close()))
    await redis.close()
  })

  it('compute a call once that two others take, and each other once', async () => {
    const asked = [lift(apis[0], 1, 'a'), lift(apis[1], 2, 'b')]
    await begun.promise
    gate.resolve()
    const answers = await Promise.all(asked)
    expect([answers.map(([status]) => status), runs.sort()]).toEqual([
      [200, 200],
      ['face 3', 'lift 1', 'lift 2'],
    ])
  })

  it('compute an equal outer call of one room once, and give both its result', async () => {
    const asked = [lift(apis[0], 1, 'a'), lift(apis[1], 1, 'a')]
    await begun.promise
    gate.resolve()
    const answers = await Promise.all(asked)
    expect([answers.map(([status]) => status), runs.sort()]).toEqual([
      [200, 200],
      ['face 3', 'lift 1'],
    ])
    expect(await lift(apis[1], 1, 'a')).toEqual(answers[0])
    expect(runs).toHaveLength(2)
  })
})
