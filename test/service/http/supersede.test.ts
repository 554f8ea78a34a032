/** The latest wins: what a client asks for anew with `supersede` takes the place of what it asked before. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let host: Host
/** Ends the computation of each value that has begun. */
let ends: Map<number, () => void>

beforeEach(async () => {
  ends = new Map()
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', logLevel: 'silent' })
  const schema = { type: 'object', properties: { value: { type: 'integer', default: 0 } } } as const
  const compute = (value: number) =>
    new Promise((resolve) =>
      ends.set(value, () => resolve({ shape: [1, 1, 1], data: new Uint8Array([value]) })),
    )
  host.registerFunction('slow', compute, { returns: 'volume', schema })
  host.registerFunction('other', compute, { returns: 'volume', schema })
})
afterEach(async () => {
  for (const end of ends.values()) end()
  await host.close()
})

interface Asked {
  readonly supersede?: unknown
  readonly room?: string
  readonly name?: string
}

const post = async (path: string, payload: object) =>
  await host.inject({ method: 'POST', url: path, payload })
/** Asks for a value and resolves when it is being computed, with the answer to come. */
async function begin(value: number, { supersede = true, room = 'r', name = 'slow' }: Asked = {}) {
  const body = { params: { value }, room_id: room, supersede }
  const response = post(`/api/specimens/${name}/data`, body)
  await expect.poll(() => ends.has(value)).toBe(true)
  return { status: response.then(({ statusCode }) => statusCode), response }
}

describe('a newer request of the same client', () => {
  it('ends the older one, whose answer says so', async () => {
    const older = await begin(1)
    const newer = await begin(2)
    expect((await older.response).json()).toMatchObject({ status: 409, code: 'run.superseded' })
    ends.get(2)?.()
    expect(await newer.status).toBe(200)
  })

  it('leaves the run to whoever else waits for it', async () => {
    const older = await begin(1)
    const peer = await begin(1, { supersede: false })
    const newer = await begin(2)
    expect(await older.status).toBe(409)
    ends.get(1)?.()
    expect(await peer.status).toBe(200)
    ends.get(2)?.()
    expect(await newer.status).toBe(200)
  })

  it.each<[string, Asked, Asked]>([
    ['another room', {}, { room: 's' }],
    ['another function', {}, { name: 'other' }],
    ['another client of the same caller', { supersede: 'a' }, { supersede: 'b' }],
    ['a client with a name, by one without', { supersede: 'true' }, { supersede: true }],
    ['a client that has not asked for it', { supersede: false }, {}],
    ['the same client, by a request that does not ask for it', {}, { supersede: null }],
  ])('takes nothing from %s', async (_, first, second) => {
    const older = await begin(1, first)
    const newer = await begin(2, second)
    for (const end of ends.values()) end()
    expect([await older.status, await newer.status]).toEqual([200, 200])
  })

  it('for the same result waits for it with the older one', async () => {
    const older = await begin(1, { supersede: 'me' })
    const again = await begin(1, { supersede: 'me' })
    ends.get(1)?.()
    expect([await older.status, await again.status]).toEqual([200, 200])
  })

  it('that is refused ends nothing', async () => {
    const older = await begin(1)
    const refused = await post('/api/specimens/slow/data', {
      params: { value: 'x' },
      room_id: 'r',
      supersede: true,
    })
    expect(refused.statusCode).toBe(422)
    ends.get(1)?.()
    expect(await older.status).toBe(200)
  })
})

it('ends a job as superseded, and frees its place at once', async () => {
  const start = async (value: number) =>
    (await post('/api/specimens/slow/start', { params: { value }, room_id: 'r', supersede: 'page-1' })).json()
      .job_id
  const view = async (id: string) => (await host.inject(`/api/jobs/${id}/progress`)).json()
  const older = await start(1)
  const newer = await start(2)
  await expect
    .poll(async () => await view(older))
    .toEqual({ status: 'error', messages: [], error: 'superseded' })
  const result = await host.inject(`/api/jobs/${older}/result`)
  expect([result.statusCode, result.json().detail]).toEqual([410, 'Job failed: superseded'])
  expect((await view(newer)).status).toBe('running')
  ends.get(2)?.()
  await expect.poll(async () => (await view(newer)).status).toBe('done')
})

it('takes a run from the queue before the newer one asks for its place', async () => {
  await host.close()
  host = await createHost({
    plugins: 'nowhere',
    specimens: 'nowhere',
    logLevel: 'silent',
    functionRuns: 1,
    queueSize: 1,
  })
  const schema = { type: 'object', properties: { value: { type: 'integer', default: 0 } } } as const
  const compute = (value: number) =>
    new Promise((resolve) =>
      ends.set(value, () => resolve({ shape: [1, 1, 1], data: new Uint8Array([value]) })),
    )
  host.registerFunction('slow', compute, { returns: 'volume', schema })
  const holder = await begin(1, { room: 'other' })
  const asked = [2, 3, 4].map((value) =>
    post('/api/specimens/slow/data', { params: { value }, room_id: 'r', supersede: true }),
  )
  expect([(await asked[0])?.statusCode, (await asked[1])?.statusCode]).toEqual([409, 409])
  ends.get(1)?.()
  expect(await holder.status).toBe(200)
  await expect.poll(() => ends.has(4)).toBe(true)
  ends.get(4)?.()
  expect((await asked[2])?.statusCode).toBe(200)
})

it('takes a name of 64 code points, as the OpenAPI document says', async () => {
  const asked = await begin(1, { supersede: '😀'.repeat(64) })
  ends.get(1)?.()
  expect(await asked.status).toBe(200)
})

it.each([7, '', 'x'.repeat(65), '😀'.repeat(65), {}, []])('refuses supersede: %j', async (supersede) => {
  const response = await post('/api/specimens/slow/data', { supersede })
  expect(response.json()).toMatchObject({ status: 400, code: 'request.invalid' })
  expect(response.json().detail).toMatch(/^supersede must be true, or the name that this client has given/)
})
