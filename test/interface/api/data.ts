import { describe, expect, it } from 'vitest'
import { expectProblem, readEnvelope } from '../../support/api.ts'
import type { ServedApi } from './served-api.ts'

/** Parameters of `/data`: where they are read from, which are refused, and what a run gives. */
export function describeData({ api, at, newRoom }: ServedApi): void {
  describe('data', () => {
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
      expect(Object.keys(byPointer).sort()).toEqual(['/count', '/extra', '/flip', '/label', '/size', '/text'])
      expect(byPointer['/size']).toEqual({ pointer: '/size', found: '101', allowed: 'must be at most 100' })
      expect(byPointer['/label']).toMatchObject({ found: '"dim"', allowed: 'must be one of "plain", "lit"' })
      expect(byPointer['/extra'].allowed).toContain('size, label, count, flip, text')
      expect(problem.detail).toContain('size must be at most 100 (got 101).')
    })

    it('names a missing required parameter', async () => {
      const problem = await expectProblem(
        await api.get(`/api/specimens/${at('needy')}/data`),
        422,
        'params.invalid',
      )
      expect(problem).toMatchObject({
        detail: 'wanted is missing.',
        errors: [{ pointer: '/wanted', found: 'nothing', allowed: 'is missing' }],
      })
      const { data } = await api.data(at('needy'), { wanted: 4 }, newRoom())
      expect([data.readDoubleLE(0), data.readDoubleLE(8)]).toEqual([4, -1])
    })

    it('takes a function’s name where no specimen has that id', async () => {
      const { preamble } = await api.data(at('big'), { mebibytes: 1 }, newRoom())
      expect(preamble.shape).toEqual([1, 1024, 1024])
      const { job_id } = await api.start(at('big'), {}, newRoom())
      expect((await api.settle(job_id)).status).toBe('done')
    })
  })
}
