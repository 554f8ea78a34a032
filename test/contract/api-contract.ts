/**
 * The contract of the whole HTTP API over real sockets. It knows nothing of what serves it: a host alone, or
 * the same host behind a relay; what may differ is declared in `Differences`. The served content is that of
 * `support/probe-bundle.ts`.
 */
import { createClient } from 'specimen-host/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Api,
  type Body,
  createApi,
  envelopeType,
  expectProblem,
  getStatus,
  readEnvelope,
} from '../support/api.ts'
import { pixelPng } from '../support/probe-bundle.ts'

export interface Served {
  readonly url: string
  close(): Promise<void>
}

/**
 * All that may tell a host behind a relay from a host alone, as its clients see it. Whatever is not here is
 * the same.
 */
export interface Differences {
  /** What stands before the ids and function names of `support/probe-bundle.ts`. */
  readonly prefix: string
  /** Members of each catalog entry that say where it is served. */
  readonly entry: { readonly worker_id: string | null; readonly available: boolean }
}

/** The differences of a host alone: none. */
export const alone: Differences = { prefix: '', entry: { worker_id: null, available: true } }

/** Returns the differences of a host that is a worker behind a relay. */
export function behindRelay(workerId: string): Differences {
  return { prefix: `${workerId}:`, entry: { worker_id: workerId, available: true } }
}

