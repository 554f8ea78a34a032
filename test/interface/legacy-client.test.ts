/**
 * The requests of the deployed VR client, in its order, at a host and at a relay with `--legacy-client`: it has
 * a control for `number` only, reads volumes as envelopes by a name of its own, and draws uint8 and float32.
 */
import { rm } from 'node:fs/promises'
import { createHost, createWorker } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Body, createApi } from '../support/api.ts'
import { makeBundle } from '../support/make-bundle.ts'
import { makeProbe, writeSpecimen } from '../support/probe-bundle.ts'

const envelopeMediaType = 'application/x-lab-volume'
const { folder, plugins, specimens } = makeProbe()
const integer = { type: 'integer', minimum: 0 }
const nested = {
  list: { type: 'array', items: integer, default: [] },
  pair: { type: 'array', prefixItems: [integer, { type: 'number' }], items: false, default: [0, 0.5] },
  either: { anyOf: [{ type: 'integer', multipleOf: 2 }, { type: 'string' }], default: '' },
  maybe: { type: ['integer', 'null'], default: null },
  shape: { type: 'object', properties: { n: integer }, default: {}, additionalProperties: false },
  odd: { type: 'integer', multipleOf: 1.5, default: 3 },
  word: { enum: ['integer', 1], default: 'integer' },
  same: { $ref: '#/properties/list/items', default: 1 },
}
makeBundle(plugins, {
  name: 'nested',
  source: 'export function nested() { return { shape: [1, 1, 2], data: new Int16Array([-2, 300]) } }',
  functions: [{ name: 'nested', returns: 'volume', properties: nested }],
})