/** Runs the suite against whatever `serve` starts. */
export function describeApi(
  name: string,
  serve: () => Promise<Served>,
  { prefix, entry }: Differences,
): void {
  /** The id or function name under which the probe's is served. */
  const at = (own: string) => prefix + own
  describe(`the API of ${name}`, () => {
    let served: Served
    let api: Api
    let rooms = 0
    /** A room that no other test uses. */
    const newRoom = () => `room-${rooms++}`

    beforeAll(async () => {
      served = await serve()
      api = createApi(served.url)
    })
    afterAll(async () => {
      await served.close()
    })

    describe('specimens', () => {
      it('lists static and dynamic entries with every field, sorted by id [endpoint.specimens] [specimen.is_dynamic] [specimen.id]', async () => {
        const list = await api.json('/api/specimens/')
        const ids = list.map((entry: { id: string }) => entry.id)
        expect(ids).toEqual([...ids].sort())
        expect(list.find((entry: { id: string }) => entry.id === at('rock'))).toEqual({
          id: at('rock'),
          display_name: 'A rock',
          description: '',
          type: 'mesh',
          tags: ['real'],
          is_dynamic: false,
          thumbnail_url: `/api/specimens/${encodeURIComponent(at('rock'))}/thumbnail`,
          ...entry,
          thumbnail_file: 'rock.png',
          function_name: null,
          story_text: [],
        })
        expect(list.find((entry: { id: string }) => entry.id === at('tetra'))).toMatchObject({
          display_name: 'The tetra',
          description: 'Shows tetra.',
          type: 'mesh',
          tags: ['probe'],
          is_dynamic: true,
          thumbnail_file: 'thumb.png',
          function_name: at('tetra'),
          story_text: ['One page.', 'Another.'],
        })
        expect((await api.get('/api/specimens')).status).toBe(200)
      })

      it('gives full metadata with the schema of a dynamic specimen [endpoint.specimen] [specimen.schema] [specimen.function_name] [specimen.type]', async () => {
        const tetra = await api.json(`/api/specimens/${at('tetra')}`)
        expect(tetra.schema).toMatchObject({ title: 'tetra', type: 'object', additionalProperties: false })
        expect(Object.keys(tetra.schema.properties)).toEqual(['size', 'label', 'count', 'flip', 'text'])
        expect(tetra).toMatchObject({
          function_name: at('tetra'),
          type: 'mesh',
          data_file: null,
          is_dynamic: true,
        })
      })

      it('gives full metadata of a static specimen [specimen.display_name] [specimen.description] [specimen.tags] [specimen.thumbnail_file] [specimen.sources]', async () => {
        const rock = await api.json(`/api/specimens/${at('rock')}`)
        expect(rock).toMatchObject({
          display_name: 'A rock',
          description: '',
          tags: ['real'],
          thumbnail_file: 'rock.png',
          data_file: 'rock.stl',
          schema: null,
        })
        expect(await api.json(`/api/specimens/${at('bare')}`)).toMatchObject({
          display_name: 'bare',
          thumbnail_url: null,
          thumbnail_file: null,
        })
      })

      it('serves a metadata file’s own schema in metadata, validation and defaults [schema.own]', async () => {
        const small = await api.json(`/api/specimens/${at('grid-small')}`)
        expect(small.schema.properties.depth).toEqual({ type: 'integer', default: 3, minimum: 1, maximum: 4 })
        expect(small).toMatchObject({
          display_name: 'A small grid',
          story_text: ['Bounded here.'],
          description: 'Shows grid.',
        })
        expect((await api.data(at('grid-small'), undefined, newRoom())).preamble.shape).toEqual([3, 2, 3])
        expect((await api.data(at('grid'), undefined, newRoom())).preamble.shape).toEqual([2, 2, 3])
        await expectProblem(
          await api.post(`/api/specimens/${at('grid-small')}/data`, { params: { depth: 5 } }),
          422,
          'params.invalid',
        )
      })

      it('serves thumbnails as images, and 404 where there is none [endpoint.thumbnail]', async () => {
        for (const id of ['rock', 'tetra']) {
          const response = await api.get(`/api/specimens/${encodeURIComponent(at(id))}/thumbnail`)
          expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
          expect(response.headers.get('x-content-type-options')).toBe('nosniff')
          expect(Buffer.from(await response.arrayBuffer())).toEqual(pixelPng)
        }
        await expectProblem(await api.get(`/api/specimens/${at('bare')}/thumbnail`), 404, 'thumbnail.none')
        await expectProblem(
          await api.get(`/api/specimens/${at('nobody')}/thumbnail`),
          404,
          'specimen.unknown',
        )
      })

      it('serves a static data file with name, type, ranges and conditions [endpoint.data.get]', async () => {
        const whole = await api.get(`/api/specimens/${at('rock')}/data`)
        expect(whole.headers.get('content-type')).toBe('model/stl')
        expect(whole.headers.get('content-disposition')).toBe('attachment; filename="rock.stl"')
        expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
        expect(await whole.text()).toBe('solid rock\nendsolid rock\n')
        const part = await api.get(`/api/specimens/${at('rock')}/data`, { range: 'bytes=6-9' })
        expect([part.status, await part.text()]).toEqual([206, 'rock'])
        const etag = whole.headers.get('etag') ?? ''
        expect(
          await getStatus(`${api.url}/api/specimens/${at('rock')}/data`, { 'if-none-match': etag }),
        ).toBe(304)
        expect(
          await getStatus(`${api.url}/api/specimens/${at('rock')}/data`, { 'if-none-match': '"other"' }),
        ).toBe(200)
        expect((await api.post(`/api/specimens/${at('rock')}/data`, {})).status).toBe(200)
      })

      it('never calls a volume file JSON', async () => {
        expect((await api.get(`/api/specimens/${at('bare')}/data`)).headers.get('content-type')).toBe(
          'application/octet-stream',
        )
      })

      it('invokes with the defaults when there is no query string [specimens.2] [specimens.5] [envelope.media-type] [envelope.mesh.no-normals]', async () => {
        const response = await api.get(`/api/specimens/${at('tetra')}/data`)
        const { preamble, data } = await readEnvelope(response)
        expect(Object.entries(preamble)).toEqual([
          ['type', 'mesh'],
          ['vertex_count', 4],
          ['vertex_dtype', 'float32'],
          ['index_count', 12],
          ['index_dtype', 'uint32'],
          ['normal_count', 0],
          ['normal_dtype', 'float32'],
        ])
        expect(data.length).toBe(4 * 12 + 12 * 4)
        expect(data.readFloatLE(12)).toBe(1)
        expect(data.readUInt32LE(48 + 4)).toBe(2)
      })

      it('puts normals third when there are any [envelope.mesh] [envelope.layout] [result.mesh]', async () => {
        const { preamble, data } = await api.data(at('tetra'), { label: 'lit' }, newRoom())
        expect(preamble.normal_count).toBe(4)
        expect(data.length).toBe(48 + 48 + 48)
        expect(data.readFloatLE(96 + 8)).toBe(1)
      })

      it('takes params and room_id from the query, partial params completed [specimens.1] [schema.object]', async () => {
        const room = newRoom()
        const first = await api.data(at('tetra'), { size: 2 }, room)
        expect(first.data.readFloatLE(12)).toBe(2)
        const again = await api.data(
          at('tetra'),
          { size: 2, label: 'plain', count: 1, flip: false, text: '' },
          room,
        )
        expect(again.data).toEqual(first.data)
      })

      it('answers POST /data as GET, also without a body [specimens.4] [endpoint.data.post]', async () => {
        const room = newRoom()
        const posted = await readEnvelope(
          await api.post(`/api/specimens/${at('tetra')}/data`, { params: { size: 3 }, room_id: room }),
        )
        expect((await api.data(at('tetra'), { size: 3 }, room)).data).toEqual(posted.data)
        expect((await api.post(`/api/specimens/${at('tetra')}/data`)).status).toBe(200)
        expect(
          (await api.post(`/api/specimens/${at('tetra')}/data`, { params: null, room_id: null })).status,
        ).toBe(200)
      })

      it.each(['{', 'x', '[1]', '1', '"a"', 'true', 'null', ' null ', '{"a":1e999999'])(
        'refuses params %s with 400 [specimens.3] [error.400.params]',
        async (params) => {
          const response = await api.get(
            `/api/specimens/${at('tetra')}/data?params=${encodeURIComponent(params)}`,
          )
          expect((await expectProblem(response, 400, 'json.syntax')).detail).toContain('params')
        },
      )

      it('reads absent and empty params as the defaults, and null in a body', async () => {
        for (const query of ['', '?params=', '?room_id=', '?params={}']) {
          const response = await api.get(`/api/specimens/${at('labels')}/data${query}`)
          expect(response.status, query).toBe(200)
        }
        for (const body of [
          undefined,
          {},
          { params: null },
          { params: null, room_id: null },
          { params: {}, room_id: '' },
        ]) {
          expect((await api.post(`/api/specimens/${at('labels')}/data`, body)).status).toBe(200)
          expect((await api.post(`/api/specimens/${at('labels')}/start`, body)).status).toBe(200)
        }
      })

      it('runs nothing for HEAD: the headers of a cached result, and none of its own without', async () => {
        const room = newRoom()
        const path = `/api/specimens/${at('tetra')}/data?room_id=${room}&params=${encodeURIComponent('{"text":"head"}')}`
        const head = (target: string) => fetch(api.url + target, { method: 'HEAD' })
        const before = await head(path)
        expect([before.status, before.headers.get('etag'), before.headers.get('content-length')]).toEqual([
          200,
          null,
          null,
        ])
        const stats = await api.json('/api/processing/cache/stats')
        expect(stats.rooms.filter((entry: { room_id: string }) => entry.room_id === room)).toEqual([])
        const got = await api.get(path)
        const after = await head(path)
        for (const name of ['etag', 'content-length', 'content-type'])
          expect(after.headers.get(name), name).toBe(got.headers.get(name))
        expect((await head(`/api/specimens/${at('endless')}/data?room_id=${newRoom()}`)).status).toBe(200)
        expect((await head(`/api/specimens/${at('tetra')}/data?params={"x":1}`)).status).toBe(422)
        expect((await head(`/api/specimens/${at('tetra')}/data?params={`)).status).toBe(400)
        expect((await head(`/api/specimens/${at('nobody')}/data`)).status).toBe(404)
      })

      it('checks syntax first, then the specimen, then the parameters', async () => {
        await expectProblem(await api.get(`/api/specimens/${at('nobody')}/data?params={`), 400, 'json.syntax')
        await expectProblem(
          await api.get(`/api/specimens/${at('nobody')}/data?params={"x":1}`),
          404,
          'specimen.unknown',
        )
        await expectProblem(
          await api.get(`/api/specimens/${at('tetra')}/data?params={"x":1}`),
          422,
          'params.invalid',
        )
      })

      it('names every offending field with what was found and what is allowed', async () => {
        const params = { size: 101, label: 'dim', count: 1.5, flip: 'yes', text: 'much too long', extra: 1 }
        const problem = await expectProblem(
          await api.post(`/api/specimens/${at('tetra')}/data`, { params }),
          422,
          'params.invalid',
        )
        const byPointer = Object.fromEntries(
          problem.errors.map((issue: { pointer: string }) => [issue.pointer, issue]),
        )
        expect(Object.keys(byPointer).sort()).toEqual([
          '/count',
          '/extra',
          '/flip',
          '/label',
          '/size',
          '/text',
        ])
        expect(byPointer['/size']).toEqual({ pointer: '/size', found: '101', allowed: 'must be <= 100' })
        expect(byPointer['/label']).toMatchObject({ found: '"dim"', allowed: 'one of "plain", "lit"' })
        expect(byPointer['/extra'].allowed).toContain('size, label, count, flip, text')
      })

      it('names a missing required parameter', async () => {
        const problem = await expectProblem(
          await api.get(`/api/specimens/${at('needy')}/data`),
          422,
          'params.invalid',
        )
        expect(problem.errors).toEqual([
          { pointer: '/wanted', found: 'nothing', allowed: expect.stringContaining('wanted') },
        ])
        const { data } = await api.data(at('needy'), { wanted: 4 }, newRoom())
        expect([data.readDoubleLE(0), data.readDoubleLE(8)]).toEqual([4, -1])
      })

      it('sends volumes in C order with spacing and origin only when set [envelope.volume] [result.volume]', async () => {
        const { preamble, data } = await api.data(at('grid'), { depth: 2 }, newRoom())
        expect(Object.entries(preamble)).toEqual([
          ['type', 'volume'],
          ['shape', [2, 2, 3]],
          ['dtype', 'float32'],
          ['spacing', [2, 1, 0.5]],
          ['origin', [10, 20, 30]],
        ])
        expect(Array.from({ length: 12 }, (_, i) => data.readFloatLE(4 * i))).toEqual(
          Array.from({ length: 12 }, (_, i) => i / 2),
        )
        const plain = await api.data(at('labels'), undefined, newRoom())
        expect(Object.keys(plain.preamble)).toEqual(['type', 'shape', 'dtype'])
        expect([...plain.data]).toEqual([1, 2, 3, 255])
      })

      it('sends point clouds as JSON, or as an envelope by Accept [result.point_cloud]', async () => {
        const json = await api.get(`/api/specimens/${at('cloud')}/data`)
        expect(json.headers.get('content-type')).toMatch(/^application\/json/)
        expect(await json.json()).toEqual({
          type: 'point_cloud',
          points: [0, 0, 0, 1, 2, 3],
          colors: [255, 0, 0, 0, 0, 255],
          scalars: [0.5, 1],
        })
        const { preamble, data } = await readEnvelope(
          await api.get(`/api/specimens/${at('cloud')}/data`, { accept: envelopeType }),
        )
        expect(preamble).toMatchObject({ type: 'point_cloud', point_count: 2 })
        expect(data.length).toBe(24 + 6 + 8)
      })

      it('sends meshes and volumes as JSON when Accept names it, and not to clients that name it by habit [result.mesh] [result.volume]', async () => {
        for (const [id, type] of [
          ['tetra', 'mesh'],
          ['grid', 'volume'],
        ] as const) {
          const path = `/api/specimens/${at(id)}/data?room_id=${newRoom()}`
          for (const accept of [
            'application/json',
            'application/json, */*;q=0.1',
            'text/html, application/json;q=0.9',
          ]) {
            const response = await api.get(path, { accept })
            expect(response.headers.get('content-type')).toBe('application/json')
            expect(await response.json()).toMatchObject({ type })
          }
          for (const accept of [
            'application/json, text/plain, */*',
            `application/json;q=0.5, ${envelopeType}`,
            '*/*',
            'application/*',
          ]) {
            expect((await readEnvelope(await api.get(path, { accept }))).preamble.type).toBe(type)
          }
        }
      })

      it('sends images as JSON, or as PNG or an envelope by Accept [result.image]', async () => {
        const json: Body = await (
          await api.get(`/api/specimens/${at('picture')}/data?params={"width":2}`)
        ).json()
        expect(json).toEqual({
          type: 'image',
          width: 2,
          height: 2,
          channels: 3,
          dtype: 'uint8',
          data: expect.any(String),
        })
        expect([...Buffer.from(json.data, 'base64')]).toEqual(Array.from({ length: 12 }, (_, i) => i * 20))
        const png = await api.get(`/api/specimens/${at('picture')}/data?params={"width":2}`, {
          accept: 'image/png',
        })
        expect(png.headers.get('content-type')).toBe('image/png')
        expect(png.headers.get('vary')).toBe('accept')
        expect(
          Buffer.from(await png.arrayBuffer())
            .subarray(1, 4)
            .toString(),
        ).toBe('PNG')
        const { preamble } = await readEnvelope(
          await api.get(`/api/specimens/${at('picture')}/data`, {
            accept: `image/png;q=0.5, ${envelopeType}`,
          }),
        )
        expect(preamble).toMatchObject({ type: 'image', width: 5, height: 2, channels: 3 })
      })

      it('sends a mesh as glTF by Accept', async () => {
        const glb = await api.get(`/api/specimens/${at('tetra')}/data`, { accept: 'model/gltf-binary' })
        expect(glb.headers.get('content-type')).toBe('model/gltf-binary')
        expect(
          Buffer.from(await glb.arrayBuffer())
            .subarray(0, 4)
            .toString(),
        ).toBe('glTF')
      })

      it('answers 304 to a client that has the bytes, one tag a form', async () => {
        const room = newRoom()
        const path = `/api/specimens/${at('tetra')}/data?room_id=${room}`
        const first = await api.get(path)
        const etag = first.headers.get('etag') ?? ''
        expect(etag).toMatch(/^"[^"]+"$/)
        const same = await api.get(path, { 'if-none-match': etag })
        expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([304, 0])
        expect((await api.get(path, { 'if-none-match': etag, accept: 'model/gltf-binary' })).status).toBe(200)
        await api.data(at('tetra'), { size: 9 }, room)
        expect((await api.get(path, { 'if-none-match': etag })).status).toBe(200)
      })

      it('gives a run of the client its result by data, for a specimen and for a function’s name', async () => {
        const paths: string[] = []
        const watched: typeof fetch = async (input, init) => {
          paths.push(new URL(String(input)).pathname)
          return await fetch(input, init)
        }
        const client = createClient(api.url, { fetch: watched })
        for (const own of ['grid', 'big']) {
          let found: unknown
          for await (const event of client.run(at(own), { roomId: newRoom(), pollMilliseconds: 5 })) {
            if (event.type === 'result') found = event.result
          }
          expect(found).toMatchObject({ type: 'volume' })
          expect(paths.at(-1)).toBe(`/api/specimens/${encodeURIComponent(at(own))}/data`)
        }
        const missing = await api.get(`/api/specimens/${at('grid')}/data?room_id=${newRoom()}`, {
          'if-match': '*',
        })
        await expectProblem(missing, 412, 'condition.failed')
      })

      it('compresses for who asks', async () => {
        const path = `/api/specimens/${at('big')}/data?room_id=${newRoom()}`
        const [plain, coded] = [
          await api.get(path, { 'accept-encoding': 'identity' }),
          await api.get(path, { 'accept-encoding': 'br' }),
        ]
        expect([plain.headers.get('content-encoding'), coded.headers.get('content-encoding')]).toEqual([
          null,
          'br',
        ])
        expect(coded.headers.get('etag')).not.toBe(plain.headers.get('etag'))
        expect(Buffer.from(await coded.arrayBuffer()).equals(Buffer.from(await plain.arrayBuffer()))).toBe(
          true,
        )
      })

      it('takes a function’s name where no specimen has that id', async () => {
        const { preamble } = await api.data(at('big'), { mebibytes: 1 }, newRoom())
        expect(preamble.shape).toEqual([1, 1024, 1024])
        const { job_id } = await api.start(at('big'), {}, newRoom())
        expect((await api.settle(job_id)).status).toBe('done')
      })

      it('answers a reload with counts [endpoint.reload] [specimens.8]', async () => {
        expect(await api.json('/api/specimens/reload')).toEqual({
          count: 12,
          static: 2,
          dynamic: 10,
          functions: 10,
          bundles: 1,
          errors: [],
        })
      })

      it('reads nothing again for HEAD', async () => {
        const response = await fetch(`${api.url}/api/specimens/reload`, { method: 'HEAD' })
        expect(response.status).toBe(404) // there is no specimen of that name
      })

      it('never leaves the folder by an id', async () => {
        for (const id of [
          '..%2f..%2fetc%2fpasswd',
          '%2e%2e',
          '..',
          'rock%2f..%2frock',
          'rock%00',
          '%ff',
          'a'.repeat(500),
        ]) {
          const response = await api.get(`/api/specimens/${at(id)}/data`)
          expect([400, 404], id).toContain(response.status)
          expect(response.headers.get('content-type')).toBe('application/problem+json')
        }
      })
    })

    describe('processing', () => {
      it('lists every function with schema and return type, sorted [endpoint.functions] [schema.progress]', async () => {
        const list = await api.json('/api/processing/functions')
        const names = list.map(({ name }: { name: string }) => name)
        expect(names).toEqual([...names].sort())
        const chatty = list.find(({ name }: { name: string }) => name === at('chatty'))
        expect(chatty).toMatchObject({ return_type: 'volume', description: 'Does chatty.' })
        expect(Object.keys(chatty.schema.properties)).toEqual(['messages'])
      })

      it('gives the schema of one function, 404 for an unknown one [endpoint.schema] [processing.1] [error.404]', async () => {
        const schema = await api.json(`/api/processing/functions/${at('tetra')}/schema`)
        expect(schema.properties).toMatchObject({
          size: { type: 'number', default: 1 },
          label: { enum: ['plain', 'lit'] },
          count: { type: 'integer' },
          flip: { type: 'boolean' },
          text: { type: 'string' },
        })
        await expectProblem(
          await api.get(`/api/processing/functions/${encodeURIComponent(at('nobody'))}/schema`),
          404,
          'function.unknown',
        )
      })

      it('returns the typed result as JSON, never an envelope [endpoint.invoke] [processing.4] [invoke.function_name]', async () => {
        const response = await api.post(
          '/api/processing/invoke',
          { function_name: at('grid') },
          { accept: envelopeType },
        )
        expect(response.headers.get('content-type')).toMatch(/^application\/json/)
        const volume: Body = await response.json()
        expect(volume).toEqual({
          type: 'volume',
          shape: [2, 2, 3],
          dtype: 'float32',
          data: expect.any(String),
          spacing: [2, 1, 0.5],
          origin: [10, 20, 30],
        })
        expect(Buffer.from(volume.data, 'base64').readFloatLE(4)).toBe(0.5)
        const mesh: Body = await (
          await api.post('/api/processing/invoke', { function_name: at('tetra'), kwargs: { label: 'lit' } })
        ).json()
        expect(Object.keys(mesh)).toEqual(['type', 'vertices', 'indices', 'normals'])
        expect(mesh.vertices.slice(0, 6)).toEqual([0, 0, 0, 1, 0, 0])
      })

      it('binds args by position and kwargs by name to one cache entry [invoke.args] [invoke.kwargs] [processing.3]', async () => {
        const room = newRoom()
        const invoke = async (call: object): Promise<Body> =>
          await (
            await api.post('/api/processing/invoke', { function_name: at('tetra'), room_id: room, ...call })
          ).json()
        const first = await invoke({ args: [2, 'lit'], kwargs: { count: 7 } })
        expect(await invoke({ kwargs: { label: 'lit', count: 7, size: 2 } })).toEqual(first)
        expect(await invoke({ args: [2, 'lit', 7, false, ''] })).toEqual(first)
        const { data } = await api.data(at('tetra'), { size: 2, label: 'lit', count: 7 }, room)
        expect(data.readFloatLE(44)).toBe(first.vertices[11])
      })

      it('refuses too many, doubled and unknown arguments with 422', async () => {
        const invoke = (call: object) =>
          api.post('/api/processing/invoke', { function_name: at('grid'), ...call })
        await expectProblem(await invoke({ args: [1, 2] }), 422, 'params.invalid')
        await expectProblem(await invoke({ args: [1], kwargs: { depth: 2 } }), 422, 'params.invalid')
        await expectProblem(await invoke({ kwargs: { width: 2 } }), 422, 'params.invalid')
        await expectProblem(await invoke({ args: {} }), 400, 'request.invalid')
        await expectProblem(await invoke({ kwargs: [] }), 400, 'request.invalid')
      })

      it('answers 404 for an unknown function and 400 without a name [processing.2] [error.404]', async () => {
        await expectProblem(
          await api.post('/api/processing/invoke', { function_name: at('nobody') }),
          404,
          'function.unknown',
        )
        await expectProblem(await api.post('/api/processing/invoke', {}), 400, 'request.invalid')
        await expectProblem(
          await api.post('/api/processing/invoke', { function_name: 7 }),
          400,
          'request.invalid',
        )
        const nobody = { function_name: at('nobody') }
        await expectProblem(
          await api.post('/api/processing/invoke', { ...nobody, args: {} }),
          400,
          'request.invalid',
        )
        await expectProblem(
          await api.post('/api/processing/invoke', { ...nobody, kwargs: 1 }),
          400,
          'request.invalid',
        )
      })

      it('calls a function by name under the schema of the one specimen that shows it', async () => {
        const picture: Body = await (
          await api.post('/api/processing/invoke', { function_name: at('picture') })
        ).json()
        expect(picture.width).toBe(5)
        await expectProblem(
          await api.post('/api/processing/invoke', { function_name: at('picture'), args: [7] }),
          422,
          'params.invalid',
        )
      })

      it.each([
        ['throw', 'the sample is upside down'],
        ['nan', 'vertices[0] is NaN'],
        ['range', 'indices[2] is 3'],
        ['type', 'Float32Array'],
        ['nothing', 'undefined'],
        ['null', 'null'],
        ['exit', 'ended its'],
      ])('answers 500 function.failed when a function fails by %s', async (how, text) => {
        const problem = await expectProblem(
          await api.post('/api/processing/invoke', { function_name: at('failing'), args: [how] }),
          500,
          'function.failed',
        )
        expect(problem.detail).toContain(text)
        expect(problem.detail).toContain('failing')
        expect(problem.detail).toContain('probe')
        expect(JSON.stringify(problem)).not.toMatch(/\bat .*:\d+:\d+/)
      })
    })

    describe('jobs', () => {
      it('runs a job to its end: running, messages, result [endpoint.start] [endpoint.progress] [endpoint.result] [jobs.5] [state.start-miss] [state.done] [job.id]', async () => {
        const started = await api.start(at('chatty'), { messages: 3 }, newRoom())
        expect(started).toEqual({ job_id: expect.stringMatching(/^[0-9a-f]{32}$/), status: 'running' })
        const view = await api.settle(started.job_id)
        expect(view).toEqual({ status: 'done', messages: expect.any(Array), error: null })
        const result: Body = await api.json(`/api/jobs/${started.job_id}/result`)
        expect(result).toMatchObject({ type: 'volume', shape: [1, 1, 4], data: 'AQID/w==' })
      })

      it('numbers messages from 0 with text and time [progress.seq] [progress.text] [progress.ts] [jobs.6]', async () => {
        const { job_id } = await api.start(at('chatty'), { messages: 4 }, newRoom())
        const { messages } = await api.settle(job_id)
        expect(messages.map(({ seq, text }) => `${seq} ${text}`)).toEqual([
          '0 step 0',
          '1 step 1',
          '2 step 2',
          '3 step 3',
        ])
        for (const { ts } of messages) expect(Math.abs(ts - Date.now() / 1000)).toBeLessThan(120)
      })

      it('returns only messages above since [jobs.1]', async () => {
        const { job_id } = await api.start(at('chatty'), { messages: 5 }, newRoom())
        await api.settle(job_id)
        const seqs = async (since: string) =>
          (await api.json(`/api/jobs/${job_id}/progress?since=${since}`)).messages.map(
            ({ seq }: { seq: number }) => seq,
          )
        expect(await seqs('-1')).toEqual([0, 1, 2, 3, 4])
        expect(await seqs('2')).toEqual([3, 4])
        expect(await seqs('99')).toEqual([])
        for (const since of ['x', '1.5', '1e400', 'NaN']) {
          await expectProblem(
            await api.get(`/api/jobs/${job_id}/progress?since=${since}`),
            400,
            'request.invalid',
          )
        }
      })

      it('keeps the last 1,000 messages while seq goes on', async () => {
        const { job_id } = await api.start(at('chatty'), { messages: 2500 }, newRoom())
        const { messages } = await api.settle(job_id)
        expect(messages.length).toBe(1000)
        expect([messages[0]?.seq, messages[999]?.text]).toEqual([1500, 'step 2499'])
      })

      it('is done at once on a cache hit [specimens.6] [state.start-hit] [rooms.9]', async () => {
        const room = newRoom()
        const { data } = await api.data(at('tetra'), { size: 5 }, room)
        const { job_id, status } = await api.start(at('tetra'), { size: 5 }, room)
        expect(status).toBe('done')
        const result = await api.json(`/api/jobs/${job_id}/result`)
        expect(result.vertices[11]).toBe(data.readFloatLE(44))
        expect((await api.json(`/api/jobs/${job_id}/progress`)).messages).toEqual([])
      })

      it('leaves its result in the room cache [rooms.10]', async () => {
        const room = newRoom()
        const { job_id } = await api.start(at('tetra'), { size: 6 }, room)
        await api.settle(job_id)
        const result = await api.json(`/api/jobs/${job_id}/result`)
        expect((await api.data(at('tetra'), { size: 6 }, room)).data.readFloatLE(44)).toBe(
          result.vertices[11],
        )
      })

      it('answers 409 while running, 410 after a failure, 404 when unknown [jobs.2] [error.409] [error.410]', async () => {
        const { job_id } = await api.start(at('endless'), {}, newRoom())
        expect(
          (await expectProblem(await api.get(`/api/jobs/${job_id}/result`), 409, 'job.running')).detail,
        ).toContain('Job still running')
        await fetch(`${api.url}/api/jobs/${job_id}`, { method: 'DELETE' })
        expect(
          (await expectProblem(await api.get(`/api/jobs/${job_id}/result`), 410, 'job.failed')).detail,
        ).toContain('Job failed')
        for (const path of ['/progress', '/result'])
          await expectProblem(await api.get(`/api/jobs/nobody${path}`), 404, 'job.unknown')
        await expectProblem(
          await fetch(`${api.url}/api/jobs/nobody`, { method: 'DELETE' }),
          404,
          'job.unknown',
        )
      })

      it('ends as error with the function’s own message [state.error]', async () => {
        const { job_id } = await api.start(at('failing'), {}, newRoom())
        const view = await api.settle(job_id)
        expect(view).toMatchObject({
          status: 'error',
          error: expect.stringContaining('the sample is upside down'),
        })
        expect(
          (await expectProblem(await api.get(`/api/jobs/${job_id}/result`), 410, 'job.failed')).detail,
        ).toContain('upside down')
      })

      it('cancels an endless loop and shows it as cancelled, once [endpoint.cancel] [jobs.3] [state.cancel] [state.terminal]', async () => {
        const { job_id } = await api.start(at('endless'), {}, newRoom())
        for (;;) {
          const { messages } = await api.json(`/api/jobs/${job_id}/progress`)
          if (messages.length > 0) break
        }
        const response = await fetch(`${api.url}/api/jobs/${job_id}`, { method: 'DELETE' })
        expect([response.status, await response.text()]).toEqual([204, ''])
        const view = {
          status: 'error',
          messages: [expect.objectContaining({ text: 'going' })],
          error: 'cancelled',
        }
        expect(await api.json(`/api/jobs/${job_id}/progress`)).toEqual(view)
        expect((await fetch(`${api.url}/api/jobs/${job_id}`, { method: 'DELETE' })).status).toBe(204)
        expect(await api.json(`/api/jobs/${job_id}/progress`)).toEqual(view)
        expect((await api.data(at('labels'), undefined, newRoom())).preamble.type).toBe('volume')
      })

      it('cancelling one of two jobs on a shared run ends that one alone', async () => {
        const room = newRoom()
        const [a, b] = await Promise.all([
          api.start(at('endless'), { label: 'shared' }, room),
          api.start(at('endless'), { label: 'shared' }, room),
        ])
        await fetch(`${api.url}/api/jobs/${a.job_id}`, { method: 'DELETE' })
        expect((await api.json(`/api/jobs/${a.job_id}/progress`)).status).toBe('error')
        expect((await api.json(`/api/jobs/${b.job_id}/progress`)).status).toBe('running')
        await fetch(`${api.url}/api/jobs/${b.job_id}`, { method: 'DELETE' })
      })

      it('refuses a job for a static or unknown specimen [specimens.7] [error.400.static]', async () => {
        await expectProblem(await api.post(`/api/specimens/${at('rock')}/start`, {}), 400, 'specimen.static')
        await expectProblem(
          await api.post(`/api/specimens/${at('nobody')}/start`, {}),
          404,
          'specimen.unknown',
        )
        await expectProblem(
          await api.post(`/api/specimens/${at('tetra')}/start`, { params: { size: 'big' } }),
          422,
          'params.invalid',
        )
        await expectProblem(
          await api.post(`/api/specimens/${at('tetra')}/start`, { params: [] }),
          400,
          'json.syntax',
        )
      })

      it('keeps silent about reports outside a job [jobs.6]', async () => {
        expect((await api.data(at('chatty'), { messages: 2 }, newRoom())).preamble.type).toBe('volume')
      })
    })

    describe('rooms', () => {
      it('computes once for a key and serves it from every endpoint [rooms.2] [rooms.3] [rooms.9] [cache.entry]', async () => {
        const room = newRoom()
        const call = async () => (await api.data(at('tetra'), { text: 'once' }, room)).data.readFloatLE(44)
        const first = await call()
        expect(await call()).toBe(first)
        const body = { function_name: at('tetra'), kwargs: { text: 'once' }, room_id: room }
        const invoked: Body = await (await api.post('/api/processing/invoke', body)).json()
        expect(invoked.vertices[11]).toBe(first)
      })

      it('holds one entry a room: another key replaces it [rooms.1] [rooms.4] [limit.entries] [limit.shared-room]', async () => {
        const room = newRoom()
        const call = async (text: string) =>
          (await api.data(at('tetra'), { text }, room)).data.readFloatLE(44)
        const a = await call('a')
        const b = await call('b')
        expect(await call('b')).toBe(b)
        expect(await call('a')).not.toBe(a)
      })

      it('separates rooms, and uses service by default everywhere [rooms.7] [limit.room] [invoke.room_id]', async () => {
        const call = async (room?: string) =>
          (await api.data(at('tetra'), { text: 'rooms' }, room)).data.readFloatLE(44)
        const service = await call()
        expect(await call('service')).toBe(service)
        expect(await call(newRoom())).not.toBe(service)
        expect(await call('service')).toBe(service)
        const posted = await readEnvelope(
          await api.post(`/api/specimens/${at('tetra')}/data`, { params: { text: 'rooms' }, room_id: '' }),
        )
        expect(posted.data.readFloatLE(44)).toBe(service)
        const invoked: Body = await (
          await api.post('/api/processing/invoke', { function_name: at('tetra'), kwargs: { text: 'rooms' } })
        ).json()
        expect(invoked.vertices[11]).toBe(service)
        const { status } = await api.start(at('tetra'), { text: 'rooms' })
        expect(status).toBe('done')
      })

      it('refuses a room id that is none', async () => {
        for (const room of ['a'.repeat(129), 'a\nb', 7, {}, true]) {
          await expectProblem(
            await api.post(`/api/specimens/${at('labels')}/data`, { room_id: room }),
            400,
            'room.invalid',
          )
        }
        expect(
          (await api.post(`/api/specimens/${at('labels')}/data`, { room_id: 'Raum 3 — „ß“' })).status,
        ).toBe(200)
      })

      it('computes concurrent identical requests once [rooms.6]', async () => {
        const room = newRoom()
        const calls = await Promise.all(
          Array.from({ length: 50 }, () => api.data(at('tetra'), { text: 'crowd' }, room)),
        )
        expect(new Set(calls.map(({ data }) => data.readFloatLE(44))).size).toBe(1)
      })

      it('keeps the room’s result when a run in it fails', async () => {
        const room = newRoom()
        const first = (await api.data(at('tetra'), { text: 'stay' }, room)).data.readFloatLE(44)
        await expectProblem(
          await api.post(`/api/specimens/${at('failing')}/data`, { room_id: room }),
          500,
          'function.failed',
        )
        expect((await api.data(at('tetra'), { text: 'stay' }, room)).data.readFloatLE(44)).toBe(first)
      })

      it('reports the use of each room and clears all [endpoint.cache.stats] [cache.stats] [endpoint.cache.clear]', async () => {
        const room = newRoom()
        for (let i = 0; i < 3; i++) await api.data(at('labels'), undefined, room)
        const stats = await api.json('/api/processing/cache/stats')
        expect(stats.rooms.find((entry: { room_id: string }) => entry.room_id === room)).toEqual({
          room_id: room,
          entries: 1,
          function_names: [at('labels')],
          access_count: 2,
          bytes: expect.any(Number),
          age_seconds: expect.any(Number),
        })
        const bytes: number[] = stats.rooms.map((entry: { bytes: number }) => entry.bytes)
        // What an entry costs, not the four bytes of its array.
        expect(Math.min(...bytes)).toBeGreaterThan(1000)
        const total_bytes = bytes.reduce((total, each) => total + each, 0)
        expect(stats).toMatchObject({ total_entries: stats.rooms.length, total_bytes, ttl_seconds: 300 })
        const cleared: Body = await (await api.post('/api/processing/cache/clear')).json()
        expect(cleared).toEqual({ status: 'cleared', entries: stats.total_entries })
        expect(await api.json('/api/processing/cache/stats')).toEqual({
          total_entries: 0,
          total_bytes: 0,
          ttl_seconds: 300,
          rooms: [],
        })
      })
    })

    describe('names that the API does not know', () => {
      const post = (path: string, body: object) => api.post(`/api/specimens/${at('tetra')}${path}`, body)
      const invoke = (more: object, query = '') =>
        api.post(`/api/processing/invoke${query}`, { function_name: at('tetra'), ...more })

      it.each([
        [{ size: 2 }, 'size belongs inside params: {"params": {"size": …}}'],
        [{ params: { size: 2 }, room: 'x' }, 'room: did you mean room_id?'],
        [{ parameters: { size: 2 } }, 'parameters: did you mean params?'],
        [{ kwargs: { size: 2 } }, 'kwargs: did you mean params?'],
        [{ Params: {} }, 'Params: did you mean params?'],
        [{ param: {} }, 'param: did you mean params?'],
        [{ parms: {} }, 'parms: did you mean params?'],
        [{ roomId: 'x' }, 'roomId: did you mean room_id?'],
        [{ 'room-id': 'x' }, 'room-id: did you mean room_id?'],
        [{ rooms: 'x' }, 'rooms: did you mean room_id?'],
        [{ params: {}, room_id: 'x', wholly_other: 1 }, 'its members are params, room_id'],
        [{ size: 1, room: 'x' }, 'room: did you mean room_id?'],
      ])('are refused in the body of /data and /start: %j', async (body, wanted) => {
        for (const path of ['/data', '/start']) {
          expect((await expectProblem(await post(path, body), 400, 'request.invalid')).detail).toContain(
            wanted,
          )
        }
      })

      it.each([
        [{ params: { size: 2 } }, 'params: did you mean kwargs?'],
        [{ size: 2 }, 'size belongs inside kwargs: {"kwargs": {"size": …}}'],
        [{ Kwargs: {} }, 'Kwargs: did you mean kwargs?'],
        [{ arg: [] }, 'arg: did you mean args?'],
        [{ room: 'x' }, 'room: did you mean room_id?'],
        [{ functionName: 'x' }, 'functionName: did you mean function_name?'],
        [{ extra: 1 }, 'its members are function_name, args, kwargs, room_id'],
      ])('are refused in the body of /invoke: %j', async (body, wanted) => {
        expect((await expectProblem(await invoke(body), 400, 'request.invalid')).detail).toContain(wanted)
      })

      it.each([
        ['size=5', 'size belongs inside params: ?params={"size":…}'],
        ['Params={}', 'Params: did you mean params?'],
        ['param={}', 'param: did you mean params?'],
        ['parameters={}', 'parameters: did you mean params?'],
        ['prams={}', 'prams: did you mean params?'],
        ['room=x', 'room: did you mean room_id?'],
        ['roomid=x', 'roomid: did you mean room_id?'],
        ['ROOM_ID=x', 'ROOM_ID: did you mean room_id?'],
        ['room-id=x', 'room-id: did you mean room_id?'],
        ['_=1&room_i=x', 'room_i: did you mean room_id?'],
      ])('are refused in a query when they were meant for something: ?%s', async (query, wanted) => {
        for (const method of ['GET', 'HEAD']) {
          const response = await fetch(`${api.url}/api/specimens/${at('tetra')}/data?${query}`, { method })
          expect(response.status).toBe(400)
          if (method === 'GET')
            expect((await expectProblem(response, 400, 'request.invalid')).detail).toContain(wanted)
        }
      })

      it('are refused when they are repeated, and when they say in the query what belongs in the body', async () => {
        for (const name of ['params={}', 'room_id=x']) {
          await expectProblem(
            await api.get(`/api/specimens/${at('tetra')}/data?${name}&${name}`),
            400,
            'request.invalid',
          )
        }
        for (const query of ['?room_id=x', '?params={}', '?size=2', '?room=x']) {
          for (const path of ['/data', '/start']) {
            expect(
              (await expectProblem(await post(`${path}${query}`, {}), 400, 'request.invalid')).detail,
            ).toContain('JSON body')
          }
          if (query !== '?params={}') await expectProblem(await invoke({}, query), 400, 'request.invalid')
        }
        await expectProblem(
          await api.post('/api/processing/cache/clear', { room_id: 'x' }),
          400,
          'request.invalid',
        )
      })

      it('are refused for the progress of a job when they were meant for since', async () => {
        const { job_id } = await api.start(at('labels'), {}, newRoom())
        for (const query of ['Since=1', 'sinc=1', 'since=1&since=2']) {
          await expectProblem(await api.get(`/api/jobs/${job_id}/progress?${query}`), 400, 'request.invalid')
        }
      })

      it('change nothing in a query when they were meant for nothing, such as those that keep caches away', async () => {
        for (const name of [
          '_',
          't',
          'v',
          'ts',
          'cb',
          'nocache',
          'rand',
          'random',
          'cache_bust',
          'utm_source',
          'version',
          'x'.repeat(500),
        ]) {
          expect((await api.get(`/api/specimens/${at('tetra')}/data?${name}=1700000000`)).status, name).toBe(
            200,
          )
          expect((await api.get(`/api/specimens/${at('rock')}/data?${name}=1`)).status, name).toBe(200)
          expect((await api.get(`/api/specimens/?${name}=1`)).status, name).toBe(200)
        }
        const { job_id } = await api.start(at('labels'), {}, newRoom())
        expect((await api.get(`/api/jobs/${job_id}/progress?since=-1&_=2`)).status).toBe(200)
      })

      it('are told in few words, however many there are and however long', async () => {
        const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`n${i}`, 0]))
        for (const body of [many, { ['x'.repeat(200_000)]: 1 }, { '\u0000\u009b31m': 1 }]) {
          expect(
            JSON.stringify(await expectProblem(await post('/data', body), 400, 'request.invalid')).length,
          ).toBeLessThan(1000)
        }
      })

      it('are refused before the specimen or function is looked for', async () => {
        await expectProblem(
          await api.post(`/api/specimens/${at('nobody')}/data`, { room: 'x' }),
          400,
          'request.invalid',
        )
        await expectProblem(
          await api.get(`/api/specimens/${at('nobody')}/data?room=x`),
          400,
          'request.invalid',
        )
        const nobody = { function_name: at('nobody') }
        for (const more of [{ params: {} }, { args: {} }, { kwargs: [] }, { room_id: 7 }]) {
          expect((await api.post('/api/processing/invoke', { ...nobody, ...more })).status).toBe(400)
        }
        await expectProblem(
          await api.post('/api/processing/invoke', { ...nobody, kwargs: { x: 1 } }),
          404,
          'function.unknown',
        )
      })
    })

    describe('deployed clients', () => {
      it('start by a function’s name, poll, and fetch by the specimen’s id from the same room', async () => {
        const room = newRoom()
        const params = { messages: 2 }
        const started = await api.post(`/api/specimens/${at('chatty')}/start`, { params, room_id: room })
        const { job_id }: Body = await started.json()
        expect((await api.settle(job_id)).status).toBe('done')
        expect((await api.json(`/api/jobs/${job_id}/progress?since=0`)).messages).toHaveLength(1)
        const query = `params=${encodeURIComponent(JSON.stringify(params))}&room_id=${encodeURIComponent(room)}`
        expect((await api.get(`/api/specimens/${at('chatty')}/data?${query}`)).status).toBe(200)
        expect(
          (
            await api.get(
              `/api/specimens/${at('chatty')}/data?room_id=${room}&params=${encodeURIComponent('{}')}&_=17`,
            )
          ).status,
        ).toBe(200)
        expect((await api.json(`/api/jobs/${job_id}/result`)).type).toBe('volume')
        const again: Body = await (
          await api.post(`/api/specimens/${at('chatty')}/start`, { params: {}, room_id: room })
        ).json()
        expect(again.status).toBe('done')
      })

      it('send empty bodies, nulls and complete ones', async () => {
        for (const body of [undefined, {}, { params: {} }, { params: null, room_id: null }]) {
          expect((await api.post(`/api/specimens/${at('labels')}/data`, body)).status).toBe(200)
        }
        for (const more of [
          {},
          { args: [] },
          { kwargs: {} },
          { args: [], kwargs: {}, room_id: 'service' },
          { args: null, kwargs: null, room_id: null },
        ]) {
          expect(
            (await api.post('/api/processing/invoke', { function_name: at('labels'), ...more })).status,
          ).toBe(200)
        }
        expect((await api.post('/api/processing/cache/clear', {})).status).toBe(200)
      })
    })

    describe('the outer form of requests', () => {
      it('answers unknown addresses 404 and wrong methods 405 with Allow', async () => {
        for (const path of ['/nowhere', '/api', `/api/specimens/${at('rock')}/other`])
          await expectProblem(await api.get(path), 404, 'route.unknown')
        const wrong = await api.get('/api/processing/invoke')
        expect(wrong.headers.get('allow')).toBe('POST')
        await expectProblem(wrong, 405, 'method.refused')
        await expectProblem(
          await fetch(`${api.url}/api/specimens/${at('rock')}/data`, { method: 'PUT' }),
          405,
          'method.refused',
        )
        await expectProblem(await api.post('/api/specimens/'), 405, 'method.refused')
      })

      it('refuses bodies that are too large, of another type, no JSON, or no object', async () => {
        const path = `/api/specimens/${at('tetra')}/data`
        const send = (body: string, type = 'application/json') =>
          fetch(api.url + path, { method: 'POST', body, headers: { 'content-type': type } })
        await expectProblem(await send(`{"a":"${'x'.repeat(300_000)}"}`), 413, 'body.large')
        await expectProblem(await send('a=1', 'application/x-www-form-urlencoded'), 415, 'media.unsupported')
        await expectProblem(await send('{}', 'text/plain'), 415, 'media.unsupported')
        await expectProblem(await send('{"params":'), 400, 'json.syntax')
        await expectProblem(await send('[]'), 400, 'request.invalid')
        await expectProblem(await send('{"__proto__":{"params":{}}}'), 400, 'json.syntax')
        await expectProblem(await send('['.repeat(100_000)), 400, 'json.syntax')
        expect((await send('')).status).toBe(200)
      })

      it('refuses a repeated query parameter', async () => {
        await expectProblem(
          await api.get(`/api/specimens/${at('tetra')}/data?params={}&params={}`),
          400,
          'request.invalid',
        )
      })

      it('describes itself in OpenAPI 3.1 and on a page', async () => {
        const document = await api.json('/openapi.json')
        expect(document.openapi).toBe('3.1.0')
        expect(Object.keys(document.paths)).toContain('/api/specimens/{specimen_id}/data')
        const page = await (await api.get('/docs')).text()
        expect(page).toContain('/api/jobs/{job_id}/progress')
        expect(page).toContain('function.failed')
      })
    })
  })
}