/** An NPY file, by the format's own description. */
function toNpy(descr: string, shape: readonly number[], data: Uint8Array): Buffer {
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`
  const header = `${text.padEnd(117)}\n`
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00v\x00', 'latin1'), Buffer.from(header), data])
}
const scan = toNpy('<i2', [1, 2, 2], new Uint8Array(new Int16Array([-1000, 0, 1, 3000]).buffer))
const mask = toNpy('|u1', [1, 1, 5], new Uint8Array([0, 1, 2, 3, 255]))
writeSpecimen(specimens, 'scan', { type: 'volume', data_file: 'scan.npy' }, { 'scan.npy': scan })
writeSpecimen(specimens, 'mask', { type: 'volume', data_file: 'mask.npy' }, { 'mask.npy': mask })
afterAll(() => rm(folder, { recursive: true }))

type Served = { readonly url: string; close(): Promise<void> }
const quiet = { port: 0, logLevel: 'silent' } as const

async function serveAlone(legacyClient: boolean): Promise<Served> {
  const host = await createHost({ plugins, specimens, legacyClient, envelopeMediaType, ...quiet })
  return { url: await host.listen(), close: () => host.close() }
}

async function serveRelay(legacyClient: boolean): Promise<Served> {
  const relay = await createHost({ relay: true, legacyClient, envelopeMediaType, ...quiet })
  const url = await relay.listen()
  const worker = await createWorker({ relay: url, id: 'w1', plugins, specimens, logLevel: 'silent' })
  await worker.connected
  const close = async () => {
    await worker.close()
    await relay.close()
  }
  return { url, close }
}

/** Returns the preamble and the samples of an envelope. */
async function readVolume(
  response: Response,
): Promise<readonly [preamble: Body, samples: readonly number[]]> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, envelopeMediaType])
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
  const length = bytes.readUInt32LE(0)
  const preamble = JSON.parse(bytes.toString('utf8', 4, 4 + length))
  const data = new Uint8Array(bytes.subarray(4 + length)).buffer
  return [preamble, [...(preamble.dtype === 'float32' ? new Float32Array(data) : new Uint8Array(data))]]
}

const whole = { type: 'number', multipleOf: 1, minimum: 0 }
const shown = {
  list: { type: 'array', items: whole, default: [] },
  pair: { type: 'array', prefixItems: [whole, { type: 'number' }], items: false, default: [0, 0.5] },
  either: { anyOf: [{ type: 'number', multipleOf: 2 }, { type: 'string' }], default: '' },
  maybe: { type: ['number', 'null'], multipleOf: 1, default: null },
  shape: { type: 'object', properties: { n: whole }, default: {}, additionalProperties: false },
  odd: { type: 'number', multipleOf: 1, default: 3, allOf: [{ multipleOf: 1.5 }] },
  word: { enum: ['integer', 1], default: 'integer' },
  same: { $ref: '#/properties/list/items', default: 1 },
}

describe.each([
  ['a host', serveAlone, ''],
  ['a relay', serveRelay, 'w1:'],
])('the deployed client at %s', (_what, serve, prefix) => {
  let served: Served
  let api: Api
  const at = (id: string) => `${prefix}${id}`
  beforeAll(async () => {
    served = await serve(true)
    api = createApi(served.url)
  })
  afterAll(() => served.close())

  it('makes its requests in its order', async () => {
    const catalog: Body = await api.json('/api/specimens/')
    expect(catalog.map(({ id }: Body) => id)).toEqual(expect.arrayContaining(['grid-small', 'scan'].map(at)))
    const { schema, function_name: name } = await api.json(`/api/specimens/${at('grid-small')}`)
    expect(schema.properties.depth).toEqual({
      type: 'number',
      multipleOf: 1,
      default: 3,
      minimum: 1,
      maximum: 4,
    })
    const room = 'headset'
    const query = (depth: string) => `params=${encodeURIComponent(`{"depth":${depth}}`)}&room_id=${room}`
    const pathOf = (depth: string) => `/api/specimens/${at('grid-small')}/data?${query(depth)}`
    const [preamble] = await readVolume(await api.get(pathOf('2'), { accept: '*/*' }))
    expect(preamble).toMatchObject({ type: 'volume', dtype: 'float32', shape: [2, 2, 3] })
    const { job_id } = await api.start(name, { depth: 4.0 }, room)
    let since = -1
    for (;;) {
      const view: Body = await api.json(`/api/jobs/${job_id}/progress?since=${since}`)
      since = view.messages.at(-1)?.seq ?? since
      if (view.status !== 'running') break
    }
    const [later] = await readVolume(await api.get(pathOf('4.0')))
    expect(later.shape).toEqual([4, 2, 3])
    const stats: Body = await api.json('/api/processing/cache/stats')
    const kept = stats.rooms.find(({ room_id }: Body) => room_id === room)
    expect([kept.entries, kept.access_count]).toEqual([1, expect.any(Number)])
    expect((await api.cancel(job_id)).status).toBe(204)
  })

  it('computes once for what it starts by function and fetches by specimen', async () => {
    const room = 'once'
    const { job_id } = await api.start(at('tetra'), { count: 3 }, room)
    expect((await api.settle(job_id)).status).toBe('done')
    const result: Body = await api.json(`/api/jobs/${job_id}/result`)
    const query = new URLSearchParams({ params: '{"count":3.0}', room_id: room })
    const answer = await api.get(`/api/specimens/${at('tetra')}/data?${query}`, {
      accept: 'application/json',
    })
    expect(((await answer.json()) as Body).vertices).toEqual(result.vertices)
  })

  it('finds whole numbers as numbers in every schema', async () => {
    const { schema } = await api.json(`/api/specimens/${at('nested')}`)
    expect(schema.properties).toEqual(shown)
    expect(Object.keys(schema.properties.maybe)).toEqual(['type', 'multipleOf', 'default'])
    expect(await api.json(`/api/processing/functions/${at('nested')}/schema`)).toEqual(schema)
    const functions: Body = await api.json('/api/processing/functions')
    expect(functions.find(({ name }: Body) => name === at('nested')).schema).toEqual(schema)
    const bad = await api.get(`/api/specimens/${at('nested')}/data?params={"list":[0.5]}`)
    expect([bad.status, ((await bad.json()) as Body).detail]).toEqual([
      422,
      'list[0] must be a whole number (got 0.5).',
    ])
  })

  it.each([
    ['nothing', undefined],
    ['anything', '*/*'],
    ['the envelope by its name here', envelopeMediaType],
  ])('gets volumes that it draws where it asks for %s', async (_asked, accept) => {
    const headers = accept === undefined ? { accept: '' } : { accept }
    const read = async (id: string) =>
      await readVolume(await api.get(`/api/specimens/${at(id)}/data`, headers))
    const [preamble, samples] = await read('scan')
    expect([preamble.dtype, preamble.shape, samples]).toEqual(['float32', [1, 2, 2], [-1000, 0, 1, 3000]])
    expect((await read('mask')).flat()).toEqual([
      expect.objectContaining({ dtype: 'uint8' }),
      0,
      1,
      2,
      3,
      255,
    ])
    expect((await read('nested')).flat()).toEqual([expect.objectContaining({ dtype: 'float32' }), -2, 300])
  })

  it('gets meshes, and files without a volume, as they are', async () => {
    const rock = await api.get(`/api/specimens/${at('rock')}/data`)
    expect(rock.headers.get('content-type')).toBe('model/stl')
    expect(await (await api.get(`/api/specimens/${at('bare')}/data`)).text()).toBe('{}')
  })

  it('leaves others the samples that they know how to read', async () => {
    const accept = `${envelopeMediaType}, application/json;q=0.5`
    const [preamble] = await readVolume(await api.get(`/api/specimens/${at('scan')}/data`, { accept }))
    expect(preamble.dtype).toBe('int16')
  })
})

it('is no reason to change anything where the option is off', async () => {
  const served = await serveAlone(false)
  const api = createApi(served.url)
  const { schema } = await api.json('/api/specimens/nested')
  expect(JSON.stringify(schema.properties)).toBe(JSON.stringify(nested))
  const functions: Body = await api.json('/api/processing/functions')
  expect(functions.find(({ name }: Body) => name === 'nested').schema).toEqual(schema)
  for (const accept of ['', '*/*']) {
    const answer = await api.get('/api/specimens/scan/data', { accept })
    expect(Buffer.from(await answer.arrayBuffer()).equals(scan)).toBe(true)
  }
  const bytes = Buffer.from(await (await api.get('/api/specimens/nested/data')).arrayBuffer())
  expect(bytes.toString('latin1')).toContain('"dtype":"int16"')
  await served.close()
})
